import { Worker } from 'node:worker_threads'

/** A painting thread from the sources; a bundled program starts its own. */
export const startPainter = (): Worker => new Worker(new URL('./artist/paint-worker.ts', import.meta.url))
