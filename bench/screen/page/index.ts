/** Entry point of the code that the benchmark injects into the window. */
import { showPeer } from './peer.tsx'
import { startWatch, type BenchPage } from './watch.ts'

Object.assign(globalThis, { bench: { showPeer, startWatch } satisfies BenchPage })
