import { expect, test } from 'vitest'
import { succeed } from '../../../shared/failure.ts'
import type { RecordTarget, TargetSummary } from '../../../shared/query.ts'
import { REQUEST_DELAY_MS, MIN_INTERVAL_MS, STALE_MS, TargetDescriber } from './summary-store.ts'

/** A describer with a manual clock and manual answers. */
function harness() {
  const state: { target: RecordTarget | null; now: number } = {
    target: { kind: 'records', numbers: Uint32Array.of(1) },
    now: 0
  }
  const timers = new Map<() => void, number>()
  const answers: ((size: number) => void)[] = []
  const summaries: (number | null)[] = []
  const describer = new TargetDescriber({
    target: async () => state.target,
    describe: () =>
      new Promise((resolve) => {
        answers.push((size) => resolve(succeed(summaryOf(size))))
      }),
    onSummary: (summary) => void summaries.push(summary?.size ?? null),
    now: () => state.now,
    after: (run, ms) => {
      timers.set(run, state.now + ms)
      return () => timers.delete(run)
    }
  })
  const settle = () => new Promise<void>((resolve) => setTimeout(resolve))
  const advance = async (ms: number) => {
    state.now += ms
    for (const [run, due] of timers) if (due <= state.now && timers.delete(run)) run()
    await settle()
  }
  const answer = async (index: number, size: number) => {
    answers[index]?.(size)
    await settle()
  }
  return { state, describer, answers, answer, said: summaries, pass: advance }
}

const summaryOf = (size: number): TargetSummary => ({
  size,
  favorites: 0,
  notFavorites: size,
  waiting: 0,
  needsAttention: 0,
  outOfView: 0,
  resolutions: [],
  styles: 0,
  names: [],
  sample: []
})

test('combines many changes into one request', async () => {
  const { describer, answers, answer, said: summaries, pass: advance } = harness()
  for (let i = 0; i < 5; i += 1) describer.onTargetChanged()
  await advance(REQUEST_DELAY_MS)
  expect(answers).toHaveLength(1)
  await answer(0, 5)
  await advance(STALE_MS)
  expect(summaries).toEqual([5])
})

test('drops an answer about an earlier target and requests the new one', async () => {
  const { describer, answer, said: summaries, pass: advance } = harness()
  describer.onTargetChanged()
  await advance(REQUEST_DELAY_MS)
  describer.onTargetChanged()
  await advance(REQUEST_DELAY_MS)
  await answer(0, 1)
  await answer(1, 2)
  expect(summaries).toEqual([2])
})

test('removes old counts when those of a new target are late', async () => {
  const { describer, answer, said: summaries, pass: advance } = harness()
  describer.onTargetChanged()
  await advance(REQUEST_DELAY_MS)
  await advance(STALE_MS)
  expect(summaries).toEqual([null])
  await answer(0, 3)
  expect(summaries).toEqual([null, 3])
})

test('has no summary without a selection', async () => {
  const { state, describer, answers, said: summaries, pass: advance } = harness()
  state.target = null
  describer.onTargetChanged()
  await advance(REQUEST_DELAY_MS)
  expect([answers.length, summaries]).toEqual([0, [null]])
})

test('keeps answers and counts while the library keeps changing', async () => {
  const { describer, answers, answer, said: summaries, pass: advance } = harness()
  describer.onTargetChanged()
  await advance(REQUEST_DELAY_MS)
  for (let i = 0; i < 10; i += 1) {
    describer.onLibraryChanged()
    await advance(30)
  }
  // Two requests during the first one become one.
  await answer(0, 7)
  await answer(1, 6)
  expect(summaries).toEqual([null, 7, 6])
  expect(answers).toHaveLength(2)
})

test('limits the rate of counts while the library keeps changing', async () => {
  const { describer, answers, answer, pass: advance } = harness()
  for (let i = 0; i < 20; i += 1) {
    describer.onLibraryChanged()
    await advance(MIN_INTERVAL_MS / 5)
    await answer(answers.length - 1, 1)
  }
  expect(answers.length).toBeLessThanOrEqual(5)
})
