/** The initial library of most flows, and the first steps in it. */
import type { PushEntry } from '../../src/main/engine/domain/entry.ts'
import type { Library } from '../../src/main/engine/library/create-library.ts'
import { nextSequence } from '../../src/main/engine/storage/meta.ts'
import { nextEntries } from '../../src/main/engine/storage/outbox.ts'
import { claimEntries } from '../../src/main/engine/storage/settle-entry.ts'
import { applyProjects } from '../../src/main/engine/storage/projects.ts'
import type { Result } from '../../src/shared/failure.ts'
import { image, put } from '../helpers/temporary-library.ts'
import { NOW, type World } from './statement-flow.ts'

export const IMAGES = 12
export const MANY = 101

export const numbers = (count: number): Uint32Array => Uint32Array.from({ length: count }, (_, at) => at + 1)

/** Adds images that are not favorites, under numbers from 1 on, and then two projects. */
export function seed({ db }: World, count = IMAGES): void {
  put(
    db,
    [...numbers(count)].map((id) => image(id, { favorite: false, results: [`r${id}`] }))
  )
  const records = ['north', 'south'].map((project) => ({ project, reports: 1, result: null, createdAt: 1, other: {} }))
  applyProjects(db, { records, requestSequence: nextSequence(db), readAt: NOW, pass: null })
}

/** Numbers that the library assigns: images first, then projects, then created images. */
export const PROJECT = IMAGES + 1
export const CREATED = IMAGES + 3
/** Number of the first batch. */
export const BATCH = 1

export const nothing = (): void => undefined
export const star = (library: Library, count: number): Result<unknown> =>
  library.setFavorite({ records: numbers(count), favorite: true })

export const starAll = (library: Library): Result<unknown> => star(library, IMAGES)

/** Claims all pending entries. */
export function claimAll({ db }: World): PushEntry[] {
  const due = { group: 'images', limit: 100, now: NOW + 60_000 } as const
  const entries = [...nextEntries(db, { ...due, lane: 'interactive' }), ...nextEntries(db, { ...due, lane: 'batch' })]
  claimEntries(db, { entries, instance: 'boot', now: NOW })
  return entries
}
