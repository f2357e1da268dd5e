/** Pictures of the sample library: painted by the reference service's artist, on threads of their own. */
import type { Worker } from 'node:worker_threads'
import { PainterPool } from '../../reference-service/painter-pool.ts'
import { PICTURE_PATH, readPictureName } from '../../reference-service/picture-name.ts'
import type { Download } from '../pictures/download-picture.ts'

export interface SamplePictures {
  /** The picture under an address of the sample; missing for every other one. */
  paint(address: string): Promise<Download>
  /** Ends the threads; what is being painted is given up. */
  close(): Promise<void>
}

/** Two paint a first screen in a few seconds, and leave the window its turn. */
const PAINTERS = 2

export function createSamplePictures(startPainter: () => Worker): SamplePictures {
  const pool = new PainterPool(PAINTERS, startPainter)
  return {
    paint: async (address) => {
      const spec = readPictureName(fileName(address))
      if (spec === null) return { kind: 'missing', how: 'lasting' }
      try {
        return { kind: 'found', bytes: await pool.paint(spec) }
      } catch {
        // The painter died or was ended: the tile asks again.
        return { kind: 'missing', how: 'passing' }
      }
    },
    close: () => pool.close()
  }
}

function fileName(address: string): string {
  const path = URL.canParse(address) ? new URL(address).pathname : ''
  return path.startsWith(PICTURE_PATH) ? path.slice(PICTURE_PATH.length) : ''
}
