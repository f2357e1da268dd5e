/** One decoder process and the one job it may have. The process is started when needed and let go when idle. */
import type { DecodeAnswer, DecodeJob } from './decode-message.ts'

/** What is used of a decoder process. */
export interface DecoderProcess {
  postMessage(job: DecodeJob): void
  onMessage(listener: (answer: DecodeAnswer) => void): void
  onExit(listener: () => void): void
  kill(): void
}

export interface LaneParts {
  readonly fork: () => DecoderProcess
  /** A job that takes longer is killed with its process. */
  readonly limitMs: number
  /** A process without work for this long is let go. */
  readonly idleMs: number
}

export interface DecoderLane {
  /** One at a time: the caller waits for its answer. null: no picture, too slow, or the process died. */
  run(job: DecodeJob): Promise<Uint8Array | null>
  /** Ends the process; a job under way answers null. */
  close(): void
}

interface LaneState {
  process: DecoderProcess | null
  current: { readonly id: number; readonly settle: (bytes: Uint8Array | null) => void } | null
  timer: NodeJS.Timeout | undefined
}

export function createDecoderLane(parts: LaneParts): DecoderLane {
  const state: LaneState = { process: null, current: null, timer: undefined }
  /** With its job, if it has one: the exit answers that. */
  const kill = (): void => state.process?.kill()
  /** Without a job: forgotten at once, since it takes a moment to die and must not be given the next one. */
  const letGo = (): void => {
    const { process } = state
    state.process = null
    process?.kill()
  }

  const settle = (bytes: Uint8Array | null): void => {
    clearTimeout(state.timer)
    state.timer = setTimeout(letGo, parts.idleMs).unref()
    const { current } = state
    state.current = null
    current?.settle(bytes)
  }

  const processOf = (): DecoderProcess => {
    if (state.process !== null) return state.process
    const started = parts.fork()
    state.process = started
    started.onMessage((answer) => {
      if (answer.id === state.current?.id) settle(answer.bytes)
    })
    started.onExit(() => {
      if (state.process !== started) return
      state.process = null
      if (state.current !== null) settle(null)
    })
    return started
  }

  return {
    run: (job) => {
      const { promise, resolve } = Promise.withResolvers<Uint8Array | null>()
      clearTimeout(state.timer)
      state.current = { id: job.id, settle: resolve }
      // The death of the process is what answers the job: one path for a slow file and for a crash.
      state.timer = setTimeout(kill, parts.limitMs)
      processOf().postMessage(job)
      return promise
    },
    close: () => {
      clearTimeout(state.timer)
      if (state.current === null) letGo()
      else kill()
    }
  }
}
