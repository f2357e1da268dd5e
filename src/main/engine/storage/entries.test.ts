/**
 * Checks every transition of entries except responses (domain/entry-life.test.ts), and that only one file writes them.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { only, verbRig, type VerbRig } from '../../../../test/helpers/verb-rig.ts'
import { valueOf } from '../../../../test/helpers/temporary-library.ts'
import type { EntryState } from '../domain/entry.ts'
import { nextSequence } from './meta.ts'
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
])('%s is changed only in %s', (table, home) => {
  const changes = new RegExp(`(INTO|UPDATE( OR \\w+)?|DELETE FROM) ${table}\\b`)
  expect(sources.filter((file) => changes.test(readFileSync(join(ENGINE, file), 'utf8')))).toEqual([home])
})

const REFUSED = { code: 'refused-fields' } as const
const PERHAPS = { code: 'timed-out', isUnconfirmed: true } as const
const SERVICE_ERROR = { code: 'service-error' } as const

/**
 * State of an entry. 'sent+': a newer item is queued after the one sent. 'refused?': nothing proves whether it arrived.
 */
type Life = 'waiting' | 'sent' | 'sent+' | 'unknown' | 'unknown+' | 'refused' | 'refused?'

interface Snapshot {
  readonly life: Exclude<Life, 'refused?'> | 'ended'
  /** Outcomes by batch. */
  readonly items: ReadonlyMap<number, string>
  readonly batch: number | null
  readonly sentBatch: number | null
}

function snapshot(rig: VerbRig): Snapshot {
  const row = rig.db.get<{ state: EntryState; batch: number; sentBatch: number | null }>(
    "SELECT state, batch, sent_batch AS sentBatch FROM entries WHERE kind = 'name'"
  )
  const items = rig.db.all<{ batch: number; outcome: string }>('SELECT batch, outcome FROM batch_items')
  const found = { items: new Map(items.map(({ batch, outcome }) => [batch, outcome])) }
  if (row === undefined) return { ...found, life: 'ended', batch: null, sentBatch: null }
  const { state, batch, sentBatch } = row
  const hasNewer = sentBatch !== null && sentBatch !== batch
  const life = hasNewer ? (`${state}+` as Snapshot['life']) : state
  return { ...found, life, batch, sentBatch }
}

const rename = (rig: VerbRig, name: string): unknown => valueOf(rig.library.renameImage({ record: 1, name }))

/** Sets up a rename of the only image, in the given state. */
function rigInState(life: Life): VerbRig {
  const rig = verbRig(1)
  rename(rig, 'First')
  if (life === 'waiting') return rig
  const sent = only(rig.claim())
  if (life.startsWith('unknown')) rig.settle(sent, { kind: 'unknown', failure: SERVICE_ERROR })
  if (life === 'refused') rig.settle(sent, { kind: 'rejected', failure: REFUSED })
  if (life === 'refused?') rig.settle(sent, { kind: 'rejected', failure: PERHAPS })
  if (life.endsWith('+')) rename(rig, 'Second')
  return rig
}

const EVENTS = {
  wanted: (rig: VerbRig) => rename(rig, 'Third'),
  canceled: ({ db, clock }: VerbRig) => takeBack(db, { which: 'o.record = 1', params: {}, now: clock.now }),
  retried: ({ db, library }: VerbRig) => {
    const entries = db.column<number>('SELECT entry FROM outbox')
    return valueOf(library.repairChanges({ target: { kind: 'entries', entries }, repairAction: 'retry', choice: null }))
  },
  'kept-waiting': ({ db, clock }: VerbRig) => {
    const entries = db.column<number>('SELECT entry FROM outbox')
    return repairEntries(db, 'keep-waiting', { entries, choice: null, now: clock.now, sequence: nextSequence(db) })
  },
  'handed-over': ({ db, clock }: VerbRig) => {
    const entries = db.all<{ entry: number; revision: number }>('SELECT entry, revision FROM outbox')
    return claimEntries(db, { entries, instance: 'boot', now: clock.now })
  },
  started: ({ db, clock }: VerbRig) => releaseClaims(db, { instance: 'next', now: clock.now })
}

/** State after the event, and the outcome of the item that was current before it; default: unchanged. */
const TABLE: readonly (readonly [keyof typeof EVENTS, Life, Snapshot['life'], item?: string])[] = [
  ['wanted', 'waiting', 'waiting', 'canceled'],
  ['wanted', 'sent', 'sent+'],
  ['wanted', 'sent+', 'sent+', 'canceled'],
  ['wanted', 'unknown', 'unknown+'],
  ['wanted', 'unknown+', 'unknown+', 'canceled'],
  ['wanted', 'refused', 'waiting', 'canceled'],
  // It is looked up after all, with the new value queued after it.
  ['wanted', 'refused?', 'unknown+', 'waiting'],

  ['canceled', 'waiting', 'ended', 'canceled'],
  ['canceled', 'sent', 'sent'],
  ['canceled', 'sent+', 'sent', 'canceled'],
  ['canceled', 'unknown', 'unknown'],
  ['canceled', 'unknown+', 'unknown', 'canceled'],
  ['canceled', 'refused', 'ended', 'canceled'],
  ['canceled', 'refused?', 'ended', 'canceled'],

  ['retried', 'waiting', 'waiting', 'waiting'],
  ['retried', 'sent', 'sent'],
  ['retried', 'sent+', 'sent+'],
  ['retried', 'unknown', 'unknown'],
  ['retried', 'unknown+', 'unknown+'],
  ['retried', 'refused', 'waiting', 'waiting'],
  ['retried', 'refused?', 'waiting', 'waiting'],

  ['kept-waiting', 'waiting', 'unknown', 'waiting'],
  ['kept-waiting', 'sent', 'sent'],
  ['kept-waiting', 'sent+', 'sent+'],
  ['kept-waiting', 'unknown', 'unknown'],
  ['kept-waiting', 'unknown+', 'unknown+'],
  ['kept-waiting', 'refused', 'unknown', 'waiting'],
  ['kept-waiting', 'refused?', 'unknown', 'waiting'],

  ['handed-over', 'waiting', 'sent'],
  ['handed-over', 'sent', 'sent'],
  ['handed-over', 'sent+', 'sent+'],
  ['handed-over', 'unknown', 'unknown'],
  ['handed-over', 'unknown+', 'unknown+'],
  ['handed-over', 'refused', 'refused'],
  ['handed-over', 'refused?', 'refused'],

  ['started', 'waiting', 'waiting'],
  ['started', 'sent', 'unknown'],
  ['started', 'sent+', 'unknown+'],
  ['started', 'unknown', 'unknown'],
  ['started', 'unknown+', 'unknown+'],
  ['started', 'refused', 'refused'],
  ['started', 'refused?', 'refused']
]

const CASES = TABLE.map(([event, before, after, item]) => ({ event, before, after, item }))

test.each(CASES)('$event while $before: $after, item $item', ({ event, before, after, item }) => {
  const rig = rigInState(before)
  const { life, batch, sentBatch, items } = snapshot(rig)
  expect(life).toBe(before === 'refused?' ? 'refused' : before)
  EVENTS[event](rig)
  const found = snapshot(rig)
  expect(found.life).toBe(after)
  if (batch === null) throw new Error('expected an entry')
  expect(found.items.get(batch)).toBe(item ?? items.get(batch))
  if (sentBatch !== null && sentBatch !== batch) expect(found.items.get(sentBatch)).toBe(items.get(sentBatch))
})

test.each(['waiting', 'refused'] as const)('a value that the mirror has cancels out an entry that is %s', (life) => {
  const rig = rigInState(life)
  rename(rig, 'Image 1')
  expect([snapshot(rig).life, snapshot(rig).items.get(1)]).toEqual(['ended', 'canceled'])
})
