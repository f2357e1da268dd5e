import { beforeAll, expect, it, test } from 'vitest'
import { changeRow } from '../../test/helpers/image-samples.ts'
import { type RecordEvent, RESULTS_SOURCES } from '../shared/batch.ts'
import type { ChangeRow } from '../shared/change.ts'
import type { RecordStage } from '../shared/image.ts'
import type { SendTime } from '../shared/said.ts'
import { formatTime } from './format.ts'
import { ENGLISH, setLanguage } from './language.ts'
import { changeOrigin, changeText, discardLabel, eventPlace, eventText, sentText } from './record-changes.ts'

beforeAll(() => setLanguage(ENGLISH, 'en-GB'))

const at = (hour: number, minute: number, day = 27): number => new Date(2026, 10, day, hour, minute).getTime()
const now = at(10, 45)
const change = (part: Partial<ChangeRow>) =>
  changeRow({ requestedAt: at(10, 42), name: '', repairActions: [], ...part })
const event = (part: Partial<RecordEvent>): RecordEvent => ({
  at: at(10, 42),
  origin: 'here',
  batch: 14,
  field: 'favorite',
  before: false,
  after: true,
  status: 'done',
  failure: null,
  sent: null,
  ...part
})

test.each([
  [{}, 'Add to Favorites · pending'],
  [{ after: false }, 'Remove from Favorites · pending'],
  [{ kind: 'name', after: 'Quay' }, 'Rename to “Quay” · pending'],
  [{ status: 'sending' }, 'Add to Favorites · sending…'],
  [{ kind: 'delete', graceEndsAt: at(10, 46) }, 'Deletes at 10:46'],
  [{ kind: 'delete', graceEndsAt: at(10, 44) }, 'Deletion pending']
] as const)('%o is said', (part, text) => {
  expect(changeText(change(part), { stage: null, time: 'now', now })).toBe(text)
})

test('a create is told by its stage', () => {
  const said = (time: SendTime, part: Parameters<typeof change>[0], stage: RecordStage | null = null) =>
    changeText(change(part), { stage, time, now })
  expect(said('now', { kind: 'create' }, 'create-sending')).toBe('Creating…')
  expect(said('when-reached', { kind: 'create' }, 'create-sending')).toBe('Sent, not confirmed')
  expect(said('when-reached', { status: 'checking' })).toBe('Add to Favorites · sent, not confirmed')
  expect(said('later', { kind: 'delete', graceEndsAt: at(10, 44) })).toBe('Deletion pending')
})

test('the origin of a change tells batch, moment and tries', () => {
  expect(changeOrigin(change({}), now)).toBe('Batch 14 · today at 10:42')
  expect(changeOrigin(change({ tries: 1 }), now)).toBe('Batch 14 · today at 10:42 · 1 attempt')
  expect(changeOrigin(change({ tries: 3, pause: 'user', requestedAt: at(9, 0, 24) }), now)).toBe(
    'Batch 14 · 24 Nov 2026, 09:00 · 3 attempts · batch paused'
  )
})

test.each([
  [{}, 'Favorite: off → on'],
  [{ field: 'name', before: 'Harbour 3', after: 'Neon harbour' }, 'Renamed from “Harbour 3”'],
  [{ field: 'name', before: '', after: 'Neon harbour' }, 'Named “Neon harbour”'],
  [{ field: 'results', before: null, after: null }, 'Results changed'],
  [{ field: 'record', before: null, after: 'Neon harbour' }, 'Created'],
  [{ field: 'record', before: 'Neon harbour', after: null }, 'Deleted'],
  [{ field: 'record', before: 'x', after: null, origin: 'elsewhere' }, 'No longer on the service']
] as const)('%o is told in the history', (part, text) => {
  expect(eventText(event(part))).toBe(text)
})

test('what was changed elsewhere has no outcome', () => {
  expect(eventPlace(event({}), now)).toBe('today at 10:42 · done')
  expect(eventPlace(event({ status: null }), now)).toBe('today at 10:42 · changed elsewhere')
})

test('discarding names what is lost when it is more than a change', () => {
  expect([discardLabel('favorite'), discardLabel('create'), discardLabel('delete')]).toEqual([
    null,
    'Discard this image…',
    'Keep this image'
  ])
})

const NOW = new Date(2026, 10, 27, 10, 42).getTime()
const HOUR = 3_600_000

it('says which results went along, each way in words of its own', () => {
  const all = RESULTS_SOURCES.map((results) => sentText({ results, copyOf: null, showsOther: false }, NOW))
  expect(all.every((text) => /^(Also sent|Sent without) /.test(text))).toBe(true)
  expect(new Set(all).size).toBe(RESULTS_SOURCES.length)
  expect(sentText(null, NOW)).toBe('')
})

it('says how old a copy was, and that the service shows others', () => {
  const copy = `Also sent the results from ${formatTime(NOW - HOUR)}`
  expect(sentText({ results: 'results', copyOf: NOW - HOUR, showsOther: false }, NOW)).toBe(copy)
  expect(sentText({ results: 'results', copyOf: NOW - HOUR, showsOther: true }, NOW)).toBe(
    `${copy}. The service shows different results. Check the image on the service.`
  )
})
