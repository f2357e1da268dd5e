/**
 * Worker threads that paint. Painting takes a few hundred milliseconds of pure computing: done here, it never holds
 * up an answer.
 */
import type { Worker } from 'node:worker_threads'
import type { PictureSpec } from './picture-name.ts'

/** Painted and encoded, or the text of what went wrong. */
export type PaintReply =
  | { readonly ok: true; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly ok: false; readonly detail: string }

interface Job {
  readonly spec: PictureSpec
  readonly resolve: (bytes: Uint8Array) => void
  readonly reject: (error: Error) => void
}

interface Painter {
  readonly worker: Worker
  job: Job | null
}

export class PainterPool {
  readonly #size: number
  readonly #startWorker: () => Worker
  readonly #painters: Painter[] = []
  readonly #waiting: Job[] = []

  /** `size` threads at most; they start with the first picture, each with artist/paint-worker.ts. */
  constructor(size: number, startWorker: () => Worker) {
    this.#size = size
    this.#startWorker = startWorker
  }

  /** Bytes of the encoded picture. Rejects when the artist fails (a bug) or the pool is closed meanwhile. */
  paint(spec: PictureSpec): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ spec, resolve, reject })
      this.#assign()
    })
  }

  /** Ends the threads. A later `paint` starts new ones. */
  async close(): Promise<void> {
    const painters = this.#painters.splice(0)
    const jobs = [...this.#waiting.splice(0), ...painters.flatMap(({ job }) => (job === null ? [] : [job]))]
    for (const job of jobs) job.reject(new Error('The painters were closed.'))
    await Promise.all(painters.map(({ worker }) => worker.terminate()))
  }

  #assign(): void {
    while (this.#waiting.length > 0) {
      const painter = this.#painters.find(({ job }) => job === null) ?? this.#start()
      if (painter === null) return
      painter.job = this.#waiting.shift() ?? null
      painter.worker.postMessage(painter.job?.spec)
    }
  }

  #start(): Painter | null {
    if (this.#painters.length >= this.#size) return null
    const worker = this.#startWorker()
    const painter: Painter = { worker, job: null }
    worker.unref()
    worker.on('message', (reply: PaintReply) => this.#finish(painter, reply))
    worker.on('error', (error: Error) => this.#lose(painter, error))
    this.#painters.push(painter)
    return painter
  }

  #finish(painter: Painter, reply: PaintReply): void {
    const job = painter.job
    painter.job = null
    if (reply.ok) job?.resolve(reply.bytes)
    else job?.reject(new Error(reply.detail))
    this.#assign()
  }

  /** A thread that died takes its picture with it; the next picture gets a new thread. */
  #lose(painter: Painter, error: Error): void {
    const index = this.#painters.indexOf(painter)
    if (index >= 0) this.#painters.splice(index, 1)
    painter.job?.reject(error)
    this.#assign()
  }
}
