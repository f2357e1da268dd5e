/** A library that has read a part of a service and was left with pending favorites. */
import type { RunningService } from '../../src/reference-service/server.ts'
import { FoundLibrary, type FoundEntry } from './found-library.ts'

const READ = 60
const STATES = ['waiting', 'waiting', 'waiting', 'sent', 'unknown', 'waiting'] as const
const STARS = 18

/** Writes the library; returns the records with pending favorites. */
export function writeStarsOf(file: string, service: RunningService): number[] {
  const library = new FoundLibrary(file, { images: 'images-key', projects: 'projects-key' })
  const images = [...service.truth.images].slice(0, READ)
  const records = images.map(([id, { name, favorite }]) => ({
    favorite,
    record: library.image(id, { name, favorite })
  }))
  const plain = records.filter(({ favorite }) => !favorite).slice(0, STARS)
  const entries = plain.map(({ record }, at): FoundEntry => {
    const state = STATES[at % STATES.length] ?? 'waiting'
    return { record, kind: 'favorite', want: 1, state }
  })
  library.batch('favorite', 'favorite', entries)
  library.close()
  return plain.map(({ record }) => record)
}
