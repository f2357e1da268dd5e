import { describe, expect, it } from 'vitest'
import { groupStatus } from '../../test/helpers/status-samples.ts'
import type { Said } from '../shared/said.ts'
import { finishedText } from './batches.ts'
import { formatTime } from './format.ts'
import { copy } from './language.ts'
import { connectionLabel, stateSentence } from './status.ts'
import { timeLeft, waitText } from './time.ts'

const NOW = Date.UTC(2026, 10, 27, 10, 42)

const STATES = [
  'connecting',
  'idle',
  'reading',
  'sending',
  'checking',
  'up-to-date',
  'rate-limited',
  'offline',
  'unreachable',
  'not-responding',
  'key-absent',
  'key-locked',
  'key-denied',
  'key-silent',
  'key-unreadable',
  'signed-out',
  'no-access',
  'other-account',
  'owner-unclear',
  'stopped'
] as const satisfies readonly Said[]
const nothing = { waiting: 0, sending: null, now: NOW }

describe('sentences of the status bar', () => {
  it('has words for every state', () => {
    for (const state of STATES) {
      expect(stateSentence(state, groupStatus(), nothing)).toMatch(/^[A-Z]/)
      expect(connectionLabel(state)).not.toBe('')
    }
  })

  it('counts a first reading without a total, and names one when it is known', () => {
    expect(stateSentence('reading', groupStatus({ reading: { soFar: 1300, total: null } }), nothing)).toBe(
      'Loading library · 1,300 so far'
    )
    expect(stateSentence('reading', groupStatus({ reading: { soFar: 1300, total: 50_000 } }), nothing)).toBe(
      'Loading library · 1,300 of 50,000'
    )
  })

  it('says what waits while offline, and nothing when nothing does', () => {
    expect(stateSentence('offline', groupStatus(), { ...nothing, waiting: 3 })).toBe('Offline · 3 pending')
    expect(stateSentence('offline', groupStatus(), nothing)).toBe('Offline')
  })

  it('says whose a key is where that keeps the group, not that it may do nothing', () => {
    const said = (each: Said) => stateSentence(each, groupStatus(), nothing)
    expect(said('no-access')).toBe('No access with this key')
    expect(said('other-account')).toBe('Key belongs to another account')
    expect(said('owner-unclear')).toBe('Needs your answer')
  })

  it('counts a hold down', () => {
    const held = groupStatus({ retryAt: NOW + 20_000 })
    expect(stateSentence('rate-limited', held, nothing)).toBe('Rate limited · resumes in 20 seconds')
    expect(stateSentence('rate-limited', held, { ...nothing, now: NOW + 30_000 })).toBe('Rate limited')
  })

  it('tells a long hold by the clock', () => {
    const retryAt = NOW + 2 * 3_600_000
    expect(stateSentence('rate-limited', groupStatus({ retryAt }), nothing)).toBe(
      `Rate limited · resumes at ${formatTime(retryAt)}`
    )
  })

  it('follows the plural rules', () => {
    expect([copy.counted.needAttention(1), copy.counted.needAttention(13)]).toEqual([
      '1 needs attention',
      '13 need attention'
    ])
    expect(finishedText({ verb: 'favorite', done: 1, subject: 'Koi' })).toBe('1 image is now a favorite')
    expect(copy.batches.partlyFinished(881, 894, 13)).toBe('881 of 894 done. 13 need attention.')
  })

  it('names the time left with the clock time of its end', () => {
    expect(timeLeft(4 * 60_000, NOW).join()).toMatch(/^about 4 min left,done around \d/)
    expect([44_000, 18_000].flatMap((ms) => timeLeft(ms, NOW))).toEqual([
      'about 45 seconds left',
      'about 20 seconds left'
    ])
    expect([waitText(400), waitText(89_000), waitText(90_000)]).toEqual(['1 second', '89 seconds', '2 min'])
    expect([waitText(89 * 60_000), waitText(4 * 3_600_000), waitText(245 * 60_000)]).toEqual([
      '89 min',
      '4 hr',
      '4 hr 5 min'
    ])
  })
})
