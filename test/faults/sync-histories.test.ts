/**
 * Random histories of the whole engine in virtual time: every dialect, every hazard, a failing disk, kills, changing
 * keys, other clients, and a user who uses every verb. I1 to I10 of docs/sync.md hold after each step, and after all
 * faults are over both sides agree. `npm run histories` plays more of them, or replays one.
 */
import { expect, test } from 'vitest'
import { inDepth } from '../helpers/depth.ts'
import { runFleet } from './histories/fleet.ts'

const HISTORIES = inDepth(600, 8)
const JOBS = inDepth(2, 1)
const FIRST_SEED = 1
const PATIENCE_MS = 20 * 60_000

/** Runs in its own process, because an error that ends a thread of the program would end the test as well. */
test(`${HISTORIES} histories break nothing`, { timeout: PATIENCE_MS }, async () => {
  const lines: string[] = []
  let played = 0
  await runFleet({ seed: FIRST_SEED, count: HISTORIES, minutes: null, jobs: JOBS }, ({ failed }) => {
    played += 1
    lines.push(...(failed?.lines ?? []))
  })
  expect(lines).toEqual([])
  expect(played).toBe(HISTORIES)
})
