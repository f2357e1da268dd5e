/** A library of the first version that has read a part of a service and was closed with stars to send. */
import type { RunningService } from '../../src/reference-service/server.ts'
import { OldLibrary, type OldEntry } from './old-library.ts'

const READ = 60
const STATES = ['ready', 'ready', 'ready', 'claimed', 'unknown', 'postponed'] as const
const STARS = 18

/** Writes it; answers the records whose stars wait. */
export function writeStarsOf(file: string, service: RunningService): number[] {
  const library = new OldLibrary(file, 1, { images: 'images-key', projects: 'projects-key' })
  const images = [...service.truth.images].slice(0, READ)
  const records = images.map(([id, { name, favorite }]) => ({
    favorite,
    record: library.image(id, { name, favorite })
  }))
  const plain = records.filter(({ favorite }) => !favorite).slice(0, STARS)
  const entries = plain.map(({ record }, at): OldEntry => {
    const state = STATES[at % STATES.length] ?? 'ready'
    return { record, kind: 'favorite', want: 1, state }
  })
  library.batch('favorite', 'favorite', entries)
  library.close()
  return plain.map(({ record }) => record)
}
