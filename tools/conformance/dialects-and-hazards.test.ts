/** The part of `npm run conformance` that is quick: every dialect and switch as it is, and the standard one under hazards. */
import { describe, expect, test } from 'vitest'
import { HAZARDS, type HazardId } from '../../src/reference-service/hazards/hazards.ts'
import { ACTS } from './expected.ts'
import { EXPECTATIONS } from './expectations.ts'
import { checkDialect } from './dialect-checks.ts'
import { operationOf } from './play-case.ts'
import { playSuite, SUITE_SERVICES } from './suite.ts'
import { passed, tell } from './tally.ts'

const standard = SUITE_SERVICES.filter(({ name }) => name === 'standard')

test('every hazard has an expectation for each operation it can happen to', () => {
  const missing = HAZARDS.flatMap(({ id, operations }) =>
    ACTS.filter((act) => operations.includes(operationOf(act)))
      .filter((act) => EXPECTATIONS[id as HazardId][act] === undefined)
      .map((act) => `${id} on ${act}`)
  )
  expect(missing).toEqual([])
})

describe('a dialect or switch as it is', () => {
  test.each(SUITE_SERVICES)('$name', async (service) => {
    const results = await checkDialect(service, () => true)
    expect(results.filter((result) => !passed(result))).toEqual([])
    expect(results.length).toBeGreaterThan(10)
  })
})

test('the standard dialect under every hazard of answers', async () => {
  const results = await playSuite({ services: standard, wayOf: () => 'process', only: '' })
  expect(results.filter((result) => !passed(result))).toEqual([])
})

test('a case that comes to something else is told, and counted', () => {
  const good = { service: 'A', hazard: 'html', act: 'show-image', problems: [] }
  const bad = { ...good, problems: ['It must be "applied" and is "gone not-found".'] }
  const lines = tell([good, bad])
  expect(lines.at(-1)).toBe('1 passed, 1 failed')
  expect(lines).toContain('A, html on show-image: It must be "applied" and is "gone not-found".')
})
