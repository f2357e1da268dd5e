/** Small pictures from bytes, made in processes that may die. One job at a time in each, so the culprit is known. */
import type { DecodeAnswer, DecodeJob } from './decode-message.ts'

/** What is used of a decoder process. */
export interface DecoderProcess {
  postMessage(job: DecodeJob): void
  onMessage(listener: (answer: DecodeAnswer) => void): void
  onExit(listener: () => void): void
  kill(): void
}

export interface ThumbnailerParts {
  readonly fork: () => DecoderProcess
  readonly lanes: number
  /** A job that takes longer is killed with its process. */
  readonly limitMs: number
  /** A process without work for this long is let go. */
  readonly idleMs: number
}

export interface Thumbnailer {
  /** WebP bytes whose longest edge is at most `size` px; null when the bytes are no picture, or its decoder died. */
  make(bytes: Uint8Array, size: number): Promise<Uint8Array | null>
  /** Ends the processes; jobs under way answer null. */
  close(): void
}

interface Waiting {
  readonly job: DecodeJob
  readonly settle: (bytes: Uint8Array | null) => void
}

interface Lane {
  process: DecoderProcess | null
  current: Waiting | null
  timer: NodeJS.Timeout | undefined
}

export function createThumbnailer(parts: ThumbnailerParts): Thumbnailer {
  const lanes: Lane[] = Array.from({ length: parts.lanes }, () => ({ process: null, current: null, timer: undefined }))
  const waiting: Waiting[] = []
  const counter = { id: 0 }

  const settle = (lane: Lane, bytes: Uint8Array | null): void => {
    clearTimeout(lane.timer)
    const { current } = lane
    lane.current = null
    current?.settle(bytes)
    const next = waiting.shift()
    if (next !== undefined) begin(lane, next)
    else lane.timer = setTimeout(() => lane.process?.kill(), parts.idleMs).unref()
  }

  const processOf = (lane: Lane): DecoderProcess => {
    if (lane.process !== null) return lane.process
    const started = parts.fork()
    lane.process = started
    started.onMessage((answer) => {
      if (answer.id === lane.current?.job.id) settle(lane, answer.bytes)
    })
    started.onExit(() => {
      if (lane.process !== started) return
      lane.process = null
      if (lane.current !== null) settle(lane, null)
    })
    return started
  }

  const begin = (lane: Lane, next: Waiting): void => {
    clearTimeout(lane.timer)
    lane.current = next
    // The death of the process is what answers the job: one path for a slow file and for a crash.
    lane.timer = setTimeout(() => lane.process?.kill(), parts.limitMs)
    processOf(lane).postMessage(next.job)
  }

  return {
    make: (bytes, size) => {
      const { promise, resolve } = Promise.withResolvers<Uint8Array | null>()
      counter.id += 1
      const wanted: Waiting = { job: { id: counter.id, bytes, size }, settle: resolve }
      const free = lanes.find((lane) => lane.current === null)
      if (free === undefined) waiting.push(wanted)
      else begin(free, wanted)
      return promise
    },
    close: () => {
      for (const left of waiting.splice(0)) left.settle(null)
      for (const lane of lanes) {
        clearTimeout(lane.timer)
        lane.process?.kill()
      }
    }
  }
}
