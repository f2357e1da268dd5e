import { describe, expect, it } from 'vitest'
import { groupStatus, receipt, status } from '../stores/status-samples.ts'
import { progressOf, stateLine } from './state-line.ts'

const text = (part: Parameters<typeof status>[0]): string => stateLine(status(part), 0).text

describe('the line of state', () => {
  it('tells progress without what was so already', () => {
    expect(text({ images: groupStatus({ state: 'sending' }), running: [receipt()] })).toBe('Sending 212 of 894')
  })

  it('sums several batches', () => {
    expect(progressOf([receipt(), receipt({ batch: 15, size: 10, done: 3, alreadySo: 2, takenBack: 1 })])).toEqual({
      done: 215,
      total: 901
    })
    expect(progressOf([])).toBeNull()
  })

  it('puts a pause before all', () => {
    expect(text({ isPaused: true, waiting: 3, images: groupStatus({ state: 'offline' }) })).toBe(
      'Paused by you, 3 waiting'
    )
  })

  it('puts trouble before what needs the person, and that before calm', () => {
    expect(text({ needsYou: 13, images: groupStatus({ state: 'signed-out' }) })).toBe('Key not accepted')
    expect(text({ needsYou: 13 })).toBe('13 need you')
    expect(text({})).toBe('Up to date')
  })

  it('does not call a key refused that is still being read from the key store', () => {
    const images = groupStatus({ state: 'signed-out', failure: { code: 'key-missing' } })
    expect(stateLine(status({ images }), 0)).toEqual({ icon: 'key', tone: 'plain', text: 'Waiting for your key' })
  })

  it('lets projects speak only while images are calm', () => {
    const projects = groupStatus({ state: 'signed-out' })
    expect(text({ projects })).toBe('Projects: Key not accepted')
    expect(text({ projects, images: groupStatus({ state: 'reading' }) })).toBe('Reading your library…')
  })
})
