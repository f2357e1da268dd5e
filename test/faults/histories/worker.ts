/** One process of several that play histories: every n-th seed, told to the parent one by one. */
import { runHistories } from './run-histories.ts'
import type { WorkerAsk, WorkerTells } from './fleet.ts'
import { seedsOf } from './seeds.ts'

const tell = (message: WorkerTells): void => void process.send?.(message)

// The parent's own words.
const ask = JSON.parse(process.argv[2] ?? '') as WorkerAsk
await runHistories({
  seeds: seedsOf(ask),
  mayGoOn: () => ask.until === null || Date.now() < ask.until,
  onHistory: (seed, failed) => tell({ seed, failed })
})
process.disconnect()
