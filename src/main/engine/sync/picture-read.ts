/**
 * Reads an image that has no picture yet just before its star is sent. Its list of results, known to be empty, goes
 * along with the star, and would take away the one that became ready meanwhile.
 */
import type { Clock } from '../domain/clock.ts'
import type { PushEntry } from '../domain/entry.ts'
import { lacksPicture } from '../domain/lacks-picture.ts'
import type { PushLane } from './push-line.ts'
import { ReadAhead } from './read-ahead.ts'
import type { RecordLook } from './record-look.ts'

export interface PictureReadPorts {
  readonly clock: Clock
  readonly look: Pick<RecordLook, 'read'>
}

export class PictureRead {
  readonly #ports: PictureReadPorts
  readonly #ahead: ReadAhead

  constructor(ports: PictureReadPorts) {
    this.#ports = ports
    this.#ahead = new ReadAhead(ports.clock)
  }

  isFor(entry: PushEntry): boolean {
    return lacksPicture(entry, this.#ports.clock.now())
  }

  isFresh(entry: PushEntry): boolean {
    return this.#ahead.isFresh(entry)
  }

  wanted(entries: readonly PushEntry[]): PushEntry[] {
    return this.#ahead.wanted(entries)
  }

  /** False when nothing was learned. What is gone, or is shown nowhere, is left to the answer of its star. */
  read(entry: PushEntry, lane: PushLane): Promise<boolean> {
    return this.#ahead.during(entry, async () => {
      const looked = await this.#ports.look.read(entry, lane)
      if (looked !== null) this.#ahead.note(entry)
      return looked !== null
    })
  }
}
