/** A service that ignores every way to ask for a page: what can be reached is shown, and nothing is ever removed. */
import { describe, expect, it } from 'vitest'
import { inDepth } from '../../../../test/helpers/depth.ts'
import { rigOf } from '../../../../test/helpers/rigs.ts'
import type { Run, SyncRig } from '../../../../test/helpers/sync-rig.ts'
import { dialectOf } from '../../../reference-service/dialects/dialects.ts'
import { FILTERS, MEDIUMS, RESOLUTIONS, STYLES } from '../../../shared/image.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const IMAGES = 2_000

/** Ids that any answer has shown. */
function watchedRig(images = IMAGES): { readonly rig: SyncRig; readonly shown: Set<string> } {
  const rig = rigOf({ images })
  rig.service.change({ dialect: dialectOf('standard', { paging: 'ignored' }) })
  const shown = new Set<string>()
  rig.alter = (request, answer) => {
    if (answer.kind !== 'answer' || !/\/images\?/.test(request.url)) return answer
    const { data = [] } = JSON.parse(answer.body) as { data?: readonly { id: number }[] }
    for (const { id } of data) shown.add(String(id))
    return answer
  }
  return { rig, shown }
}

const idsHere = (rig: SyncRig, run: Run): string[] => rig.records(run).map((record) => rig.serviceId(run, record))
const questions = (rig: SyncRig): string[] =>
  rig.service.log.entries
    .filter(({ path }) => path.endsWith('/images'))
    .map(({ query }) => JSON.stringify({ ...query, page: undefined, per_page: undefined }))
const looksIn = (asked: readonly string[], look: string): string[] =>
  asked.map((text) => (JSON.parse(text) as Record<string, string>)[look] ?? '').filter((value) => value !== '')

describe('a list without any paging', () => {
  it('is asked in four orders and by each look, each once, and shows all that these bring', async () => {
    const { rig, shown } = watchedRig()
    const run = rig.start()
    await rig.clock.advance(20 * MINUTE)
    expect(new Set(idsHere(rig, run))).toEqual(shown)
    expect(shown.size).toBeGreaterThan(1_000)
    const asked = questions(rig)
    for (const [look, values] of Object.entries({ style: STYLES, medium: MEDIUMS, filter: FILTERS }))
      expect(looksIn(asked, look).toSorted()).toEqual([...values].toSorted())
    expect(looksIn(asked, 'resolution').toSorted()).toEqual([...RESOLUTIONS].toSorted())
    const orders = new Set(
      asked.map((text) => JSON.parse(text) as Record<string, string>).map(({ sort_by: by, sort }) => `${by} ${sort}`)
    )
    for (const order of ['id desc', 'id asc', 'name desc', 'name asc']) expect(orders).toContain(order)
    expect(run.sync.status().images).toMatchObject({ completeAsOf: null, incomplete: { why: 'no-paging' } })
  })

  it('is not asked the same again and again, and again when a person asks', async () => {
    const { rig } = watchedRig(150)
    const run = rig.start()
    await rig.clock.advance(20 * MINUTE)
    rig.service.log.clear()
    const hours = inDepth(5, 2)
    await rig.clock.advance(hours * HOUR)
    // Heads every five minutes, favorites every quarter and a pass every half an hour, of two pages each: it may page by now.
    expect(questions(rig).length).toBeLessThanOrEqual(hours * (12 + 2 * 4 + 2 * 2))
    expect(looksIn(questions(rig), 'style')).toEqual([])
    run.sync.wake('asked')
    await rig.clock.advance(10 * MINUTE)
    expect(looksIn(questions(rig), 'style').toSorted()).toEqual([...STYLES].toSorted())
  })

  it('loses nothing here that the service does not show any more', async () => {
    const { rig } = watchedRig(150)
    const run = rig.start()
    await rig.clock.advance(20 * MINUTE)
    const before = idsHere(rig, run)
    for (const id of [1, 2, 149, 150, 75]) rig.service.store.images.remove(id)
    // A pass that could prove it comes every six hours.
    await rig.clock.advance(inDepth(13, 7) * HOUR)
    expect(idsHere(rig, run)).toEqual(before)
    expect(run.sync.status().images.removals).toBeNull()
  })

  it('goes on where a kill stopped it', async () => {
    const { rig, shown } = watchedRig(400)
    const run = rig.start()
    await rig.clock.runUntil(() => looksIn(questions(rig), 'style').length >= 6, HOUR)
    const asked = looksIn(questions(rig), 'style')
    run.kill()
    rig.service.log.clear()
    const again = rig.start()
    await rig.clock.advance(20 * MINUTE)
    const repeated = looksIn(questions(rig), 'style').filter((style) => asked.includes(style))
    expect(repeated.length).toBeLessThanOrEqual(1)
    expect(new Set(idsHere(rig, again))).toEqual(shown)
  })

  it('that has come to page is read whole, and that is said', async () => {
    const { rig } = watchedRig(150)
    const run = rig.start()
    await rig.clock.advance(20 * MINUTE)
    rig.service.change({ dialect: dialectOf('standard', {}) })
    await rig.clock.advance(HOUR)
    expect(rig.records(run)).toHaveLength(150)
    expect(run.sync.status().images).toMatchObject({ incomplete: null })
    expect(rig.differences(run)).toEqual([])
  })

  it('asks on where the service refuses one of the questions', async () => {
    const { rig } = watchedRig(150)
    rig.service.change({
      faults: ({ query }) =>
        query['style'] === 'anime' ? { kind: 'status', status: 422, body: '{"message":"No","status":422}' } : null
    })
    const run = rig.start()
    await rig.clock.advance(20 * MINUTE)
    expect(looksIn(questions(rig), 'style').toSorted()).toEqual([...STYLES].toSorted())
    expect(run.sync.status().images).toMatchObject({ incomplete: { why: 'no-paging' }, failure: null })
  })
})
