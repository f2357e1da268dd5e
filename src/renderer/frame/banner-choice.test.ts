import { describe, expect, it } from 'vitest'
import type { ConnectionSummary, KeyState } from '../../shared/connection.ts'
import { groupStatus, status } from '../stores/status-samples.ts'
import { chooseBanner } from './banner-choice.ts'

function connection(images: KeyState, projects: KeyState = 'stored'): ConnectionSummary {
  const group = { address: 'https://a.example', keySavedAt: null }
  return {
    id: 'a',
    name: 'a.example',
    images: { ...group, key: images },
    projects: { ...group, key: projects },
    sharesKey: false
  }
}

const fine = connection('stored')
const choose = (part: Parameters<typeof status>[0], who = fine) => chooseBanner(status(part), who, 0)

describe('the bar under the toolbar', () => {
  it('is absent while all is well, or only busy', () => {
    for (const state of ['idle', 'reading', 'sending', 'up-to-date'] as const) {
      expect(choose({ images: groupStatus({ state }) })).toBeNull()
    }
  })

  it('offers a new key when the old one is refused, and says that nothing is lost', () => {
    const bar = choose({ images: groupStatus({ state: 'signed-out' }) })
    expect(bar).toMatchObject({ tone: 'danger', isPassing: false, action: { kind: 'enter-key', group: 'images' } })
    expect(bar?.body).toContain('Your changes are safe')
  })

  it('says nothing of a key that is stored and still being read', () => {
    expect(choose({ images: groupStatus({ state: 'signed-out', failure: { code: 'key-missing' } }) })).toBeNull()
  })

  it('says that images go on when only projects are signed out', () => {
    const bar = choose({ projects: groupStatus({ state: 'signed-out' }) })
    expect(bar).toMatchObject({ action: { group: 'projects' } })
    expect(bar?.body).toContain('Images go on')
  })

  it.each([
    ['absent', 'enter-key'],
    ['locked', 'try-now'],
    ['unavailable', 'enter-key']
  ] as const)('speaks of a key that is %s before the network', (state, kind) => {
    const bar = choose({ images: groupStatus({ state: 'offline' }) }, connection(state))
    expect(bar).toMatchObject({ id: `key-images-${state}`, action: { kind } })
  })

  it('waits with troubles that pass, and keeps its id while numbers change', () => {
    const images = groupStatus({ state: 'offline' })
    const bars = [choose({ images, waiting: 3 }), choose({ images, waiting: 4 })]
    expect(bars.map((bar) => bar?.id)).toEqual(['offline', 'offline'])
    expect(bars[0]).toMatchObject({ isPassing: true })
    expect(bars[0]?.body).toContain('3 changes waiting')
  })

  it('says when it tries again', () => {
    expect(choose({ images: groupStatus({ state: 'not-answering', heldUntil: 60_000 }) })?.body).toMatch(
      /try again at /
    )
  })

  it('tells a long hold, and leaves a short one to the status bar', () => {
    expect(choose({ images: groupStatus({ state: 'held', heldUntil: 20_000 }) })).toBeNull()
    expect(choose({ images: groupStatus({ state: 'held', heldUntil: 120_000 }) })?.body).toContain('in 2 min')
  })

  it('gives the reason for a stop', () => {
    const images = groupStatus({ state: 'stopped', failure: { code: 'wrong-address' } })
    expect(choose({ images })).toMatchObject({
      headline: 'There is no image service at this address',
      action: { kind: 'try-now' }
    })
  })

  it('does not speak of the network while the person has paused', () => {
    expect(choose({ isPaused: true, images: groupStatus({ state: 'offline' }) })).toBeNull()
  })
})
