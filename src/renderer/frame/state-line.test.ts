import { describe, expect, it } from 'vitest'
import { copy } from '../../copy/language.ts'
import { groupStatus, receipt, status } from '../../../test/helpers/status-samples.ts'
import { progressOf, stateLine } from './state-line.ts'

const lineOf = (part: Parameters<typeof status>[0], now = 0) =>
  stateLine({ status: status(part), connection: null }, now)
const text = (part: Parameters<typeof status>[0]): string => lineOf(part).text

describe('the state line', () => {
  it('shows progress without unchanged items', () => {
    expect(text({ images: groupStatus({ state: 'sending' }), running: [receipt()] })).toBe(
      copy.status.sending(212, 894)
    )
  })

  it('sums several batches', () => {
    expect(progressOf([receipt(), receipt({ batch: 15, size: 10, done: 3, unchanged: 2, canceled: 1 })])).toEqual({
      done: 215,
      total: 901
    })
    expect(progressOf([])).toBeNull()
  })

  it('shows a pause first', () => {
    expect(text({ isPaused: true, waiting: 3, images: groupStatus({ state: 'offline' }) })).toBe('Paused · 3 pending')
  })

  it('shows problems before what needs attention, and that before calm states', () => {
    expect(text({ needsAttention: 13, images: groupStatus({ state: 'signed-out' }) })).toBe(copy.status.keyNotAccepted)
    expect(text({ needsAttention: 13 })).toBe(copy.counted.needAttention(13))
    expect(text({})).toBe(copy.status.upToDate)
  })

  it('does not report a key as refused while it is read from the keychain', () => {
    const images = groupStatus({ state: 'signed-out', failure: { code: 'key-missing' } })
    expect(lineOf({ images })).toEqual({ icon: 'cloud', tone: 'plain', text: copy.status.notFullyLoaded })
  })

  it('shows projects only while images are calm', () => {
    const projects = groupStatus({ state: 'signed-out' })
    expect(text({ projects })).toBe('Projects: Key not accepted')
    expect(text({ projects, images: groupStatus({ state: 'reading' }) })).toBe(copy.status.loading)
  })

  it('is not up to date while the deletion of a project is pending', () => {
    const group = (address: string) => ({ address, key: 'stored', keySavedAt: 0 }) as const
    const [images, other] = [group('https://a.example'), group('https://b.example')]
    const connection = { id: 'a', name: 'a', images, projects: other, sharesKey: true, isSample: false }
    const projects = groupStatus({ state: 'offline', failure: { code: 'host-not-found' } })
    const running = [receipt({ verb: 'delete-project', size: 1, done: 0, unchanged: 0, waiting: 1 })]
    const said = (part: Parameters<typeof status>[0]) => stateLine({ status: status(part), connection }, 0).text
    expect(said({ projects, running, waiting: 1 })).toBe('Projects: Service not reachable')
    expect(said({ projects })).toBe(copy.status.upToDate)
  })

  it('reports no sending while every pending batch is on hold or in its grace period', () => {
    const deletion = receipt({
      verb: 'delete',
      size: 3,
      done: 0,
      unchanged: 0,
      waiting: 3,
      sending: 0,
      graceEndsAt: 5_000
    })
    const held = receipt({ batch: 15, sending: 0, pause: { why: 'user' } })
    const images = groupStatus({ state: 'sending' })
    const line = (running: (typeof held)[], now = 0) => lineOf({ images, running, waiting: 3 }, now).text
    expect(line([deletion])).toBe('Library not fully loaded · 3 pending')
    expect(line([deletion, held])).toBe('Library not fully loaded · 3 pending')
    expect(line([deletion, { ...held, pause: null }])).toBe(copy.status.sending(212, 897))
    expect(line([{ ...deletion, sending: 1 }])).toBe(copy.status.sending(0, 3))
    expect(line([deletion], 5_000)).toBe(copy.status.sending(0, 3))
  })

  it('is neither sending nor up to date while a deleted project is in its grace period', () => {
    const running = [
      receipt({ verb: 'delete-project', size: 1, done: 0, unchanged: 0, waiting: 1, sending: 0, graceEndsAt: 5_000 })
    ]
    const projects = groupStatus({ state: 'sending' })
    expect(text({ projects, running, waiting: 1 })).toBe('Library not fully loaded · 1 pending')
    expect(text({ projects, running, waiting: 1, needsAttention: 2 })).toBe(copy.counted.needAttention(2))
  })
})
