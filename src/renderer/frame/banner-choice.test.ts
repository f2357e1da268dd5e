import { describe, expect, it } from 'vitest'
import { copy } from '../../copy/language.ts'
import { groupStatus, receipt, status } from '../../../test/helpers/status-samples.ts'
import type { ConnectionSummary, KeyState } from '../../shared/connection.ts'
import type { FailureCode } from '../../shared/failure.ts'
import { chooseBanner } from './banner-choice.ts'

const NONE: ReadonlySet<string> = new Set()

function connection(images: KeyState, projects: KeyState = 'stored'): ConnectionSummary {
  const group = { address: 'https://a.example', keySavedAt: null }
  return {
    id: 'a',
    name: 'a.example',
    images: { ...group, key: images },
    projects: { ...group, key: projects },
    sharesKey: false,
    isSample: false
  }
}

const healthy = connection('stored')
const choose = (part: Parameters<typeof status>[0], who = healthy) =>
  chooseBanner(status(part), who, { now: 0, dismissed: NONE })

describe('the banner below the toolbar', () => {
  it('is absent without a problem, or while only busy', () => {
    for (const state of ['idle', 'reading', 'sending', 'up-to-date'] as const) {
      expect(choose({ images: groupStatus({ state }) })).toBeNull()
    }
  })

  it('offers a new key when the old one is refused, and says that nothing is lost', () => {
    const bar = choose({ images: groupStatus({ state: 'signed-out' }) })
    expect(bar).toMatchObject({ tone: 'danger', actions: [{ kind: 'enter-key', group: 'images' }] })
    expect(bar?.body).toContain('Your changes are safe')
  })

  it.each(['signed-out', 'stopped', 'no-access', 'not-responding'] as const)(
    'has details of %s if more than its name is known',
    (state) => {
      const told = { code: 'refused', status: 422, host: 'a.example', detail: 'No.' } as const
      expect(choose({ images: groupStatus({ state, failure: told }) })?.failure).toEqual(told)
      const bare = { code: 'refused', host: 'a.example' } as const
      expect(choose({ images: groupStatus({ state, failure: bare }) })).not.toHaveProperty('failure')
    }
  )

  it('ignores a stored key that is still being read', () => {
    expect(choose({ images: groupStatus({ state: 'signed-out', failure: { code: 'key-missing' } }) })).toBeNull()
  })

  it('says that images continue when only projects are signed out', () => {
    const bar = choose({ projects: groupStatus({ state: 'signed-out' }) })
    expect(bar).toMatchObject({ actions: [{ group: 'projects' }] })
    expect(bar?.body).toContain('Images still sync')
  })

  it.each([
    ['absent', 'enter-key'],
    ['locked', 'try-now'],
    ['denied', 'try-now'],
    ['timed-out', 'try-now'],
    ['unavailable', 'enter-key']
  ] as const)('reports a key that is %s before the network', (state, kind) => {
    const bar = choose({ images: groupStatus({ state: 'offline' }) }, connection(state))
    expect(bar).toMatchObject({ id: expect.stringMatching(/^key-.*-images$/) })
    expect(bar?.actions[0]).toMatchObject({ kind })
    expect(bar?.actions.at(-1)).toMatchObject({ kind: 'enter-key' })
  })

  it('shows pending changes with passing problems, and keeps its id while counts change', () => {
    const images = groupStatus({ state: 'offline' })
    const bars = [choose({ images, waiting: 3 }), choose({ images, waiting: 4 })]
    expect(bars.map((bar) => bar?.id)).toEqual(['offline', 'offline'])
    expect(bars[0]).toMatchObject({ isPassing: true })
    expect(bars[0]?.body).toContain(copy.banners.changesPending(3))
  })

  it('says when the next attempt is', () => {
    expect(choose({ images: groupStatus({ state: 'not-responding', retryAt: 60_000 }) })?.body).toMatch(/try again at /)
  })

  it('reports a long rate limit, and leaves a short one to the status bar', () => {
    expect(choose({ images: groupStatus({ state: 'rate-limited', retryAt: 20_000 }) })).toBeNull()
    expect(choose({ images: groupStatus({ state: 'rate-limited', retryAt: 120_000 }) })?.body).toContain('in 2 min')
  })

  it('gives the reason for a stop', () => {
    const images = groupStatus({ state: 'stopped', failure: { code: 'wrong-address' } })
    expect(choose({ images })).toMatchObject({
      headline: 'There is no images service at this address',
      actions: [{ kind: 'edit-address', proposed: null }, { kind: 'try-now' }]
    })
  })

  it('asks for the owner of a key if it is unknown, with both answers and the previous key', () => {
    const bar = choose({ images: groupStatus({ state: 'no-access', failure: { code: 'owner-unclear' } }), waiting: 1 })
    expect(bar?.headline).toBe('Does this key belong to the same account?')
    expect(bar?.actions).toMatchObject([
      { kind: 'answer-owner', group: 'images', isSame: true, label: copy.banners.sameAccount },
      { kind: 'answer-owner', group: 'images', isSame: false, label: copy.banners.otherAccount },
      { kind: 'enter-key' }
    ])
  })

  it('leads to the address of a redirect', () => {
    const failure = { code: 'redirected', host: 'a.example', location: 'https://b.example/ai/api/v1/images' } as const
    const bar = choose({ images: groupStatus({ state: 'stopped', failure }) })
    expect(bar?.headline).toBe('a.example redirects to https://b.example/ai/api/v1/images')
    expect(bar?.actions[0]).toMatchObject({
      label: copy.failures.steps['use-address'],
      proposed: 'https://b.example/ai'
    })
  })

  it('has separate texts for a failed name lookup and an untrusted certificate', () => {
    const lost = (code: FailureCode) =>
      choose({ images: groupStatus({ state: 'offline', failure: { code, host: 'a.example' } }) })?.headline
    expect(lost('host-not-found')).toBe('Can’t find a.example')
    expect(lost('tls-untrusted')).toBe('Can’t verify the identity of a.example')
    expect(lost('offline')).toBe(copy.banners.offline)
  })

  it('offers the browser if a web page responded', () => {
    const failure = { code: 'not-json', host: 'wifi.example' } as const
    const bar = choose({ projects: groupStatus({ state: 'stopped', failure }) })
    expect(bar?.actions).toMatchObject([{ kind: 'open-page', group: 'projects' }, {}, { kind: 'try-now' }])
    expect(bar?.body).toContain('Images still sync')
  })

  it('reports problems of projects only while images have none', () => {
    const projects = groupStatus({ state: 'not-responding', failure: { code: 'service-error' } })
    expect(choose({ projects })).toMatchObject({
      id: 'projects-not-responding',
      headline: 'The service is having problems'
    })
    expect(choose({ projects, images: groupStatus({ state: 'offline' }) })?.id).toBe('offline')
  })

  it('says what a full disk saved and what it stops', () => {
    const images = groupStatus({ state: 'stopped', failure: { code: 'disk-full' } })
    expect(choose({ images, waiting: 3 })?.body).toMatch(/^3 changes pending, all saved\. Loading stops/)
  })

  it('ignores the network while sync is paused', () => {
    expect(choose({ isPaused: true, images: groupStatus({ state: 'offline' }) })).toBeNull()
  })
})

const DAY_MS = 24 * 60 * 60_000
const leaving = (count: number, at: number) => groupStatus({ deletions: { count, at } })
const held = (graceEndsAt: number) => receipt({ verb: 'delete', startedAt: 0, graceEndsAt })

describe('banners of the library', () => {
  it('count down in steps to deletions that were delayed again', () => {
    const bar = (now: number) =>
      chooseBanner(status({ images: leaving(37, 90_000), running: [held(90_000)] }), healthy, {
        now,
        dismissed: NONE
      })
    expect(bar(60_000)?.headline).toBe(copy.banners.deletions(37, '30 seconds'))
    expect(bar(65_000)?.headline).toBe(bar(60_500)?.headline)
    expect(bar(89_000)?.headline).toBe(copy.banners.deletions(37, '10 seconds'))
    expect(bar(60_000)?.id).toBe(bar(89_000)?.id)
  })

  it('give precedence to obstacles that stop deletions', () => {
    const images = groupStatus({ ...leaving(37, 90_000), state: 'signed-out' })
    const bar = choose({ images, running: [held(90_000)] })
    expect(bar?.actions).toMatchObject([{ kind: 'enter-key', group: 'images' }])
  })

  it('count down to a delayed deletion of a project, whatever the state of images', () => {
    const running = [{ ...held(60_000), verb: 'delete-project' as const }]
    const images = groupStatus({ state: 'signed-out', failure: { code: 'unauthorized' } })
    const bar = choose({ images, projects: leaving(1, 60_000), running })
    expect(bar).toMatchObject({ id: 'deletions-projects', headline: '1 deletion will be sent in 60 seconds' })
    const projects = groupStatus({ ...leaving(1, 90_000), state: 'offline' })
    expect(choose({ projects, running })?.id).not.toBe('deletions-projects')
  })

  it('leave a recent deletion to its toast', () => {
    expect(choose({ images: leaving(1, 10_000), running: [held(10_000)] })).toBeNull()
  })

  it('ask about new results of images to be deleted', () => {
    const pause = { why: 'new-results', count: 2, left: 37 } as const
    const bar = choose({ running: [receipt({ batch: 7, verb: 'delete', pause, waiting: 37 })] })
    expect(bar).toMatchObject({
      id: 'new-results-7',
      actions: [
        { kind: 'stop', batch: 7 },
        { kind: 'go-on', batch: 7, label: copy.banners.deleteAll(37) },
        { kind: 'show' }
      ]
    })
  })

  it('ask after many equal refusals, before any passing problem', () => {
    const pause = { why: 'refusals', failure: { code: 'refused', detail: 'No.' }, left: 9980 } as const
    const bar = choose({ images: groupStatus({ state: 'offline' }), running: [receipt({ pause, waiting: 9980 })] })
    expect(bar?.body).toContain('“No.”')
    expect(bar?.actions.map(({ label }) => label)).toEqual([
      copy.banners.stop,
      copy.banners.sendOthers(9_980),
      copy.banners.review
    ])
  })

  it.each([
    [62, 12_000, 'Review the list'],
    [600, 1_200, 'at least half of your library'],
    [1_200, 1_200, 'your whole library']
  ])('ask before %i of %i records are removed', (count, of, words) => {
    const bar = choose({ images: groupStatus({ removals: { count, of } }) })
    expect(bar?.body).toContain(words)
    expect(bar?.body).toContain('Nothing was removed')
    expect(bar?.actions).toMatchObject([{ kind: 'show', tab: 'needs-attention' }])
  })

  it('remind of changes that have been pending for a day', () => {
    const at = (now: number, state: 'idle' | 'sending') =>
      chooseBanner(status({ waiting: 3, running: [receipt()], images: groupStatus({ state }) }), healthy, {
        now,
        dismissed: NONE
      })
    expect(at(DAY_MS - 1, 'idle')).toBeNull()
    expect(at(DAY_MS, 'sending')).toBeNull()
    expect(at(DAY_MS, 'idle')?.headline).toContain('3 changes are pending')
  })

  it('say why records may be missing until dismissed', () => {
    const images = groupStatus({ incomplete: { why: 'no-paging', seen: 100, total: null } })
    const bar = choose({ images })
    expect(bar?.body).toBe('The service returned 100 items and no way to load more.')
    const dismissed = new Set([bar?.id ?? ''])
    expect(chooseBanner(status({ images }), healthy, { now: 0, dismissed })).toBeNull()
  })

  it('give problems with the key precedence over old changes', () => {
    const bar = chooseBanner(
      status({ images: groupStatus({ state: 'signed-out' }), running: [receipt()], waiting: 1 }),
      healthy,
      { now: DAY_MS, dismissed: NONE }
    )
    expect(bar?.id).toBe('signed-out-images')
  })
})
