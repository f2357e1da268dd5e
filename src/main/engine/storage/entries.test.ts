/** The statements that move entries do what the table of domain/entry-life.test.ts says, and stand in one file. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'

import { only, verbRig, type VerbRig } from '../../../../test/helpers/verb-rig.ts'
import { valueOf } from '../../../../test/helpers/temporary-library.ts'
import { afterEvent, type EntryLife, type LifeEvent, LIVES, type Step } from '../domain/entry-life.ts'
import { nextTick } from './meta.ts'
import { repairEntries } from './repair-entries.ts'
import { claimEntries, releaseClaims } from './settle-entry.ts'
import { takeBack } from './take-back.ts'

const ENGINE = join(import.meta.dirname, '..')
const sources = readdirSync(ENGINE, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts')
)

test.each([
  ['outbox', 'storage/entries.ts'],
  ['attempts', 'storage/entries.ts'],
  ['batches', 'storage/batches.ts']
])('%s is changed in %s alone', (table, home) => {
  const changes = new RegExp(`(INTO|UPDATE( OR \\w+)?|DELETE FROM) ${table}\\b`)
  expect(sources.filter((file) => changes.test(readFileSync(join(ENGINE, file), 'utf8')))).toEqual([home])
})

const REFUSED = { code: 'refused-fields' } as const
const PERHAPS = { code: 'timed-out', mayHaveArrived: true } as const
const TROUBLE = { code: 'service-trouble' } as const

interface Found extends Pick<Step, 'hasNewer'> {
  readonly state: Step['state']
  /** By batch. */
  readonly items: ReadonlyMap<number, string>
  readonly batch: number | null
  readonly sentBatch: number | null
}

function look(rig: VerbRig): Found {
  const row = rig.db.get<{ state: EntryLife['state']; batch: number; sentBatch: number | null }>(
    "SELECT state, batch, sent_batch AS sentBatch FROM entries WHERE kind = 'name'"
  )
  const items = rig.db.all<{ batch: number; outcome: string }>('SELECT batch, outcome FROM batch_items')
  const found = { items: new Map(items.map(({ batch, outcome }) => [batch, outcome])) }
  if (row === undefined) return { ...found, state: 'ended', hasNewer: false, batch: null, sentBatch: null }
  return { ...found, ...row, hasNewer: row.sentBatch !== null && row.sentBatch !== row.batch }
}

const rename = (rig: VerbRig, name: string): unknown => valueOf(rig.library.renameImage({ record: 1, name }))

/** A rename of the one image there is, in that life. */
function liveRig({ state, hasNewer }: EntryLife, mayHaveArrived: boolean): VerbRig {
  const rig = verbRig(1)
  rename(rig, 'First')
  if (state === 'waiting') return rig
  const sent = only(rig.claim())
  if (state === 'unknown') rig.settle(sent, { kind: 'unknown', failure: TROUBLE })
  if (state === 'refused') rig.settle(sent, { kind: 'rejected', failure: mayHaveArrived ? PERHAPS : REFUSED })
  if (hasNewer) rename(rig, 'Second')
  return rig
}

const HAPPENS: Readonly<Record<LifeEvent, (rig: VerbRig) => unknown>> = {
  wanted: (rig) => rename(rig, 'Third'),
  'taken-back': ({ db, clock }) => takeBack(db, { which: 'o.record = 1', params: {}, now: clock.now }),
  retried: ({ db, library }) => {
    const entries = db.column<number>('SELECT entry FROM outbox')
    return valueOf(library.repairChanges({ target: { kind: 'entries', entries }, remedy: 'retry', choice: null }))
  },
  'kept-waiting': ({ db, clock }) => {
    const entries = db.column<number>('SELECT entry FROM outbox')
    return repairEntries(db, 'keep-waiting', { entries, choice: null, now: clock.now, tick: nextTick(db) })
  },
  'handed-over': ({ db, clock }) => {
    const entries = db.all<{ entry: number; revision: number }>('SELECT entry, revision FROM outbox')
    return claimEntries(db, { entries, instance: 'boot', now: clock.now })
  },
  started: ({ db, clock }) => releaseClaims(db, { instance: 'next', now: clock.now })
}

const CASES = LIVES.flatMap((life) =>
  [false, true].flatMap((mayHaveArrived) =>
    mayHaveArrived && life.state !== 'refused'
      ? []
      : (Object.keys(HAPPENS) as (keyof typeof HAPPENS)[]).map((event) => ({ ...life, mayHaveArrived, event }))
  )
)

describe('an event does to an entry and its items what the table says', () => {
  it.each(CASES)('$state, newer $hasNewer, perhaps $mayHaveArrived: $event', (life) => {
    const rig = liveRig(life, life.mayHaveArrived)
    const before = look(rig)
    expect([before.state, before.hasNewer]).toEqual([life.state, life.hasNewer])
    const step = afterEvent(life, life.event, { cancelsOut: false, mayHaveArrived: life.mayHaveArrived })
    HAPPENS[life.event](rig)
    const after = look(rig)
    expect([after.state, after.hasNewer]).toEqual([step.state, step.hasNewer])
    const { batch, items } = before
    if (batch === null) throw new Error('an entry')
    expect(after.items.get(batch)).toBe(step.item ?? items.get(batch))
    if (before.sentBatch !== null && before.sentBatch !== batch)
      expect(after.items.get(before.sentBatch)).toBe(step.sentItem ?? items.get(before.sentBatch))
  })
})

test('a want that the mirror holds cancels out what waits, and what was refused', () => {
  for (const life of LIVES.filter(({ state }) => state === 'waiting' || state === 'refused')) {
    const rig = liveRig(life, false)
    rename(rig, 'Image 1')
    const step = afterEvent(life, 'wanted', { cancelsOut: true, mayHaveArrived: false })
    expect([look(rig).state, look(rig).items.get(1)]).toEqual([step.state, step.item])
  }
})
