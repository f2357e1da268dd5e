/** Preload: the clock of the engine's threads runs PROOFSHEET_TEST_SPEED times as fast. */
import { performance } from 'node:perf_hooks'
import { isMainThread, workerData } from 'node:worker_threads'

const speed = Number(process.env['PROOFSHEET_TEST_SPEED'] ?? 1)
const isEngine = typeof workerData === 'object' && workerData !== null && 'instanceId' in workerData
if (!isMainThread && isEngine) {
  const { setTimeout: wait } = globalThis
  for (const clock of [Date, performance]) {
    const now = clock.now.bind(clock)
    const start = now()
    clock.now = () => start + (now() - start) * speed
  }
  Object.assign(globalThis, {
    setTimeout: (run: () => void, ms = 0, ...rest: []) => wait(run, ms / speed, ...rest)
  })
}
