import { expect, test } from 'vitest'
import { succeed } from '../../../shared/failure.ts'
import type { RecordTarget, TargetSummary } from '../../../shared/query.ts'
import { ASK_PAUSE_MS, REST_MS, STALE_MS, TargetDescriber } from './summary-store.ts'

/** A describer whose clock is turned, and whose answers come when given. */
function harness() {
  const state: { target: RecordTarget | null; now: number } = {
    target: { kind: 'records', numbers: Uint32Array.of(1) },
    now: 0
  }
  const timers = new Map<() => void, number>()
  const answers: ((size: number) => void)[] = []
  const said: (number | null)[] = []
  const describer = new TargetDescriber({
    target: async () => state.target,
    describe: () =>
      new Promise((resolve) => {
        answers.push((size) => resolve(succeed(summaryOf(size))))
      }),
    onSummary: (summary) => void said.push(summary?.size ?? null),
    now: () => state.now,
    after: (run, ms) => {
      timers.set(run, state.now + ms)
      return () => timers.delete(run)
    }
  })
  const settle = () => new Promise<void>((resolve) => setTimeout(resolve))
  const pass = async (ms: number) => {
    state.now += ms
    for (const [run, due] of timers) if (due <= state.now && timers.delete(run)) run()
    await settle()
  }
  const answer = async (index: number, size: number) => {
    answers[index]?.(size)
    await settle()
  }
  return { state, describer, answers, answer, said, pass }
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
  names: [],
  sample: []
})

test('many changes are one question', async () => {
  const { describer, answers, answer, said, pass } = harness()
  for (let i = 0; i < 5; i += 1) describer.onTargetChanged()
  await pass(ASK_PAUSE_MS)
  expect(answers).toHaveLength(1)
  await answer(0, 5)
  await pass(STALE_MS)
  expect(said).toEqual([5])
})

test('an answer about an earlier target is dropped, and the new one is asked', async () => {
  const { describer, answer, said, pass } = harness()
  describer.onTargetChanged()
  await pass(ASK_PAUSE_MS)
  describer.onTargetChanged()
  await pass(ASK_PAUSE_MS)
  await answer(0, 1)
  await answer(1, 2)
  expect(said).toEqual([2])
})

test('old numbers go when those of a new target are late', async () => {
  const { describer, answer, said, pass } = harness()
  describer.onTargetChanged()
  await pass(ASK_PAUSE_MS)
  await pass(STALE_MS)
  expect(said).toEqual([null])
  await answer(0, 3)
  expect(said).toEqual([null, 3])
})

test('nothing selected has no summary', async () => {
  const { state, describer, answers, said, pass } = harness()
  state.target = null
  describer.onTargetChanged()
  await pass(ASK_PAUSE_MS)
  expect([answers.length, said]).toEqual([0, [null]])
})

test('a library that keeps changing neither drops answers nor numbers', async () => {
  const { describer, answers, answer, said, pass } = harness()
  describer.onTargetChanged()
  await pass(ASK_PAUSE_MS)
  for (let i = 0; i < 10; i += 1) {
    describer.onLibraryChanged()
    await pass(30)
  }
  // Two were asked for while the first was under way; they are one.
  await answer(0, 7)
  await answer(1, 6)
  expect(said).toEqual([null, 7, 6])
  expect(answers).toHaveLength(2)
})

test('a library that keeps changing is counted at a walking pace', async () => {
  const { describer, answers, answer, pass } = harness()
  for (let i = 0; i < 20; i += 1) {
    describer.onLibraryChanged()
    await pass(REST_MS / 5)
    await answer(answers.length - 1, 1)
  }
  expect(answers.length).toBeLessThanOrEqual(5)
})
