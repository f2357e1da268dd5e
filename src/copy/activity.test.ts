import { describe, expect, it } from 'vitest'
import { groupStatus } from '../../test/helpers/status-samples.ts'
import { type ChangeKind, type ChangeRow, REPAIR_ACTIONS, type RepairAction } from '../shared/change.ts'
import { FAILURE_CODES } from '../shared/failure.ts'
import { responseText, changeText, completenessText, itemResponse, originText } from './activity.ts'
import { formatTime } from './format.ts'
import { copy } from './language.ts'
import { needSentence, repairActionLabel, repairQuestion } from './needs.ts'

const NOW = new Date(2026, 10, 27, 10, 42).getTime()
const HOUR = 3_600_000

it('an item says why it failed, or what went along', () => {
  const sent = { results: 'results', copyOf: NOW - HOUR, showsOther: false } as const
  expect(itemResponse({ failure: null, sent: null }, NOW)).toBe('')
  expect(itemResponse({ failure: null, sent }, NOW)).toBe(`Also sent the results from ${formatTime(NOW - HOUR)}`)
  expect(itemResponse({ failure: { code: 'not-found' }, sent }, NOW)).toContain('no longer')
})

function change(part: Partial<ChangeRow> = {}): ChangeRow {
  return {
    entry: 1,
    record: 1,
    group: 'images',
    kind: 'favorite',
    batch: 14,
    requestedAt: NOW,
    name: 'Neon harbour',
    picture: null,
    before: false,
    after: true,
    status: 'needsAttention',
    tries: 1,
    failure: { code: 'not-found' },
    graceEndsAt: null,
    pause: null,
    repairActions: ['discard'],
    ...part
  }
}

describe('a change in words', () => {
  it('tells where it comes from', () => {
    expect(originText(change(), NOW)).toBe(`today at ${formatTime(NOW)} · batch 14`)
  })

  it('says what becomes what', () => {
    expect(changeText(change())).toBe('Favorite: off → on')
    expect(changeText(change({ kind: 'name', before: 'Old', after: 'New' }))).toBe('“Old” → “New”')
    expect(changeText(change({ kind: 'create', before: null }))).toBe('New image')
    expect(changeText(change({ kind: 'delete-project', after: null }))).toBe('Deletion')
  })

  it('says why it is not on its way, or what the last answer was', () => {
    expect(responseText(change({ status: 'sending' }), 'now', NOW)).toBe('Sending')
    expect(responseText(change({ status: 'waiting', failure: null, pause: 'user' }), 'now', NOW)).toBe('Batch paused')
    expect(responseText(change({ status: 'waiting', failure: null, pause: 'not-shown' }), 'now', NOW)).toBe(
      'Batch on hold'
    )
    expect(responseText(change({ status: 'waiting', failure: null, graceEndsAt: NOW + HOUR }), 'now', NOW)).toMatch(
      /^Sends at /
    )
    expect(responseText(change({ status: 'sending' }), 'when-reached', NOW)).toBe('Pending')
    expect(responseText(change({ pause: 'user' }), 'now', NOW)).toMatch(/no longer on the service/)
    expect([copy.activity.attempts(0), copy.activity.attempts(1), copy.activity.attempts(3)]).toEqual([
      'Not sent yet',
      '1 attempt',
      '3 attempts'
    ])
  })
})

describe('what needs the person', () => {
  it.each(FAILURE_CODES)('has one sentence with its number for %s', (code) => {
    const reason = { kind: 'favorite', code, key: '' } as const
    const group = { reason, failure: { code, detail: 'No.' }, repairActions: [], usual: 'retry' as const }
    const [one, many] = [needSentence({ ...group, count: 1 }), needSentence({ ...group, count: 9 })]
    expect(one.headline).toContain('1')
    expect(many.headline).toContain('9')
  })

  it.each(REPAIR_ACTIONS)('names %s, for one change and for a group', (repairAction) => {
    expect(repairActionLabel({ repairAction, count: 1, kind: 'favorite', row: change() })).not.toBe('')
    expect(repairActionLabel({ repairAction, count: 9, kind: 'favorite', row: null })).not.toBe('')
  })

  it('shows both names on the buttons that choose between them', () => {
    const row = change({ kind: 'name', after: 'Mine', failure: { code: 'name-changed', theirs: 'Theirs' } })
    expect(repairActionLabel({ repairAction: 'keep-mine', count: 1, kind: 'name', row })).toContain('“Mine”')
    expect(repairActionLabel({ repairAction: 'keep-theirs', count: 1, kind: 'name', row })).toContain('“Theirs”')
  })

  it('marks the button of what asks first, and only that', () => {
    const label = (repairAction: RepairAction, kind: ChangeKind, count: number) =>
      repairActionLabel({ repairAction, count, kind, row: null })
    expect([label('retry', 'delete-project', 1), label('retry', 'favorite', 9)]).toEqual(['Retry…', 'Retry 9'])
    expect([label('discard', 'favorite', 1), label('discard', 'favorite', 9)]).toEqual([
      'Discard this change',
      'Discard 9…'
    ])
    expect(label('adopt', 'create', 1)).toBe('Choose the image…')
  })

  it('asks before what costs or loses something, and only then', () => {
    expect(repairQuestion('send-again', 'create', 1)?.body).toContain('charged twice')
    expect(repairQuestion('retry', 'delete-project', 1)?.body).toContain('everything in it')
    expect(repairQuestion('discard', 'create', 1)).not.toBeNull()
    expect(repairQuestion('discard', 'favorite', 9)?.go).toBe('Discard 9')
    expect(repairQuestion('discard', 'favorite', 1)).toBeNull()
    expect(repairQuestion('retry', 'favorite', 9)).toBeNull()
  })
})

describe('the head', () => {
  it('says whether the library is whole', () => {
    expect(completenessText(groupStatus({ completeAsOf: NOW }), NOW)).toBe(`Library complete as of ${formatTime(NOW)}`)
    expect(completenessText(groupStatus(), NOW)).toBe('Library not fully loaded yet')
    const refused = { why: 'page-refused', seen: 150, total: null } as const
    expect(completenessText(groupStatus({ completeAsOf: NOW, incomplete: refused }), NOW)).toBe(
      'May be incomplete: The service rejected a page of the list. Proofsheet loaded 150 items.'
    )
    const incomplete = { why: 'no-paging', seen: 100, total: null } as const
    expect(completenessText(groupStatus({ completeAsOf: NOW, incomplete }), NOW)).toBe(
      'May be incomplete: The service returned 100 items and no way to load more.'
    )
  })
})
