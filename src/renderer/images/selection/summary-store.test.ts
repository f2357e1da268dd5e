import { expect, test } from 'vitest'
import { succeed } from '../../../shared/failure.ts'
import type { RecordTarget, TargetSummary } from '../../../shared/query.ts'
import { createDescriber } from './summary-store.ts'

/** A describer whose pauses end when told, and whose answers come when given. */
function harness() {
  const state: { target: RecordTarget | null } = { target: { kind: 'records', numbers: Uint32Array.of(1) } }
  const timers = new Map<() => void, number>()
  const answers: ((size: number) => void)[] = []
  const said: (number | null)[] = []
  const describe = createDescriber({
    target: async () => state.target,
    describe: () =>
      new Promise((resolve) => {
        answers.push((size) => resolve(succeed(summaryOf(size))))
      }),
    onSummary: (summary) => void said.push(summary?.size ?? null),
    after: (run, ms) => {
      timers.set(run, ms)
      return () => timers.delete(run)
    }
  })
  const settle = () => new Promise<void>((resolve) => setTimeout(resolve))
  const pass = async (ms: number) => {
    for (const [run, due] of timers) {
      if (due > ms || !timers.delete(run)) continue
      run()
    }
    await settle()
  }
  return { state, describe, answers, said, pass, settle }
}

const summaryOf = (size: number): TargetSummary => ({
  size,
  favorites: 0,
  notFavorites: size,
  waiting: 0,
  needsYou: 0,
  outOfView: 0,
  resolutions: [],
  styles: 0,
  sample: []
})

test('many changes are one question', async () => {
  const { describe, answers, said, pass, settle } = harness()
  describe()
  describe()
  describe()
  await pass(40)
  expect(answers).toHaveLength(1)
  answers[0]?.(5)
  await settle()
  await pass(1_000)
  expect(said).toEqual([5])
})

test('only the latest answer counts', async () => {
  const { describe, answers, said, pass, settle } = harness()
  describe()
  await pass(40)
  describe()
  await pass(40)
  answers[1]?.(2)
  answers[0]?.(1)
  await settle()
  expect(said).toEqual([2])
})

test('old numbers go when the new ones are late', async () => {
  const { describe, answers, said, pass, settle } = harness()
  describe()
  await pass(40)
  await pass(150)
  expect(said).toEqual([null])
  answers[0]?.(3)
  await settle()
  expect(said).toEqual([null, 3])
})

test('nothing selected has no summary', async () => {
  const { state, describe, answers, said, pass } = harness()
  state.target = null
  describe()
  await pass(40)
  expect([answers.length, said]).toEqual([0, [null]])
})
