/** Creates thumbnails in processes that may crash. Each runs one job at a time, so the cause of a crash is known. */
import { DecoderLane, type DecodedPictures, type LaneParts, type DecodeJob } from './decoder-lane.ts'

export interface ThumbnailerParts extends LaneParts {
  readonly lanes: number
}

export interface Thumbnailer {
  /** Creates WebP files in the order of `sizes`; `null` if the bytes are not a picture or the decoder crashed. */
  make(job: Omit<DecodeJob, 'id'>): Promise<DecodedPictures>
  /** Stops the processes; pending jobs resolve with `null`. */
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
    make: (job) => {
      const { promise, resolve } = Promise.withResolvers<DecodedPictures>()
      counter.id += 1
      waiting.push({ job: { id: counter.id, ...job }, settle: resolve })
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
