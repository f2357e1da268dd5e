/**
 * The quick part of `npm run conformance`: each dialect and switch without hazards, and the standard dialect with them.
 */
import { describe, expect, test } from 'vitest'
import { HAZARDS, type HazardId } from '../../src/reference-service/hazards/hazards.ts'
import { checkDialect } from './dialect-checks.ts'
import { EXPECTATIONS } from './expectations.ts'
import { ACTS, passed, resultLines } from './expected.ts'
import { operationOf } from './play-case.ts'
import { playSuite, SUITE_SERVICES } from './suite.ts'

const standard = SUITE_SERVICES.filter(({ name }) => name === 'standard')

test('every hazard has an expectation for each of its operations', () => {
  const missing = HAZARDS.flatMap(({ id, operations }) =>
    ACTS.filter((act) => operations.includes(operationOf(act)))
      .filter((act) => EXPECTATIONS[id as HazardId][act] === undefined)
      .map((act) => `${id} on ${act}`)
  )
  expect(missing).toEqual([])
})

describe('a dialect or switch without hazards', () => {
  test.each(SUITE_SERVICES)('$name', async (service) => {
    const results = await checkDialect(service, () => true)
    expect(results.filter((result) => !passed(result))).toEqual([])
    expect(results.length).toBeGreaterThan(10)
  })
})

test('the standard dialect with every hazard of responses', async () => {
  const results = await playSuite({ services: standard, wayOf: () => 'process', only: '' })
  expect(results.filter((result) => !passed(result))).toEqual([])
})

test('reports and counts a case with another outcome', () => {
  const good = { service: 'A', hazard: 'html', act: 'show-image', problems: [] }
  const bad = { ...good, problems: ['Expected "applied", got "gone not-found".'] }
  const lines = resultLines([good, bad])
  expect(lines.at(-1)).toBe('1 passed, 1 failed')
  expect(lines).toContain('A, html on show-image: Expected "applied", got "gone not-found".')
})
