/** Small pictures from bytes, made in processes that may die. One job at a time in each, so the culprit is known. */
import type { DecodeJob } from './decode-message.ts'
import { createDecoderLane, type DecoderLane, type LaneParts } from './decoder-lane.ts'

export interface ThumbnailerParts extends LaneParts {
  readonly lanes: number
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

export function createThumbnailer(parts: ThumbnailerParts): Thumbnailer {
  const lanes = Array.from({ length: parts.lanes }, () => createDecoderLane(parts))
  const waiting: Waiting[] = []
  const counter = { id: 0 }

  const idle = new Set(lanes)

  const work = async (lane: DecoderLane): Promise<void> => {
    idle.delete(lane)
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      next.settle(await lane.run(next.job))
    }
    idle.add(lane)
  }

  return {
    make: (bytes, size) => {
      const { promise, resolve } = Promise.withResolvers<Uint8Array | null>()
      counter.id += 1
      waiting.push({ job: { id: counter.id, bytes, size }, settle: resolve })
      const [lane] = idle
      if (lane !== undefined) void work(lane)
      return promise
    },
    close: () => {
      for (const left of waiting.splice(0)) left.settle(null)
      for (const lane of lanes) lane.close()
    }
  }
}
