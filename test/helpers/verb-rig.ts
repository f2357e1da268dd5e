/** A small library with every verb and the few steps of push, for tests that specify each step. */
import type { EntryResult, PushEntry } from '../../src/main/engine/domain/entry.ts'
import { createLibrary, type Library } from '../../src/main/engine/library/create-library.ts'
import { createLibraryReader, type LibraryReader } from '../../src/main/engine/library/reader.ts'
import { readReceipt } from '../../src/main/engine/storage/batches.ts'
import { claimCreate, nextCreates } from '../../src/main/engine/storage/creates.ts'
import type { WriteDb } from '../../src/main/engine/storage/database.ts'
import { nextSequence } from '../../src/main/engine/storage/meta.ts'
import { nextEntries } from '../../src/main/engine/storage/outbox.ts'
import {
  claimEntries,
  settleEntries,
  type Settled,
  type ShownImage
} from '../../src/main/engine/storage/settle-entry.ts'
import type { LibraryChange } from '../../src/shared/bridge.ts'
import type { CreateForm } from '../../src/shared/change.ts'
import { EMPTY_QUERY, type ImageQuery } from '../../src/shared/query.ts'
import type { Group } from '../../src/shared/sync-status.ts'
import { image, put, temporaryLibrary, valueOf } from './temporary-library.ts'
import { NO_FACETS } from '../../src/shared/image.ts'

export const FORM: CreateForm = {
  name: 'Harbour',
  description: 'A harbour in fog',
  resolution: '512x512',
  ...NO_FACETS,
  style: 'anime'
}

export interface VerbRig {
  readonly db: WriteDb
  readonly library: Library
  readonly reader: LibraryReader
  readonly changes: LibraryChange[]
  /** ms since epoch; advances only when a test sets it. */
  readonly clock: { now: number }
  /** The nonzero counts of a receipt, including its size. */
  readonly receipt: (batch: number) => Record<string, number>
  /** Claims what may be sent now. */
  readonly claim: (group?: Group) => PushEntry[]
  readonly claimCreates: () => ReturnType<typeof nextCreates>
  readonly settle: (
    entry: { readonly entry: number; readonly revision: number },
    outcome: EntryResult['outcome'],
    images?: readonly ShownImage[]
  ) => Settled
  readonly view: (query?: Partial<ImageQuery>) => number[]
}

/** Creates a library of `size` images that are not favorites, named Image 1 and so on. */
export function verbRig(size = 5): VerbRig {
  const { db, reader: open } = temporaryLibrary()
  put(
    db,
    Array.from({ length: size }, (_, n) => image(n + 1, { favorite: false, results: [`r${n + 1}`] }))
  )
  const clock = { now: 1_000_000 }
  const changes: LibraryChange[] = []
  const onChange = (change: LibraryChange): void => void changes.push(change)
  const library = createLibrary({ db, now: () => clock.now, onChange, wake: () => undefined })
  const reader = createLibraryReader(open())
  return {
    db,
    library,
    reader,
    changes,
    clock,
    receipt: (batch) => {
      const {
        size: all,
        done,
        unchanged,
        waiting,
        sending,
        checking,
        needsAttention,
        canceled
      } = readReceipt(db, batch)
      const counts = { size: all, done, unchanged, waiting, sending, checking, needsAttention, canceled }
      return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
    },
    claim: (group = 'images') => {
      const { now } = clock
      const lanes = ['interactive', 'batch'] as const
      const due = lanes.flatMap((lane) => nextEntries(db, { group, lane, limit: 100, now }))
      const claimed = claimEntries(db, { entries: due, instance: 'boot', now })
      return due.filter(({ entry }) => claimed.includes(entry))
    },
    claimCreates: () => {
      const creates = nextCreates(db, { limit: 10, now: clock.now })
      return creates.filter((create) => claimCreate(db, { create, instance: 'boot', now: clock.now, highestId: '5' }))
    },
    settle: ({ entry, revision }, outcome, images = []) =>
      settleEntries(db, {
        results: [{ entry, revision, outcome }],
        images,
        now: clock.now,
        sequence: nextSequence(db)
      }),
    view: (query = {}) => [...valueOf(reader.openView({ query: { ...EMPTY_QUERY, sort: 'asc', ...query } })).numbers]
  }
}

/** Returns the only element; fails the test for any other length. */
export function only<T>(list: readonly T[]): T {
  const [one] = list
  if (one === undefined || list.length !== 1) throw new Error(`expected one, got ${list.length}`)
  return one
}
