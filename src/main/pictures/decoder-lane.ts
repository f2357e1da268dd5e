/** Runs one job at a time in a decoder process, which is started when needed and stopped when idle. */

/** What main sends to the decoder process. */
export interface DecodeJob {
  readonly id: number
  readonly bytes: Uint8Array
  /** Longest edges of the requested pictures in px, all created from one decoding. */
  readonly sizes: readonly number[]
  /** Whether to keep every frame instead of only the first. */
  readonly isMoving: boolean
}

export interface DecodeResponse {
  readonly id: number
  /** WebP files in the order of the sizes; `null` if the bytes are not a supported picture. */
  readonly pictures: readonly Uint8Array[] | 'too-large' | null
  /** Whether the process uses too much memory for another job, so that main stops it. */
  readonly isLast: boolean
}

/** `too-slow` means that the job was ended and nothing is known about its file. */
export type DecodedPictures = DecodeResponse['pictures'] | 'too-slow'

/** Subset of a decoder process. */
export interface DecoderProcess {
  postMessage(job: DecodeJob): void
  onMessage(listener: (result: DecodeResponse) => void): void
  /** `reason` describes the exit for the log. */
  onExit(listener: (reason: string) => void): void
  kill(): void
}

export interface LaneParts {
  readonly fork: () => DecoderProcess
  /** Time limit of a job, after which its process is killed. */
  readonly limitMs: number
  /** Idle time after which the process is stopped. */
  readonly idleMs: number
  /** Called when a process exits unexpectedly, or is killed because its job is too slow. */
  readonly onDeath: (reason: string) => void
}

interface Current {
  readonly id: number
  readonly settle: (pictures: DecodedPictures) => void
}

export class DecoderLane {
  readonly #parts: LaneParts
  #process: DecoderProcess | null = null
  /** Process killed by this lane, whose exit is expected and gives this result. */
  #killed: { readonly process: DecoderProcess; readonly answer: 'too-slow' | null } | null = null
  #current: Current | null = null
  #timer: NodeJS.Timeout | undefined

  constructor(parts: LaneParts) {
    this.#parts = parts
  }

  /** Runs a job; the caller must wait for its result. `null` if the file is not a picture or the process crashed. */
  run(job: DecodeJob): Promise<DecodedPictures> {
    const { promise, resolve } = Promise.withResolvers<DecodedPictures>()
    clearTimeout(this.#timer)
    this.#current = { id: job.id, settle: resolve }
    this.#timer = setTimeout(() => this.#killSlow(), this.#parts.limitMs)
    this.#processOf().postMessage(job)
    return promise
  }

  /** Stops the process; a running job resolves with `null`. */
  close(): void {
    clearTimeout(this.#timer)
    if (this.#current === null) this.#letGo()
    else this.#kill(null)
  }

  /** Kills the process, whose exit resolves the job, so that a slow file and a crash share one path. */
  #kill(answer: 'too-slow' | null): void {
    this.#killed = this.#process && { process: this.#process, answer }
    this.#process?.kill()
  }

  #killSlow(): void {
    this.#parts.onDeath(`no picture after ${this.#parts.limitMs} ms`)
    this.#kill('too-slow')
  }

  /** Stops an idle process and drops it immediately, because it exits with a delay and must not get the next job. */
  #letGo(): void {
    const process = this.#process
    this.#process = null
    process?.kill()
  }

  #settle(pictures: DecodedPictures): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#letGo(), this.#parts.idleMs).unref()
    const current = this.#current
    this.#current = null
    current?.settle(pictures)
  }

  #processOf(): DecoderProcess {
    if (this.#process !== null) return this.#process
    const started = this.#parts.fork()
    this.#process = started
    started.onMessage((answer) => this.#take(answer))
    started.onExit((reason) => this.#lose(started, reason))
    return started
  }

  #take(answer: DecodeResponse): void {
    if (answer.id !== this.#current?.id) return
    // A late result of a killed process is used, but the process gets no further job.
    if (answer.isLast || this.#killed?.process === this.#process) this.#letGo()
    this.#settle(answer.pictures)
  }

  #lose(process: DecoderProcess, reason: string): void {
    if (this.#process !== process) return
    this.#process = null
    const killed = this.#killed?.process === process ? this.#killed : null
    if (killed === null) this.#parts.onDeath(reason)
    if (this.#current !== null) this.#settle(killed?.answer ?? null)
  }
}
