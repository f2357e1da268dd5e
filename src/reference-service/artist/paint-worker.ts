/** The thread that paints: one spec in, one encoded picture out. */
import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { PaintReply } from '../painter-pool.ts'
import type { PictureSpec } from '../picture-name.ts'
import { paintPicture } from './paint-picture.ts'

const port = parentPort
if (port === null) throw new Error('paint-worker runs as a worker thread')

// Painting is pure computing, and on a small machine the program under test runs beside it. On Linux a thread has a
// priority of its own; elsewhere this would slow the whole process down. Not the lowest one: beside other programs that
// compute it would get nothing at all, and a person who looks at the sample would wait minutes for its pictures.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

port.on('message', (spec: PictureSpec) => {
  try {
    // Copied: the encoder's memory may be shared, and only memory of our own can be handed over.
    const bytes = new Uint8Array(paintPicture(spec))
    port.postMessage({ ok: true, bytes } satisfies PaintReply, [bytes.buffer])
  } catch (cause) {
    port.postMessage({ ok: false, detail: String(cause) } satisfies PaintReply)
  }
})
