/**
 * Libraries of every released version, with every kind of change in every state: they open, and what they wanted
 * arrives. Those of a newer version are left as they are; what a newer version left in the outbox stays there.
 */
import { copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { createLibraryReader } from '../../src/main/engine/library/reader.ts'
import { close, openAsFound, openForReading, openForWriting } from '../../src/main/engine/storage/database.ts'
import { NEWEST_VERSION } from '../../src/main/engine/storage/migrate.ts'
import { ReferenceService } from '../../src/reference-service/reference-service.ts'
import { makeNewer } from '../../drivers/damage.ts'
import { rigOf } from '../helpers/rigs.ts'
import type { Run, SyncRig } from '../helpers/sync-rig.ts'
import { temporaryFolder, valueOf } from '../helpers/temporary-library.ts'
import { FullOutbox, type Wishes } from './full-outbox.ts'
import { RELEASED_VERSIONS, stepsAfter } from './old-library.ts'

const MINUTE = 60_000

test('every released version is known', () => {
  expect(RELEASED_VERSIONS.at(-1)).toBe(NEWEST_VERSION)
  expect(stepsAfter(NEWEST_VERSION)).toEqual([])
})

function checkArrived({ service }: SyncRig, wishes: Wishes): void {
  const { images, projects } = service.truth
  const all = [...images.values()]
  const isFavorite = (id: number): boolean | undefined => images.get(id)?.favorite
  expect(wishes.starred.map(isFavorite)).toEqual(wishes.starred.map(() => true))
  expect(wishes.unstarred.map(isFavorite)).toEqual(wishes.unstarred.map(() => false))
  for (const [id, name] of wishes.named) expect(images.get(id)?.name).toBe(name)
  expect(wishes.deleted.filter((id) => images.has(id))).toEqual([])
  expect(wishes.created.map((name) => all.filter((one) => one.name === name).length)).toEqual(
    wishes.created.map(() => 1)
  )
  expect(wishes.projects.filter((name) => projects.has(name))).toEqual([])
  const posts = service.log.entries.filter(({ method }) => method === 'POST').map(({ form }) => form['name'])
  expect(posts).toEqual(wishes.created.slice(0, 1))
}

const NEEDS = "SELECT kind || ' ' || (last_failure ->> '$.code') FROM outbox WHERE state = 'rejected' ORDER BY 1"

/** A library of that version under the program of today. */
function startOld(version: number): { readonly rig: SyncRig; readonly wishes: Wishes; readonly start: () => Run } {
  const rig = rigOf({ images: 80, projects: 6, seed: version })
  const { wishes } = new FullOutbox(rig.file, version, rig.service)
  return { rig, wishes, start: () => rig.start() }
}

async function drain(rig: SyncRig, run: Run): Promise<void> {
  // Changes that waited for so long wait for a word of the person first.
  expect(run.sync.status().isPaused).toBe(true)
  run.sync.setPaused(false)
  await rig.drained(run, 60 * MINUTE)
  await rig.clock.advance(MINUTE)
}

describe.each(RELEASED_VERSIONS)('a library of version %i with a full outbox', (version) => {
  test('opens and sends everything, once', async () => {
    const { rig, wishes, start } = startOld(version)
    const run = start()
    await drain(rig, run)
    checkArrived(rig, wishes)
    expect(run.db.column<string>(NEEDS)).toEqual(wishes.needs.toSorted())
    expect(run.db.value('PRAGMA user_version')).toBe(NEWEST_VERSION)
    const uncounted = 'SELECT batch FROM batches WHERE size <> waiting + done + already_so + needs_you + taken_back'
    expect(run.db.column(uncounted)).toEqual([])
  })

  test('keeps and shows what a newer version left in it, and goes on with the rest', async () => {
    const { rig, wishes, start } = startOld(version)
    putForeignKind(rig.file)
    const run = start()
    await drain(rig, run)
    checkArrived(rig, wishes)
    const left = run.db.all("SELECT kind, state, attempt FROM outbox WHERE state <> 'rejected'")
    expect(left).toEqual([{ kind: 'rotate', state: 'ready', attempt: 0 }])
    const reader = valueOf(openForReading(rig.file))
    const ask = { filter: { state: 'waiting', reason: null, batch: null }, offset: 0, limit: 10 } as const
    const shown = valueOf(createLibraryReader(reader).listChanges(ask)).rows
    close(reader)
    expect(shown).toMatchObject([{ kind: 'other', word: 'waiting' }])
    // Nothing is asked of the service for it, however long it waits.
    const asked = rig.service.log.entries.length
    await rig.clock.advance(2 * MINUTE)
    expect(rig.service.log.entries.length - asked).toBeLessThan(10)
  })

  test('killed at any statement of the way here, is opened whole by the next start', () => {
    const folder = temporaryFolder()
    const file = join(folder, 'library.db')
    const service = new ReferenceService({ images: 80, projects: 6, seed: version })
    const full = new FullOutbox(file, version, service)
    expect(full.wishes.starred.length + full.wishes.unstarred.length).toBeGreaterThan(0)
    const before = outboxOf(file)
    const raw = new Database(file)
    raw.pragma('journal_mode = WAL')
    // So that what is not committed yet stands in the file as well.
    raw.pragma('cache_size = 1')
    for (const [at, statement] of stepsAfter(version).entries()) {
      raw.exec(statement)
      const killed = join(folder, `killed-${at}.db`)
      for (const end of ['', '-wal']) if (existsSync(file + end)) copyFileSync(file + end, killed + end)
      const opened = openForWriting(killed)
      expect(opened.ok && opened.value.value('PRAGMA user_version')).toBe(NEWEST_VERSION)
      if (opened.ok) close(opened.value)
      expect(outboxOf(killed)).toEqual(before)
    }
    raw.close()
  })
})

function putForeignKind(file: string): void {
  const db = new Database(file)
  const version = Number(db.pragma('user_version', { simple: true }))
  const [columns, values] = version === 1 ? ['', ''] : [', kind', ", 'rotate'"]
  const { lastInsertRowid: batch } = db
    .prepare(`INSERT INTO batches (verb, size, waiting, done, already_so, needs_you, taken_back, started_at${columns})
      VALUES ('rotate', 1, 1, 0, 0, 0, 0, 5${values})`)
    .run()
  // About a record that something of today's kinds waits for as well would keep that from going, rightly.
  const record = db
    .prepare('SELECT max(record) FROM images JOIN records USING (record) WHERE service_id IS NOT NULL')
    .pluck()
    .get()
  db.prepare("INSERT INTO batch_items (batch, record, before, after, outcome) VALUES (?, ?, 0, 1, 'waiting')").run(
    batch,
    record
  )
  db.prepare(`INSERT INTO outbox (record, kind, want, base, revision, state, attempt, not_before, batch, is_hand, owner)
    VALUES (?, 'rotate', 90, 0, 1, 'ready', 0, 0, ?, 1, 1)`).run(record, batch)
  db.close()
}

/** What every version has of its entries and batches. */
function outboxOf(file: string): unknown {
  const db = valueOf(openAsFound(file))
  const entries = db.all(
    'SELECT entry, record, kind, want, revision, state, batch, claimed_revision, owner FROM outbox ORDER BY entry'
  )
  const batches = db.all('SELECT batch, verb, size, waiting, needs_you FROM batches ORDER BY batch')
  const items = db.all('SELECT batch, record, before, after, outcome FROM batch_items ORDER BY batch, record')
  db.close()
  return { entries, batches, items }
}

test('a library of a newer version is refused, and not a byte of it or beside it changes', () => {
  const folder = temporaryFolder()
  const made = join(folder, 'made.db')
  const { wishes } = new FullOutbox(made, NEWEST_VERSION, new ReferenceService({ images: 80, projects: 6 }))
  expect(wishes.deleted).toHaveLength(4)
  makeNewer(made)
  // As a kill of that version leaves it: with a journal that is not merged.
  const writer = new Database(made)
  writer.exec('UPDATE outbox SET attempt = attempt + 1')
  const killed = temporaryFolder()
  for (const end of ['', '-wal']) copyFileSync(made + end, join(killed, `library.db${end}`))
  writer.close()
  const bytes = (): unknown =>
    readdirSync(killed)
      .filter((name) => !name.endsWith('-shm'))
      .map((name) => [name, readFileSync(join(killed, name)).toString('base64')])
  const before = bytes()
  expect(openForWriting(join(killed, 'library.db'))).toMatchObject({ ok: false, failure: { code: 'library-newer' } })
  expect(openForReading(join(killed, 'library.db'))).toMatchObject({ ok: false, failure: { code: 'library-newer' } })
  expect(bytes()).toEqual(before)
})
