import { expect, test } from 'vitest'
import { watchEventLoop } from './diagnostics.ts'

const block = (ms: number): void => {
  const end = performance.now() + ms
  while (performance.now() < end);
}
const nextTick = () => new Promise((resolve) => setTimeout(resolve, 30))

test('a block counts from the moment the window is up, and not before', async () => {
  const watch = watchEventLoop()
  block(150)
  await nextTick()
  expect(watch.read().longestMainBlockMs).toBe(0)
  watch.begin()
  await nextTick()
  block(150)
  await nextTick()
  const { longestMainBlockMs, residentBytes } = watch.read()
  expect(longestMainBlockMs).toBeGreaterThanOrEqual(120)
  expect(residentBytes).toBeGreaterThan(1e6)
})
