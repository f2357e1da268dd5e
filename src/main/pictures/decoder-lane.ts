/** One decoder process and the one job it may have. The process is started when needed and let go when idle. */
import type { DecodeAnswer, DecodeJob } from '../../shared/decode-message.ts'

/** `too-slow`: the job was ended, and nothing is known of its file. */
export type DecodedPictures = DecodeAnswer['pictures'] | 'too-slow'

/** What is used of a decoder process. */
export interface DecoderProcess {
  postMessage(job: DecodeJob): void
  onMessage(listener: (answer: DecodeAnswer) => void): void
  /** `reason`: what is known of the exit, for the log. */
  onExit(listener: (reason: string) => void): void
  kill(): void
}

export interface LaneParts {
  readonly fork: () => DecoderProcess
  /** A job that takes longer is killed with its process. */
  readonly limitMs: number
  /** A process without work for this long is let go. */
  readonly idleMs: number
  /** Called when a process died unexpectedly, or is killed because its job takes too long. */
  readonly onDeath: (reason: string) => void
}

interface Current {
  readonly id: number
  readonly settle: (pictures: DecodedPictures) => void
}

export class DecoderLane {
  readonly #parts: LaneParts
  #process: DecoderProcess | null = null
  /** Killed by this lane: its exit is no unexpected death, and answers this. */
  #killed: { readonly process: DecoderProcess; readonly answer: 'too-slow' | null } | null = null
  #current: Current | null = null
  #timer: NodeJS.Timeout | undefined

  constructor(parts: LaneParts) {
    this.#parts = parts
  }

  /** One at a time: the caller waits for its answer. null: no picture, or the process died. */
  run(job: DecodeJob): Promise<DecodedPictures> {
    const { promise, resolve } = Promise.withResolvers<DecodedPictures>()
    clearTimeout(this.#timer)
    this.#current = { id: job.id, settle: resolve }
    this.#timer = setTimeout(() => this.#killSlow(), this.#parts.limitMs)
    this.#processOf().postMessage(job)
    return promise
  }

  /** Ends the process; a job under way answers null. */
  close(): void {
    clearTimeout(this.#timer)
    if (this.#current === null) this.#letGo()
    else this.#kill(null)
  }

  /** The death of the process is what answers its job: one path for a slow file and for a crash. */
  #kill(answer: 'too-slow' | null): void {
    this.#killed = this.#process && { process: this.#process, answer }
    this.#process?.kill()
  }

  #killSlow(): void {
    this.#parts.onDeath(`no picture after ${this.#parts.limitMs} ms`)
    this.#kill('too-slow')
  }

  /** Without a job: forgotten at once, since it takes a moment to die and must not be given the next one. */
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

  #take(answer: DecodeAnswer): void {
    if (answer.id !== this.#current?.id) return
    // A late answer of a process that is being ended is taken, but no further job goes to it.
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
