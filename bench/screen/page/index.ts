/** Entry point of the code that the benchmark injects into the window. */
import type { BenchPage } from './bench-page.ts'
import { showPeer } from './peer.tsx'
import { startWatch } from './watch.ts'

Object.assign(globalThis, { bench: { showPeer, startWatch } satisfies BenchPage })
