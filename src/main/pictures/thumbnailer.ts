/** Small pictures from bytes, made in processes that may die. One job at a time in each, so the culprit is known. */
import type { DecodeJob } from '../../shared/decode-message.ts'
import { DecoderLane, type DecodedPictures, type LaneParts } from './decoder-lane.ts'

export interface ThumbnailerParts extends LaneParts {
  readonly lanes: number
}

export interface Thumbnailer {
  /** WebP files in the order of `sizes`; null when the bytes are no picture, or their decoder died. */
  make(wanted: Omit<DecodeJob, 'id'>): Promise<DecodedPictures>
  /** Ends the processes; jobs under way answer null. */
  close(): void
}

interface Waiting {
  readonly job: DecodeJob
  readonly settle: (pictures: DecodedPictures) => void
}

export function createThumbnailer(parts: ThumbnailerParts): Thumbnailer {
  const lanes = Array.from({ length: parts.lanes }, () => new DecoderLane(parts))
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
    make: (wanted) => {
      const { promise, resolve } = Promise.withResolvers<DecodedPictures>()
      counter.id += 1
      waiting.push({ job: { id: counter.id, ...wanted }, settle: resolve })
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
