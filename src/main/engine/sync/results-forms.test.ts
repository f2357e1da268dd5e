/** Services that accept the list of an update in another form: the form is found on one record, and nothing is lost. */
import { describe, expect, it } from 'vitest'
import { lists, rigWithResults } from '../../../../test/helpers/result-lists.ts'
import { plainRecords } from '../../../../test/helpers/rigs.ts'
import type { Run, SyncRig } from '../../../../test/helpers/sync-rig.ts'
import { trust } from '../../../../test/helpers/trust.ts'
import { isJsonBody } from '../../../shared/send.ts'

const stars = (rig: SyncRig): number => [...rig.service.truth.images.values()].filter((one) => one.favorite).length
const dialectTraits = (run: Run, trait: string) => run.sync.status().images.dialectTraits?.[trait]

/** Counts updates that got a response, and the rejected ones among them. */
function tallied(rig: SyncRig): { sent: number; refused: number } {
  const updates = rig.service.log.entries.filter(({ method }) => method === 'PUT')
  return { sent: updates.length, refused: updates.filter(({ status }) => status === 400).length }
}

async function starAll(rig: SyncRig, run: Run): Promise<number> {
  const { batch } = rig.setFavorite(run, plainRecords(rig, run), true)
  await rig.drained(run)
  return batch
}

describe.each(['brackets', 'numbered', 'json', 'repeated', 'last'] as const)(
  'a service that accepts a list as: %s',
  (carrier) => {
    it.each([
      ['one', 1],
      ['many', 3]
    ] as const)('with %s result', async (size, count) => {
      const { rig, run, before } = await rigWithResults(carrier, [count])
      const batch = await starAll(rig, run)
      expect([rig.receipt(run, batch).done, stars(rig)]).toEqual([40, 40])
      expect(lists(rig)).toEqual(before)
      expect(rig.differences(run)).toEqual([])
      const learned = { brackets: 'brackets', numbered: 'numbered', json: 'json', repeated: 'repeated', last: 'json' }
      // With one item, the last one is all of them.
      const expected = carrier === 'last' && size === 'one' ? 'numbered' : learned[carrier]
      expect(dialectTraits(run, `results.${size}`)).toBe(expected)
    })
  }
)

it.each(['numbered', 'json', 'last'] as const)(
  'without results, where lists are accepted as %s, JSON carries none',
  async (carrier) => {
    const { rig, run, before } = await rigWithResults(carrier, [0])
    const batch = await starAll(rig, run)
    expect([rig.receipt(run, batch).done, stars(rig)]).toEqual([40, 40])
    expect(lists(rig)).toEqual(before)
    expect(dialectTraits(run, 'results.none')).toBe('json')
    expect(tallied(rig)).toEqual({ sent: 42, refused: 2 })
  }
)

it('an empty list that no form carries needs the user, with the message of the service', async () => {
  const { rig, run } = await rigWithResults('repeated', [0])
  const { batch } = rig.setFavorite(run, plainRecords(rig, run, 3), true)
  await rig.drained(run)
  expect(rig.receipt(run, batch)).toMatchObject({ done: 0, needsAttention: 3 })
  expect(rig.needs(run, 'favorite')[0]?.fields).toEqual({ results: ['The results field is required.'] })
  expect(stars(rig)).toBe(0)
})

it('records of every length in one batch cost a few requests more, once', async () => {
  const { rig, run, before } = await rigWithResults('numbered', [0, 1, 3])
  const batch = await starAll(rig, run)
  expect(rig.receipt(run, batch)).toMatchObject({ done: 40 })
  expect(lists(rig)).toEqual(before)
  expect(tallied(rig).refused).toBeLessThanOrEqual(12)
  rig.service.log.clear()
  await rig.drained(run)
  rig.setFavorite(run, rig.records(run), false)
  await rig.drained(run)
  expect([tallied(rig), stars(rig)]).toEqual([{ sent: 40, refused: 0 }, 0])
})

it('the form is found as carefully on a connection that was trusted long ago', async () => {
  const { rig, run, before } = await rigWithResults('last', [3])
  trust(rig, run)
  const batch = await starAll(rig, run)
  expect(rig.receipt(run, batch)).toMatchObject({ done: 40 })
  expect(lists(rig)).toEqual(before)
  expect(dialectTraits(run, 'results.many')).toBe('json')
})

it('a form that lost results is never used twice, and never learned', async () => {
  const { rig, run, before } = await rigWithResults('last', [3])
  const lossy = new Set<string>()
  const send = rig.send.bind(rig)
  rig.send = (request) => {
    if (request.method === 'PUT' && request.form !== null && !isJsonBody(request.form)) lossy.add(request.url)
    return send(request)
  }
  await starAll(rig, run)
  // Those in flight with the first rejection, and the record on which the next form was checked.
  expect(lossy.size).toBe(1)
  expect(lists(rig)).toEqual(before)
})

/** Makes the service keep only the last item of a JSON list, too. */
function losingInJson(rig: SyncRig): void {
  const send = rig.send.bind(rig)
  rig.send = (request) => {
    const isJson = request.form !== null && isJsonBody(request.form)
    if (!isJson) return send(request)
    const body = { ...(JSON.parse(request.form) as { results: unknown[] }) }
    return send({ ...request, form: JSON.stringify({ ...body, results: body.results.slice(-1) }) })
  }
}

const harmed = (rig: SyncRig) => [...rig.service.truth.images.values()].filter(({ results }) => results?.length !== 3)

it('a service that loses results in every form harms one record, which gets back as much as possible', async () => {
  const { rig, run } = await rigWithResults('last', [3])
  losingInJson(rig)
  const { batch } = rig.setFavorite(run, plainRecords(rig, run), true)
  await rig.clock.advance(600_000)
  expect(harmed(rig)).toHaveLength(1)
  expect(rig.receipt(run, batch)).toMatchObject({ done: 0, needsAttention: 1, waiting: 39 })
  expect(rig.needs(run, 'favorite')[0]?.changes?.map(({ field }) => field)).toEqual(['results'])
  expect(dialectTraits(run, 'results.many')).toBeUndefined()
})

it('later changes are rejected and harm nothing more', async () => {
  const { rig, run } = await rigWithResults('last', [3])
  losingInJson(rig)
  for (const record of plainRecords(rig, run, 3)) {
    rig.setFavorite(run, [record], true)
    await rig.clock.advance(600_000)
  }
  expect(harmed(rig)).toHaveLength(1)
  expect(rig.needs(run, 'favorite').map(({ code }) => code)).toEqual([
    'changed-more',
    'refused-fields',
    'refused-fields'
  ])
})

it.each([100, 400, 900, 2_500, 10_000])('killed %i ms after a batch began, nothing is lost', async (ms) => {
  const { rig, run, before } = await rigWithResults('last', [3, 1, 0])
  const { batch } = rig.setFavorite(run, plainRecords(rig, run), true)
  await rig.clock.advance(ms)
  run.kill()
  const next = rig.start()
  await rig.drained(next)
  expect(rig.receipt(next, batch).done + rig.receipt(next, batch).unchanged).toBe(40)
  expect([stars(rig), lists(rig)]).toEqual([40, before])
})

it('writing results back leaves alone a name that another client set meanwhile', async () => {
  const { rig, run, before } = await rigWithResults('last', [3])
  const withNames = new Set<string>()
  const send = rig.send.bind(rig)
  rig.send = (request) => {
    if (request.method === 'PUT' && /"name"|(?:^|&)name=/.test(request.form ?? '')) withNames.add(request.url)
    return send(request)
  }
  await starAll(rig, run)
  expect([withNames.size, lists(rig)]).toEqual([0, before])
})
