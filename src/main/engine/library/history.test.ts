/**
 * Random histories of clicks, sending, answers, pages and crashes. After every step the receipts add up, the counts
 * are those of the outbox, and what the screen shows is what a naive model of the world says.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'

import { image, put, temporaryLibrary, valueOf } from '../../../../test/helpers/temporary-library.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { ImageQuery } from '../../../shared/query.ts'
import type { EntryResult } from '../domain/entry.ts'
import { findReceipt } from '../storage/batches.ts'
import { inTransaction, type WriteDb } from '../storage/database.ts'
import { applyImages } from '../storage/images.ts'
import { nextTick } from '../storage/meta.ts'
import {
  claimEntries,
  countOutbox,
  nextEntries,
  releaseClaims,
  settleEntries,
  unknownEntries
} from '../storage/outbox.ts'
import { createLibrary } from './create-library.ts'
import { createLibraryReader, type LibraryReader } from './reader.ts'

const RECORDS = 6
const FAILURE: Failure = { code: 'service-trouble', status: 503 }
const REFUSED: Failure = { code: 'refused-fields', status: 422, detail: 'no' }

const EVERYTHING: ImageQuery = {
  search: '',
  searchBy: 'name',
  looks: { style: [], medium: [], filter: [], resolution: [] },
  favorite: null,
  mark: 'any',
  sortBy: 'id',
  sort: 'asc'
}

type Outcome = EntryResult['outcome']
type Kind = Outcome['kind']

type Step =
  | { readonly do: 'set'; readonly records: readonly number[]; readonly favorite: boolean }
  | { readonly do: 'claim'; readonly lane: 'hand' | 'batch'; readonly limit: number }
  | { readonly do: 'settle'; readonly at: number; readonly kind: Kind; readonly shows: boolean }
  | { readonly do: 'stale'; readonly at: number; readonly kind: Kind }
  | { readonly do: 'page'; readonly records: readonly number[]; readonly favorite: boolean; readonly isLate: boolean }
  | { readonly do: 'crash' }

const record = fc.integer({ min: 1, max: RECORDS })
const records = fc.oneof(
  fc.uniqueArray(record, { maxLength: RECORDS }),
  record.map((one) => [one])
)
const kind = fc.constantFrom<Kind>('acknowledged', 'already-so', 'ready', 'postponed', 'unknown', 'rejected')
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('set'), records, favorite: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('claim'),
      lane: fc.constantFrom('hand', 'batch'),
      limit: fc.integer({ min: 1, max: 4 })
    })
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('settle'), at: fc.nat(9), kind, shows: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('stale'), at: fc.nat(9), kind }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('page'), records, favorite: fc.boolean(), isLate: fc.boolean() })
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('crash') }) }
) as fc.Arbitrary<Step>

/** What the world looks like to somebody who keeps one line for each record. */
interface Line {
  mirror: boolean
  want: boolean | null
  revision: number
  flight: { value: boolean; revision: number; isUnknown: boolean } | null
  needsYou: boolean
}

class World {
  readonly db: WriteDb
  readonly reader: LibraryReader
  readonly lines = new Map<number, Line>()
  readonly library
  now = 1_000_000

  constructor() {
    const { db, reader } = temporaryLibrary()
    this.db = db
    this.library = createLibrary({ db, now: () => this.now, onChange: () => undefined, wake: () => undefined })
    for (let n = 1; n <= RECORDS; n++) {
      // Never told, told and not a favorite, a favorite.
      const favorite = [undefined, false, true][n % 3]
      put(db, [image(n, favorite === undefined ? {} : { favorite })])
      this.lines.set(n, { mirror: favorite ?? false, want: null, revision: 0, flight: null, needsYou: false })
    }
    this.reader = createLibraryReader(reader())
  }

  line(of: number): Line {
    const line = this.lines.get(of)
    if (line === undefined) throw new Error(`no record ${of}`)
    return line
  }

  run(one: Step): void {
    // Far apart, so that no answer is taken for that of a lagging replica; that rule has tests of its own.
    this.now += 1_000_000
    if (one.do === 'set') this.set(one.records, one.favorite)
    if (one.do === 'claim') this.claim(one.lane, one.limit)
    if (one.do === 'settle') this.settle(one)
    if (one.do === 'stale') this.stale(one)
    if (one.do === 'page') this.page(one)
    if (one.do === 'crash') this.crash()
  }

  set(chosen: readonly number[], favorite: boolean): void {
    const expected = chosen.filter((of) => (this.line(of).want ?? this.line(of).mirror) !== favorite)
    const { batch, changed } = valueOf(this.library.setFavorite({ records: Uint32Array.from(chosen), favorite }))
    expect([...changed]).toEqual(expected.toSorted((a, b) => a - b))
    expect(batch.size).toBe(chosen.length)
    for (const of of expected) {
      const line = this.line(of)
      line.needsYou = false
      line.want = line.flight === null && line.mirror === favorite ? null : favorite
      line.revision += 1
    }
  }

  claim(lane: 'hand' | 'batch', limit: number): void {
    const entries = nextEntries(this.db, { lane, limit, now: this.now })
    const claimed = claimEntries(this.db, { entries, boot: 'boot', now: this.now })
    expect(claimed).toEqual(entries.map(({ entry }) => entry))
    for (const { record: of, want, mirror } of entries) {
      const line = this.line(of)
      expect(line.flight).toBeNull()
      expect(line.needsYou).toBe(false)
      expect(want).toBe(line.want)
      expect(mirror.favorite ?? false).toBe(line.mirror)
      line.flight = { value: want, revision: line.revision, isUnknown: false }
    }
  }

  /** In flight by the outbox: what was sent, and which revision the answer is to. */
  inFlight(): { entry: number; record: number; revision: number; sent: number }[] {
    return this.db.all(
      `SELECT entry, record, revision, claimed_revision AS sent FROM outbox WHERE claimed_revision IS NOT NULL ORDER BY entry`
    )
  }

  settle({ at, kind: outcome, shows }: Step & { do: 'settle' }): void {
    const flying = this.inFlight()
    const one = flying[at % Math.max(1, flying.length)]
    if (one === undefined) return
    const line = this.line(one.record)
    const { flight } = line
    if (flight === null) throw new Error('in flight in the outbox only')
    // What was sent is answered; what is unknown is looked up with the newest want in mind.
    const isLookUp = flight.isUnknown
    const answersNewest = isLookUp || one.sent === one.revision
    // A look-up says where the service stands: in place, or not there.
    const kinds: Kind = isLookUp && outcome === 'acknowledged' ? 'already-so' : outcome
    const standing = kinds === 'ready' && isLookUp ? !line.want : shows
    const showsImage = (kinds === 'ready' && isLookUp) || (kinds === 'rejected' && shows && !isLookUp)
    const value = showsImage ? (isLookUp ? standing : line.mirror) : null
    settleEntries(this.db, {
      results: [{ entry: one.entry, revision: isLookUp ? one.revision : one.sent, outcome: this.outcome(kinds) }],
      images: value === null ? [] : [image(one.record, { favorite: value })],
      now: this.now,
      tick: nextTick(this.db)
    })
    if (value !== null) line.mirror = value
    this.follow(line, kinds, answersNewest)
  }

  follow(line: Line, outcome: Kind, answersNewest: boolean): void {
    const sent = line.flight?.value ?? false
    const isUnknown = line.flight?.isUnknown ?? false
    if (outcome === 'unknown' || (outcome === 'postponed' && isUnknown)) {
      if (line.flight) line.flight = { ...line.flight, isUnknown: true }
      return
    }
    if (outcome === 'acknowledged' || outcome === 'already-so') {
      line.mirror = answersNewest ? (line.want ?? sent) : sent
    }
    line.flight = null
    if (outcome === 'rejected' && answersNewest) line.needsYou = true
    else if (line.want === line.mirror) line.want = null
  }

  outcome(of: Kind): Outcome {
    if (of === 'postponed') return { kind: of, notBefore: this.now, failure: FAILURE, countsAttempt: false }
    if (of === 'unknown') return { kind: of, failure: FAILURE }
    if (of === 'rejected') return { kind: of, failure: REFUSED }
    return { kind: of }
  }

  /** An answer to something that is over, or to a revision that never was sent. */
  stale({ at, kind: outcome }: Step & { do: 'stale' }): void {
    const before = this.dump()
    const result = { entry: 1 + at, revision: 1_000 + at, outcome: this.outcome(outcome) }
    const settled = settleEntries(this.db, { results: [result], images: [], now: this.now, tick: nextTick(this.db) })
    expect(settled).toEqual({ changed: [], batches: [] })
    expect(this.dump()).toEqual(before)
  }

  page({ records: shown, favorite, isLate }: Step & { do: 'page' }): void {
    const askedAt = isLate ? 0 : nextTick(this.db)
    const images = shown.map((of) => image(of, { favorite }))
    applyImages(this.db, { records: images, askedAt, readAt: this.now, pass: null })
    if (isLate) return this.readMirror()
    for (const of of shown) {
      const line = this.line(of)
      line.mirror = favorite
      if (line.flight !== null || line.want !== favorite) continue
      line.want = null
      line.needsYou = false
    }
  }

  /** A late answer may only change what nobody has told since; which that is, the mirror knows. */
  readMirror(): void {
    const rows = this.db.all<{ record: number; favorite: number | null; fresh_tick: number }>('SELECT * FROM flags')
    for (const row of rows) {
      const line = this.line(row.record)
      if (row.fresh_tick > 0) expect(row.favorite === 1).toBe(line.mirror)
      line.mirror = row.favorite === 1
      if (line.flight !== null || line.want !== line.mirror) continue
      line.want = null
      line.needsYou = false
    }
  }

  crash(): void {
    const flying = [...this.lines.values()].filter((line) => line.flight !== null && !line.flight.isUnknown)
    expect(releaseClaims(this.db, 'next boot')).toEqual({ released: flying.length })
    for (const line of flying) if (line.flight) line.flight = { ...line.flight, isUnknown: true }
  }

  dump(): unknown {
    return ['flags', 'outbox', 'batches', 'batch_items', 'changes'].map((table) =>
      this.db.all(`SELECT * FROM ${table}`)
    )
  }

  check(): void {
    this.checkReceipts()
    this.checkOutbox()
    this.checkScreen()
  }

  checkReceipts(): void {
    for (const batch of this.db.column<number>('SELECT batch FROM batches')) {
      const receipt = findReceipt(this.db, batch)
      if (receipt === null) throw new Error('no receipt')
      const { size, done, alreadySo, waiting, needsYou, takenBack, sending, checking, finishedAt } = receipt
      expect(done + alreadySo + waiting + needsYou + takenBack).toBe(size)
      expect(sending + checking).toBeLessThanOrEqual(waiting)
      expect(finishedAt === null).toBe(waiting > 0)
      const items = this.db.all<{ outcome: string; n: number }>(
        'SELECT outcome, count(*) AS n FROM batch_items WHERE batch = ? GROUP BY outcome',
        [batch]
      )
      const counted = Object.fromEntries(items.map((item) => [item.outcome, item.n]))
      const kept = { done, 'already-so': alreadySo, waiting, 'needs-you': needsYou, 'taken-back': takenBack }
      for (const [outcome, n] of Object.entries(kept)) expect(counted[outcome] ?? 0).toBe(n)
    }
  }

  checkOutbox(): void {
    const lines = [...this.lines.values()]
    const left = lines.filter((line) => line.want !== null)
    const counts = countOutbox(this.db)
    expect(counts).toEqual({
      waiting: left.filter((line) => !line.needsYou).length,
      sending: left.filter((line) => line.flight !== null && !line.flight.isUnknown).length,
      checking: left.filter((line) => line.flight?.isUnknown).length,
      needsYou: left.filter((line) => line.needsYou).length
    })
    expect(unknownEntries(this.db, 100, this.now)).toHaveLength(counts.checking)
    // Every want and every older request in flight has exactly one item that waits or needs the person.
    const open = lines.map((line) => {
      const older = line.flight !== null && line.flight.revision !== line.revision
      return (line.want === null ? 0 : 1) + (older ? 1 : 0)
    })
    const items = "SELECT count(*) FROM batch_items WHERE outcome IN ('waiting', 'needs-you')"
    expect(this.db.value(items)).toBe(open.reduce((a, b) => a + b, 0))
  }

  checkScreen(): void {
    const numbers = Uint32Array.from(this.lines.keys())
    const rows = valueOf(this.reader.getImages({ records: numbers }))
    const shown = rows.map((row) => [row.record, row.favorite, row.mark])
    const expected = [...this.lines].map(([of, line]) => {
      const mark = line.want === null ? 'none' : line.needsYou ? 'needs-you' : 'waiting'
      return [of, line.want ?? line.mirror, mark]
    })
    expect(shown).toEqual(expected)
    const { totals } = valueOf(this.reader.countFacets({ query: EVERYTHING }))
    expect(totals.favorites).toBe(expected.filter(([, favorite]) => favorite).length)
    expect(totals.waiting).toBe(expected.filter(([, , mark]) => mark === 'waiting').length)
    expect(totals.needsYou).toBe(expected.filter(([, , mark]) => mark === 'needs-you').length)
  }
}

it('adds up after every step of every history', { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 50 }), (steps) => {
      const world = new World()
      for (const one of steps) {
        world.run(one)
        world.check()
      }
    }),
    { numRuns: 60 }
  )
})

/** A handle that fails at the n-th statement that writes. */
function faulty(db: WriteDb, at: number): WriteDb {
  const left = { count: at }
  const spend = (): void => {
    if (left.count === 0) throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR' })
    left.count -= 1
  }
  return {
    ...db,
    run: (sql, params) => {
      spend()
      return db.run(sql, params)
    },
    insert: (sql, params) => {
      spend()
      return db.insert(sql, params)
    }
  }
}

/** Runs `work` with a fault at the first, second, ... statement until it gets through; nothing may be half done. */
function failEverywhere(world: World, work: (db: WriteDb) => unknown): number {
  for (let at = 0; ; at++) {
    const before = world.dump()
    try {
      work(faulty(world.db, at))
      world.checkReceipts()
      return at
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error
      expect(world.db.isInTransaction()).toBe(false)
      expect(world.dump()).toEqual(before)
    }
  }
}

it('leaves nothing half done wherever a statement fails', () => {
  const world = new World()
  const setAll = (db: WriteDb, favorite: boolean): void => {
    const ports = { now: () => 1, onChange: () => undefined, wake: () => undefined }
    const records = Uint32Array.of(1, 2, 3, 4, 5, 6)
    const set = createLibrary({ db, ...ports }).setFavorite({ records, favorite })
    if (!set.ok) throw Object.assign(new Error('refused'), { code: set.failure.code })
  }
  expect(failEverywhere(world, (db) => setAll(db, true))).toBeGreaterThan(3)
  const entries = nextEntries(world.db, { lane: 'batch', limit: 2, now: 1 })
  const claim = (db: WriteDb): unknown => claimEntries(db, { entries, boot: 'boot', now: 1 })
  expect(failEverywhere(world, claim)).toBe(2)
  expect(failEverywhere(world, (db) => setAll(db, false))).toBeGreaterThan(5)
  const results = world.inFlight().map(({ entry, sent }) => ({
    entry,
    revision: sent,
    outcome: { kind: 'acknowledged' } as const
  }))
  const images = [image(1, { favorite: true, name: 'renamed' })]
  const settle = (db: WriteDb): unknown => settleEntries(db, { results, images, now: 5, tick: nextTick(db) })
  expect(failEverywhere(world, settle)).toBeGreaterThan(8)
  const page = [image(1, { name: 'again' }), image(7, { favorite: true }), image(8)]
  const apply = (db: WriteDb): unknown =>
    applyImages(db, { records: page, askedAt: nextTick(db), readAt: 9, pass: null })
  expect(failEverywhere(world, apply)).toBeGreaterThan(8)
})

it('claims in one transaction with whatever surrounds it', () => {
  const world = new World()
  world.set([1, 2], true)
  expect(() =>
    inTransaction(world.db, () => {
      world.claim('batch', 9)
      throw new Error('later')
    })
  ).toThrow('later')
  expect(countOutbox(world.db).sending).toBe(0)
})
