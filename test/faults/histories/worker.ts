/** One of several processes that play histories: every n-th seed, reported to the parent one by one. */
import { runHistories } from './run-histories.ts'
import type { WorkerOrder, WorkerReport } from './fleet.ts'
import { seedsOf } from './seeds.ts'

const report = (message: WorkerReport): void => void process.send?.(message)

// The parent wrote this argument.
const order = JSON.parse(process.argv[2] ?? '') as WorkerOrder
await runHistories({
  seeds: seedsOf(order),
  mayGoOn: () => order.until === null || Date.now() < order.until,
  onHistory: (seed, failed) => report({ seed, failed })
})
process.disconnect()
