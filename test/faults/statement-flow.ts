/** One main flow of the engine whose statements can fail, and a library in which it can be run repeatedly. */
import { copyFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { type Library, createLibrary } from '../../src/main/engine/library/create-library.ts'
import {
  type ReadDb,
  type WriteDb,
  close,
  openForReading,
  openForWriting
} from '../../src/main/engine/storage/database.ts'
import type { Result } from '../../src/shared/failure.ts'
import { valueOf } from '../helpers/temporary-library.ts'

export const NOW = Date.UTC(2026, 0, 3)

export type Outcome = Result<unknown> | Promise<Result<unknown>>

/** A flow that is ready to run; it may be run again after it failed. */
interface Ready {
  readonly run: () => Outcome
  /** `null`: no handle is open between two runs. */
  readonly db: WriteDb | null
  readonly close: () => void
}

export interface Flow {
  readonly name: string
  /** `npm test` breaks every n-th statement, `npm run test:deep` breaks each. */
  readonly stride: number
  /** Creates the initial library. */
  readonly setUp: (file: string) => void
  readonly ready: (file: string) => Ready
  /** Everything that the flow can change, while it is ready. */
  readonly stateOf: (file: string, ready: Ready) => string
}

export interface World {
  readonly db: WriteDb
  readonly library: Library
  readonly reader: ReadDb
}

function openWorld(file: string): World {
  const db = valueOf(openForWriting(file))
  const library = createLibrary({ db, now: () => NOW, onChange: () => undefined, wake: () => undefined })
  return { db, library, reader: valueOf(openForReading(file)) }
}

function closeWorld({ db, reader }: World): void {
  close(reader)
  close(db)
}

/** `stride` of a flow of several dozen statements. */
export const STRIDE = 10

/** A flow in an open library. `run`: handles thrown errors as its caller in the program does. */
export function inLibrary(name: string, setUp: (world: World) => void, run: (world: World) => Outcome): Flow {
  return {
    name,
    stride: STRIDE,
    setUp: (file) => {
      const world = openWorld(file)
      setUp(world)
      closeWorld(world)
    },
    ready: (file) => {
      const world = openWorld(file)
      return { db: world.db, run: () => run(world), close: () => closeWorld(world) }
    },
    stateOf: (_, { db }) => (db === null ? '' : rowsOf(db))
  }
}

/** Counters of requests and responses increase with every attempt, including failed ones. */
const SEQUENCES = new Set(['sequence', 'request_sequence', 'fresh_sequence', 'doubt_sequence', 'started_sequence'])
/** Rows of `meta` whose value is such a counter. */
const SEQUENCE_NOTES = /^(sequence$|kept-at:)/
/** Internal tables of the query planner and the search index. */
const INNER = /^(sqlite_stat|trigrams_)/

/** Every row of every table, but for ticks. */
function rowsOf(db: ReadDb): string {
  const names = db.column<string>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
  const tables = names.filter((name) => !INNER.test(name) && name !== 'trigrams')
  return JSON.stringify(tables.map((table) => [table, db.all<object>(`SELECT * FROM "${table}"`).map(withoutTicks)]))
}

/** Result of SQLite's check of a file: 'ok' if it is intact. */
export function checkOf(file: string): unknown {
  const db = new Database(file, { readonly: true })
  const check = db.pragma('quick_check', { simple: true })
  db.close()
  return check
}

function withoutTicks(row: object): unknown {
  const columns = Object.entries(row).filter(([name]) => !SEQUENCES.has(name))
  const key = columns.find(([name]) => name === 'key')?.[1]
  return typeof key === 'string' && SEQUENCE_NOTES.test(key) ? key : columns
}

/** Replaces a library by a copy of another, without leftover files. */
export function putLibrary(from: string, to: string): void {
  for (const end of ['', '-wal', '-shm', '.rebuilding', '.rebuilding-wal', '.rebuilding-shm'])
    rmSync(to + end, { force: true })
  for (const name of readdirSync(dirname(to))) {
    if (name.includes('.damaged-') || name.includes('.rebuilt-')) rmSync(`${dirname(to)}/${name}`, { recursive: true })
  }
  copyFileSync(from, to)
  const journal = statSync(`${from}-wal`, { throwIfNoEntry: false })
  if ((journal?.size ?? 0) > 0) throw new Error('close the library before copying it')
}
