import { describe, expect, it } from 'vitest'
import { groupStatus } from '../../../test/helpers/status-samples.ts'
import type { FailureCode } from '../../shared/failure.ts'
import type { GroupState, GroupStatus } from '../../shared/sync-status.ts'
import { finishedText, partlyFinishedText } from './batches.ts'
import { connectionWord, needYouSentence, stateSentence } from './status.ts'
import { formatTime } from '../format.ts'
import { timeLeft, waitText } from './time.ts'

const NOW = Date.UTC(2026, 10, 27, 10, 42)

const group = (state: GroupState, more: Partial<GroupStatus> = {}) => groupStatus({ state, ...more })

const nothing = { waiting: 0, sending: null, now: NOW }

describe('sentences of the status bar', () => {
  it('has words for every state', () => {
    for (const state of Object.keys(connectionWord) as GroupState[]) {
      expect(stateSentence(group(state), nothing)).toMatch(/^[A-Z]/)
      expect(connectionWord[state]).not.toBe('')
    }
  })

  it('counts a first reading without a total, and names one when it is known', () => {
    expect(stateSentence(group('reading', { reading: { soFar: 1300, total: null } }), nothing)).toBe(
      'Reading your library… 1,300 so far'
    )
    expect(stateSentence(group('reading', { reading: { soFar: 1300, total: 50_000 } }), nothing)).toBe(
      'Reading your library: 1,300 of 50,000'
    )
  })

  it('says what waits while offline, and nothing when nothing does', () => {
    expect(stateSentence(group('offline'), { ...nothing, waiting: 3 })).toBe('Offline, 3 waiting')
    expect(stateSentence(group('offline'), nothing)).toBe('Offline')
  })

  it('says whose a key is where that keeps the group, not that it may do nothing', () => {
    const said = (code: FailureCode) => stateSentence(group('no-access', { failure: { code } }), nothing)
    expect(said('forbidden')).toBe('No access with this key')
    expect(said('no-key-of-owner')).toBe('Key of another account')
    expect(said('owner-unclear')).toBe('Waiting for your answer')
  })

  it('counts a hold down', () => {
    const held = group('held', { heldUntil: NOW + 20_000 })
    expect(stateSentence(held, nothing)).toBe('Waiting 20 seconds: the service asked us to slow down')
    expect(stateSentence(held, { ...nothing, now: NOW + 30_000 })).toBe('Waiting: the service asked us to slow down')
  })

  it('tells a long hold by the clock', () => {
    const heldUntil = NOW + 2 * 3_600_000
    expect(stateSentence(group('held', { heldUntil }), nothing)).toBe(
      `Waiting until ${formatTime(heldUntil)}: the service asked us to slow down`
    )
  })

  it('follows the plural rules', () => {
    expect([needYouSentence(1), needYouSentence(13)]).toEqual(['1 needs you', '13 need you'])
    expect(finishedText({ verb: 'favorite', done: 1, subject: 'Koi' })).toBe('1 image is now a favorite')
    expect(partlyFinishedText(881, 894, 13)).toBe('881 of 894 done. 13 need you.')
  })

  it('names the time left with the clock time of its end', () => {
    expect(timeLeft(4 * 60_000, NOW)).toMatch(/^about 4 min left, done about \d/)
    expect(timeLeft(20_000, NOW)).toBe('a few seconds left')
    expect([waitText(400), waitText(89_000), waitText(90_000)]).toEqual(['1 second', '89 seconds', '2 min'])
  })
})
