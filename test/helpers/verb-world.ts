/** A real library, a small service, and the push between them, for histories with every verb. */
import assert from 'node:assert/strict'

import { createLibrary } from '../../src/main/engine/library/create-library.ts'
import { createLibraryReader, type LibraryReader } from '../../src/main/engine/library/reader.ts'
import type { WriteDb } from '../../src/main/engine/storage/database.ts'
import { applyImages } from '../../src/main/engine/storage/images.ts'
import { nextSequence } from '../../src/main/engine/storage/meta.ts'
import { countOutbox } from '../../src/main/engine/storage/outbox.ts'
import { releaseClaims } from '../../src/main/engine/storage/settle-entry.ts'
import { applyProjects } from '../../src/main/engine/storage/projects.ts'
import { removeRecords } from '../../src/main/engine/storage/removals.ts'
import type { CreateForm } from '../../src/shared/change.ts'
import { NO_FACETS, type ImageRow } from '../../src/shared/image.ts'
import { EMPTY_QUERY } from '../../src/shared/query.ts'
import { temporaryLibrary, valueOf } from './temporary-library.ts'
import { VerbPush } from './verb-push.ts'
import { VerbService } from './verb-service.ts'
import type { VerbStep } from './verb-steps.ts'

const form = (name: string): CreateForm => ({
  name,
  description: `A picture of ${name}`,
  resolution: '256x256',
  ...NO_FACETS
})

export class VerbWorld {
  readonly db: WriteDb
  readonly reader: LibraryReader
  readonly library
  readonly dispose: () => void
  readonly service = new VerbService()
  /** ms since epoch. */
  readonly clock = { now: 1_000_000 }
  readonly #push: VerbPush

  constructor() {
    const { db, reader, dispose } = temporaryLibrary()
    const { service, clock } = this
    this.dispose = dispose
    this.db = db
    this.library = createLibrary({ db, now: () => clock.now, onChange: () => undefined, wake: () => undefined })
    this.#push = new VerbPush({ db, service, clock })
    this.page()
    this.reader = createLibraryReader(reader())
  }

  run(step: VerbStep): void {
    this.clock.now += 1_000_000
    switch (step.do) {
      case 'star':
        return this.star(this.pick(step.which), step.favorite)
      case 'rename':
        return this.rename(this.pickOne(step.which), step.name)
      case 'delete':
        return this.remove(this.pick(step.which))
      case 'delete-project': {
        const record = this.column('SELECT record FROM projects ORDER BY record')[step.which % 2]
        if (record !== undefined) this.library.deleteProject({ record })
        return
      }
      case 'create':
        return void valueOf(this.library.createImage({ form: form(step.name) }))
      case 'edit':
        return void this.library.updateCreate({ record: this.pickOne(step.which), form: form(step.name) })
      case 'undo':
        return this.undo(step.batch)
      case 'stop':
        return void this.library.stopBatch({ batch: this.batch(step.batch), isUndoing: step.isUndoing })
      case 'pause':
        return void this.library.setBatchPaused({ batch: this.batch(step.batch), isPaused: step.isPaused })
      case 'first':
        return void this.library.sendBatchFirst({ batch: this.batch(step.batch) })
      case 'repair':
        return this.repair(step)
      case 'claim':
        return this.#push.claim(step.lane, step.limit)
      case 'answer':
        return this.#push.answer(step.at, step.how)
      case 'elsewhere':
        return this.service.changeElsewhere(step.which, { name: step.name, favorite: step.favorite })
      case 'gone':
        return this.gone(step.which)
      case 'page':
        return this.page()
      case 'crash':
        return void releaseClaims(this.db, { instance: 'next', now: this.clock.now })
    }
  }

  column(sql: string): number[] {
    return this.db.column<number>(sql)
  }

  /** Numbers of any records, including those that no screen shows any more. */
  pick(which: readonly number[]): number[] {
    const all = this.column("SELECT record FROM records WHERE grp = 'images' ORDER BY record")
    return [...new Set(which.map((at) => all[at % all.length] ?? 0))]
  }

  pickOne(which: number): number {
    return this.pick([which])[0] ?? 0
  }

  batch(at: number): number {
    const all = this.column('SELECT batch FROM batches ORDER BY batch DESC')
    return all[at % Math.max(1, all.length)] ?? 0
  }

  rows(records: readonly number[]): readonly ImageRow[] {
    return valueOf(this.reader.getImages({ records: Uint32Array.from(records) }))
  }

  isGone(record: number): boolean {
    return this.column('SELECT record FROM gone').includes(record)
  }

  star(records: readonly number[], favorite: boolean): void {
    valueOf(this.library.setFavorite({ records: Uint32Array.from(records), favorite }))
    for (const row of this.rows(records)) if (!this.isGone(row.record)) assert.equal(row.favorite, favorite)
  }

  rename(record: number, name: string): void {
    const renamed = this.library.renameImage({ record, name: ` ${name} ` })
    if (renamed.ok) assert.equal(this.rows([record])[0]?.name, name)
    else assert.equal(renamed.failure.code, 'unknown-record')
  }

  remove(records: readonly number[]): void {
    valueOf(this.library.deleteImages({ records: Uint32Array.from(records) }))
    const { numbers } = valueOf(this.reader.openView({ query: EMPTY_QUERY }))
    for (const record of records) assert.equal(numbers.includes(record), false)
  }

  undo(at: number): void {
    const batch = this.batch(at)
    const before = this.rows(this.pick([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]))
    const undone = this.library.undoBatch({ batch })
    if (!undone.ok) return
    const { changed, restored, batch: written } = undone.value
    if (written !== null) assert.equal(written.undoes, batch)
    assert.ok(restored >= changed.length - 1)
    // Every record that the result does not name looks as before.
    const after = new Map(this.rows(before.map((row) => row.record)).map((row) => [row.record, row]))
    for (const row of before) if (!changed.includes(row.record)) assert.deepEqual(after.get(row.record), row)
  }

  repair({ entry, repairAction }: VerbStep & { do: 'repair' }): void {
    const all = this.column('SELECT entry FROM outbox ORDER BY entry')
    const one = all[entry % Math.max(1, all.length)]
    if (one === undefined) return
    const target = { kind: 'entries', entries: [one] } as const
    const twin = this.column(
      `SELECT record FROM images JOIN records USING (record) WHERE service_id IS NOT NULL
         AND record NOT IN (SELECT record FROM creates) AND record NOT IN (SELECT record FROM gone) ORDER BY record DESC`
    )[0]
    this.library.repairChanges({ target, repairAction, choice: twin ?? null })
  }

  /** Deleted at the service by another client, and confirmed here. */
  gone(which: number): void {
    const id = this.service.removeElsewhere(which)
    if (id === undefined) return
    const records = this.db.column<number>('SELECT record FROM records WHERE service_id = ?', [id])
    removeRecords(this.db, { records, now: this.clock.now, sequence: nextSequence(this.db) })
  }

  /** Applies the whole list as the service has it now. */
  page(): void {
    const requestSequence = nextSequence(this.db)
    applyImages(this.db, { records: this.service.list(), requestSequence, readAt: this.clock.now, pass: null })
    const projects = [...this.service.projects].map((project) => ({
      project,
      reports: 1,
      result: null,
      createdAt: 1,
      other: {}
    }))
    applyProjects(this.db, {
      records: projects,
      requestSequence: nextSequence(this.db),
      readAt: this.clock.now,
      pass: null
    })
  }

  /** Sends everything that may be sent to a service that responds, until nothing is pending. */
  drain(): void {
    this.db.run('UPDATE batches SET pause = NULL')
    for (let round = 0; round < 60 && countOutbox(this.db).waiting > 0; round++) {
      this.clock.now += 1_000_000
      this.#push.answerAll()
      this.#push.claim('interactive', 10)
      this.#push.claim('batch', 10)
    }
    this.clock.now += 1_000_000
    this.page()
  }
}
