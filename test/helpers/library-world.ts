/** A real library and a simple model of it; every step is applied to both. */
import assert from 'node:assert/strict'

import { createLibrary } from '../../src/main/engine/library/create-library.ts'
import { createLibraryReader, type LibraryReader } from '../../src/main/engine/library/reader.ts'
import { findReceipt } from '../../src/main/engine/storage/batches.ts'
import type { WriteDb } from '../../src/main/engine/storage/database.ts'
import { applyImages } from '../../src/main/engine/storage/images.ts'
import { nextSequence } from '../../src/main/engine/storage/meta.ts'
import { countOutbox, nextEntries, unknownEntries } from '../../src/main/engine/storage/outbox.ts'
import { claimEntries, releaseClaims, settleEntries } from '../../src/main/engine/storage/settle-entry.ts'
import { EMPTY_QUERY, type ImageQuery } from '../../src/shared/query.ts'
import { RECORDS, type Kind, type Outcome, type Step } from './library-steps.ts'
import { REFUSED, SERVICE_ERROR } from './push-failures.ts'
import { image, put, temporaryLibrary, valueOf } from './temporary-library.ts'

/** The query for every image. */
const EVERYTHING: ImageQuery = { ...EMPTY_QUERY, sort: 'asc' }

/** Model of the world with one line per record. */
interface Line {
  mirror: boolean
  want: boolean | null
  revision: number
  flight: { value: boolean; revision: number; isUnknown: boolean } | null
  needsAttention: boolean
}

export class World {
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
      // Cycles through: favorite state never reported, not a favorite, a favorite.
      const favorite = [undefined, false, true][n % 3]
      put(db, [image(n, favorite === undefined ? {} : { favorite })])
      this.lines.set(n, { mirror: favorite ?? false, want: null, revision: 0, flight: null, needsAttention: false })
    }
    this.reader = createLibraryReader(reader())
  }

  line(of: number): Line {
    const line = this.lines.get(of)
    if (line === undefined) throw new Error(`no record ${of}`)
    return line
  }

  /** Applies one step to the library and to the model. */
  run(one: Step): void {
    // The steps are far apart, so that no response counts as that of a lagging replica; that rule has its own tests.
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
    assert.deepEqual(
      [...changed],
      expected.toSorted((a, b) => a - b)
    )
    assert.equal(batch.size, chosen.length)
    for (const of of expected) {
      const line = this.line(of)
      line.needsAttention = false
      line.want = line.flight === null && line.mirror === favorite ? null : favorite
      line.revision += 1
    }
  }

  claim(lane: 'interactive' | 'batch', limit: number): void {
    const entries = nextEntries(this.db, { group: 'images', lane, limit, now: this.now })
    const claimed = claimEntries(this.db, { entries, instance: 'boot', now: this.now })
    assert.deepEqual(
      claimed,
      entries.map(({ entry }) => entry)
    )
    for (const { record: of, want, mirror } of entries) {
      const line = this.line(of)
      assert.equal(line.flight, null)
      assert.equal(line.needsAttention, false)
      assert.equal(want, line.want)
      assert.equal(mirror.favorite ?? false, line.mirror)
      line.flight = { value: want, revision: line.revision, isUnknown: false }
    }
  }

  /** In flight according to the outbox: the sent value, and the revision that the response belongs to. */
  inFlight(): { entry: number; record: number; revision: number; sent: number }[] {
    return this.db.all(
      `SELECT entry, record, revision, sent_revision AS sent FROM entries WHERE sent_revision IS NOT NULL ORDER BY entry`
    )
  }

  settle({ at, kind: outcome, shows }: Step & { do: 'settle' }): void {
    const requests = this.inFlight()
    const one = requests[at % Math.max(1, requests.length)]
    if (one === undefined) return
    const line = this.line(one.record)
    const { flight } = line
    if (flight === null) throw new Error('the request is in flight only in the outbox')
    // A sent change gets a response; an unknown one is looked up, compared with the newest desired value.
    const isLookup = flight.isUnknown
    const answersNewest = isLookup || one.sent === one.revision
    // A lookup returns the state at the service: has the value, or does not.
    const kinds: Kind = isLookup && outcome === 'acknowledged' ? 'unchanged' : outcome
    const atService = kinds === 'ready' && isLookup ? !line.want : shows
    const showsImage = (kinds === 'ready' && isLookup) || (kinds === 'rejected' && shows && !isLookup)
    const value = showsImage ? (isLookup ? atService : line.mirror) : null
    settleEntries(this.db, {
      results: [{ entry: one.entry, revision: isLookup ? one.revision : one.sent, outcome: this.outcome(kinds) }],
      images: value === null ? [] : [image(one.record, { favorite: value })],
      now: this.now,
      sequence: nextSequence(this.db)
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
    if (outcome === 'acknowledged' || outcome === 'unchanged') {
      line.mirror = answersNewest ? (line.want ?? sent) : sent
    }
    line.flight = null
    if (outcome === 'rejected' && answersNewest) line.needsAttention = true
    else if (line.want === line.mirror) line.want = null
  }

  outcome(of: Kind): Outcome {
    if (of === 'postponed') return { kind: of, notBefore: this.now, failure: SERVICE_ERROR, countsAttempt: false }
    if (of === 'unknown') return { kind: of, failure: SERVICE_ERROR }
    if (of === 'rejected') return { kind: of, failure: REFUSED }
    return { kind: of }
  }

  /** A response to an entry that has ended, or to a revision that was never sent. */
  stale({ at, kind: outcome }: Step & { do: 'stale' }): void {
    const before = this.dump()
    const known = this.db.column<number>('SELECT entry FROM outbox ORDER BY entry')
    const result = { entry: known[at] ?? 1_000, revision: 1_000 + at, outcome: this.outcome(outcome) }
    const settled = settleEntries(this.db, {
      results: [result],
      images: [],
      now: this.now,
      sequence: nextSequence(this.db)
    })
    assert.deepEqual(settled, { changed: [], removed: [], batches: [] })
    assert.deepEqual(this.dump(), before)
  }

  page({ records: shown, favorite, isLate }: Step & { do: 'page' }): void {
    const requestSequence = isLate ? 0 : nextSequence(this.db)
    const images = shown.map((of) => image(of, { favorite }))
    applyImages(this.db, { records: images, requestSequence, readAt: this.now, pass: null })
    if (isLate) return this.readMirror()
    for (const of of shown) {
      const line = this.line(of)
      line.mirror = favorite
      if (line.flight !== null || line.want !== favorite) continue
      line.want = null
      line.needsAttention = false
    }
  }

  /** A late response may change only what has not been reported since; the mirror knows which. */
  readMirror(): void {
    const rows = this.db.all<{ record: number; favorite: number | null; fresh_sequence: number }>('SELECT * FROM flags')
    for (const row of rows) {
      const line = this.line(row.record)
      if (row.fresh_sequence > 0) assert.equal(row.favorite === 1, line.mirror)
      line.mirror = row.favorite === 1
      if (line.flight !== null || line.want !== line.mirror) continue
      line.want = null
      line.needsAttention = false
    }
  }

  crash(): void {
    const requests = [...this.lines.values()].filter((line) => line.flight !== null && !line.flight.isUnknown)
    assert.deepEqual(releaseClaims(this.db, { instance: 'next boot', now: 0 }), { released: requests.length })
    for (const line of requests) if (line.flight) line.flight = { ...line.flight, isUnknown: true }
  }

  /** Everything that a step can change. */
  dump(): unknown {
    const tables = [
      'records',
      'images',
      'texts',
      'flags',
      'outbox',
      'creates',
      'gone',
      'batches',
      'batch_items',
      'changes'
    ]
    return tables.map((table) => this.db.all(`SELECT * FROM ${table}`))
  }

  /** Checks all invariants after a step. */
  check(): void {
    this.checkReceipts()
    this.checkOutbox()
    this.checkTotals()
  }

  checkReceipts(): void {
    for (const batch of this.db.column<number>('SELECT batch FROM batches')) {
      const receipt = findReceipt(this.db, batch)
      if (receipt === null) throw new Error('no receipt')
      const { size, done, unchanged, waiting, needsAttention, canceled, sending, checking, finishedAt } = receipt
      assert.equal(done + unchanged + waiting + needsAttention + canceled, size)
      assert.ok(sending + checking <= waiting)
      assert.equal(finishedAt === null, waiting > 0)
      const items = this.db.all<{ outcome: string; n: number }>(
        'SELECT outcome, count(*) AS n FROM batch_items WHERE batch = ? GROUP BY outcome',
        [batch]
      )
      const counted = Object.fromEntries(items.map((item) => [item.outcome, item.n]))
      const kept = { done, unchanged: unchanged, waiting, 'needs-attention': needsAttention, canceled: canceled }
      for (const [outcome, n] of Object.entries(kept)) assert.equal(counted[outcome] ?? 0, n)
    }
  }

  checkOutbox(): void {
    const lines = [...this.lines.values()]
    const left = lines.filter((line) => line.want !== null)
    const counts = countOutbox(this.db)
    assert.deepEqual(counts, {
      waiting: left.filter((line) => !line.needsAttention).length,
      sending: left.filter((line) => line.flight !== null && !line.flight.isUnknown).length,
      checking: left.filter((line) => line.flight?.isUnknown).length,
      needsAttention: left.filter((line) => line.needsAttention).length
    })
    assert.equal(unknownEntries(this.db, { group: 'images', limit: 100, now: this.now }).length, counts.checking)
    // Every desired value and every older request in flight has exactly one item that is pending or needs attention.
    const open = lines.map((line) => {
      const older = line.flight !== null && line.flight.revision !== line.revision
      return (line.want === null ? 0 : 1) + (older ? 1 : 0)
    })
    const items = "SELECT count(*) FROM batch_items WHERE outcome IN ('waiting', 'needs-attention')"
    assert.equal(
      this.db.value(items),
      open.reduce((a, b) => a + b, 0)
    )
  }

  /** Record, favorite state, and mark as a screen reads them. */
  shown(): unknown[] {
    const rows = valueOf(this.reader.getImages({ records: Uint32Array.from(this.lines.keys()) }))
    return rows.map((row) => [row.record, row.favorite, row.mark])
  }

  /** The same according to the model. */
  expected(): [record: number, favorite: boolean, mark: string][] {
    return [...this.lines].map(([of, line]) => {
      const mark = line.needsAttention ? 'needs-attention' : 'waiting'
      return [of, line.want ?? line.mirror, line.want === null ? 'none' : mark]
    })
  }

  checkTotals(): void {
    const { totals } = valueOf(this.reader.countFacets({ query: EVERYTHING }))
    const lines = this.expected()
    assert.equal(totals.favorites, lines.filter(([, favorite]) => favorite).length)
    assert.equal(totals.waiting, lines.filter(([, , mark]) => mark === 'waiting').length)
    assert.equal(totals.needsAttention, lines.filter(([, , mark]) => mark === 'needs-attention').length)
  }
}
