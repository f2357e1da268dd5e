/**
 * A library with every kind of change in every state opens, and its desired values reach the service. A library of a
 * newer version stays unchanged; so does what a newer version left in the outbox.
 */
import { copyFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { createLibraryReader } from '../../src/main/engine/library/reader.ts'
import { close, NEWEST_VERSION, openForReading, openForWriting } from '../../src/main/engine/storage/database.ts'
import { ReferenceService } from '../../src/reference-service/reference-service.ts'
import { makeNewer } from '../../drivers/damage.ts'
import { rigOf } from '../helpers/rigs.ts'
import type { Run, SyncRig } from '../helpers/sync-rig.ts'
import { temporaryFolder, valueOf } from '../helpers/temporary-library.ts'
import { FullOutbox, type Intents } from './full-outbox.ts'

const MINUTE = 60_000

function checkArrived({ service }: SyncRig, intents: Intents): void {
  const { images, projects } = service.truth
  const all = [...images.values()]
  const isFavorite = (id: number): boolean | undefined => images.get(id)?.favorite
  expect(intents.starred.map(isFavorite)).toEqual(intents.starred.map(() => true))
  expect(intents.unstarred.map(isFavorite)).toEqual(intents.unstarred.map(() => false))
  for (const [id, name] of intents.named) expect(images.get(id)?.name).toBe(name)
  expect(intents.deleted.filter((id) => images.has(id))).toEqual([])
  expect(intents.created.map((name) => all.filter((one) => one.name === name).length)).toEqual(
    intents.created.map(() => 1)
  )
  expect(intents.projects.filter((name) => projects.has(name))).toEqual([])
  const posts = service.log.entries.filter(({ method }) => method === 'POST').map(({ form }) => form['name'])
  expect(posts).toEqual(intents.created.slice(0, 1))
}

const NEEDS = "SELECT kind || ' ' || (last_failure ->> '$.code') FROM entries WHERE state = 'refused' ORDER BY 1"

async function drain(rig: SyncRig, run: Run): Promise<void> {
  // Changes that were pending for so long are sent only after confirmation by the user.
  expect(run.sync.status().isPaused).toBe(true)
  run.sync.setPaused(false)
  await rig.drained(run, 60 * MINUTE)
  await rig.clock.advance(MINUTE)
}

describe('a library with a full outbox', () => {
  test('opens and sends everything, once', async () => {
    const rig = rigOf({ images: 80, projects: 6, seed: 1 })
    const { intents } = new FullOutbox(rig.file, rig.service)
    const run = rig.start()
    await drain(rig, run)
    checkArrived(rig, intents)
    expect(run.db.column<string>(NEEDS)).toEqual(intents.needs.toSorted())
    expect(run.db.value('PRAGMA user_version')).toBe(NEWEST_VERSION)
    const uncounted = 'SELECT batch FROM batches WHERE size <> waiting + done + unchanged + needs_attention + canceled'
    expect(run.db.column(uncounted)).toEqual([])
  })

  test('keeps and shows what a newer version left in it, and sends the others', async () => {
    const rig = rigOf({ images: 80, projects: 6, seed: 1 })
    const { intents } = new FullOutbox(rig.file, rig.service)
    putForeignKind(rig.file)
    const run = rig.start()
    await drain(rig, run)
    checkArrived(rig, intents)
    const left = run.db.all("SELECT kind, state, tries FROM entries WHERE state <> 'refused'")
    expect(left).toEqual([{ kind: 'rotate', state: 'waiting', tries: 0 }])
    const reader = valueOf(openForReading(rig.file))
    const ask = { filter: { state: 'waiting', reason: null, batch: null }, offset: 0, limit: 10 } as const
    const shown = valueOf(createLibraryReader(reader).listChanges(ask)).rows
    close(reader)
    expect(shown).toMatchObject([{ kind: 'other', status: 'waiting' }])
    // Such an entry never causes a request, however long it is pending.
    const asked = rig.service.log.entries.length
    await rig.clock.advance(2 * MINUTE)
    expect(rig.service.log.entries.length - asked).toBeLessThan(10)
  })
})

function putForeignKind(file: string): void {
  const db = new Database(file)
  const { lastInsertRowid: batch } = db
    .prepare(`INSERT INTO batches (verb, size, waiting, done, unchanged, needs_attention, canceled, started_at, kind)
      VALUES ('rotate', 1, 1, 0, 0, 0, 0, 5, 'rotate')`)
    .run()
  // Uses a record without pending entries of known kinds, because the unknown entry would rightly block those.
  const record = db
    .prepare('SELECT max(record) FROM images JOIN records USING (record) WHERE service_id IS NOT NULL')
    .pluck()
    .get()
  db.prepare("INSERT INTO batch_items (batch, record, before, after, outcome) VALUES (?, ?, 0, 1, 'waiting')").run(
    batch,
    record
  )
  db.prepare(`INSERT INTO outbox (record, kind, want, base, revision, tries, not_before, batch, is_interactive, owner)
    VALUES (?, 'rotate', 90, 0, 1, 0, 0, ?, 1, 1)`).run(record, batch)
  db.close()
}

test('a library of a newer version is rejected, and no byte of it or next to it changes', () => {
  const folder = temporaryFolder()
  const made = join(folder, 'made.db')
  const { intents } = new FullOutbox(made, new ReferenceService({ images: 80, projects: 6 }))
  expect(intents.deleted).toHaveLength(4)
  makeNewer(made)
  // Simulates a kill of that version, with a journal that is not merged.
  const writer = new Database(made)
  writer.exec('UPDATE outbox SET tries = tries + 1')
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
