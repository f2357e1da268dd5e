import { expect, test } from 'vitest'
import { watchEventLoop } from './diagnostics.ts'

const block = (ms: number): void => {
  const end = performance.now() + ms
  while (performance.now() < end);
}
const pause = () => new Promise((resolve) => setTimeout(resolve, 30))

test('a blocked event loop counts only after the watch has begun', async () => {
  const watch = watchEventLoop()
  block(150)
  await pause()
  expect(watch.read().longestMainBlockMs).toBe(0)
  watch.begin()
  await pause()
  block(150)
  await pause()
  expect(watch.read().longestMainBlockMs).toBeGreaterThanOrEqual(120)
})
