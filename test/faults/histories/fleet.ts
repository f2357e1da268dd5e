/** Runs several processes, each with its share of the seeds. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Failed } from './run-histories.ts'
import type { Seeds } from './seeds.ts'

export interface FleetPlan {
  /** The first seed; the next ones follow in steps of one. */
  readonly seed: number
  /** `null` = as many as the time allows. */
  readonly count: number | null
  /** `null` = no time limit. */
  readonly minutes: number | null
  /** Number of concurrent processes. */
  readonly jobs: number
}

export interface WorkerOrder extends Seeds {
  /** ms since epoch; `null` = until all are played. */
  readonly until: number | null
}

export interface WorkerReport {
  readonly seed: number
  readonly failed: Failed | null
}

/** Far longer than any history takes: one that still runs then sends requests without advancing the time. */
const STUCK_MS = 5 * 60_000

const WORKER = fileURLToPath(new URL('worker.ts', import.meta.url))

/** Resolves when every process has ended. Rejects when one of them fails, because then not all were played. */
export async function runFleet(plan: FleetPlan, onHistory: (report: WorkerReport) => void): Promise<void> {
  const { seed, count, minutes, jobs } = plan
  const until = minutes === null ? null : Date.now() + minutes * 60_000
  const shares = Array.from({ length: jobs }, (_, place): WorkerOrder => {
    return { seed: seed + place, count: count === null ? null : count - place, step: jobs, until }
  })
  await Promise.all(shares.map((ask) => runWorker(ask, onHistory)))
}

function runWorker(ask: WorkerOrder, onHistory: (report: WorkerReport) => void): Promise<void> {
  const worker = fork(WORKER, [JSON.stringify(ask)])
  const playing = { seed: ask.seed, isStuck: false }
  const end = (): void => {
    playing.isStuck = true
    worker.kill('SIGKILL')
  }
  const timer = setTimeout(end, STUCK_MS)
  worker.on('message', (message) => {
    // The message format of worker.ts.
    const report = message as WorkerReport
    playing.seed = report.seed + ask.step
    timer.refresh()
    onHistory(report)
  })
  return new Promise((resolve, reject) => {
    worker.on('error', reject)
    worker.on('exit', (code, signal) => {
      clearTimeout(timer)
      if (code === 0) resolve()
      else if (playing.isStuck)
        reject(new Error(`history ${playing.seed} never ends: npm run histories -- --only ${playing.seed}`))
      else reject(new Error(`a process that played histories ended with ${code ?? signal}`))
    })
  })
}
