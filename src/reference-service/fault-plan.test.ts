import { expect, test } from 'vitest'
import { createTestCaller, createTestClock } from '../../test/helpers/call-service.ts'
import { planFaults, PLANNED_FAULTS } from './fault-plan.ts'
import type { Fault, FaultSubject } from './faults.ts'

const subject = (method: string, path: string): FaultSubject => ({
  number: 1,
  at: 0,
  method,
  path,
  group: 'images',
  operation: null,
  query: {},
  form: {}
})
const PATHS = Array.from({ length: 400 }, (_nothing, index) => `/api/v1/images/${index}`)

function facesOf(seed: number, paths: readonly string[]): Map<string, Fault | null> {
  const { hook } = planFaults({ share: 0.2, seed })
  return new Map(paths.map((path) => [path, hook(subject('PUT', path))]))
}

test('about the requested share of requests gets a fault, and every kind occurs', () => {
  const plan = planFaults({ share: 0.2, seed: 3 })
  const subjects = PATHS.flatMap((path) => ['GET', 'PUT', 'PUT', 'DELETE'].map((method) => subject(method, path)))
  const met = subjects.filter((each) => plan.hook(each) !== null).length
  expect(met / subjects.length).toBeGreaterThan(0.17)
  expect(met / subjects.length).toBeLessThan(0.23)
  const usual = PLANNED_FAULTS.filter(({ weight }) => weight >= 1).map(({ name }) => name)
  expect([...plan.met.keys()]).toEqual(expect.arrayContaining(usual))
})

test('the fault of a request depends on the request and the seed, not on the order of arrival', () => {
  const forwards = facesOf(3, PATHS)
  expect(facesOf(3, PATHS.toReversed()).get(PATHS[17] ?? '')).toEqual(forwards.get(PATHS[17] ?? ''))
  expect(new Map([...facesOf(3, PATHS.toReversed())].toReversed())).toEqual(forwards)
  expect(facesOf(4, PATHS)).not.toEqual(forwards)
})

test('a repeated request gets its own fault', () => {
  const { hook } = planFaults({ share: 0.2, seed: 3 })
  const fates = Array.from({ length: 200 }, () => hook(subject('POST', '/api/v1/images')))
  expect(fates).toContain(null)
  expect(fates.filter((fault) => fault !== null).length).toBeGreaterThan(20)
})

test.each(PLANNED_FAULTS)(
  '$name: done = $isDone, for a create and every other operation',
  async ({ fault, isDone }) => {
    const caller = createTestCaller({ faults: () => fault, clock: { ...createTestClock(), wait: async () => {} } })
    const form = 'name=Pear&description=One+pear&resolution=256x256'
    await caller.reply('POST /api/v1/images', { form })
    expect(caller.service.store.images.size).toBe(isDone ? 121 : 120)
  }
)
