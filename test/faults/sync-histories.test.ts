/**
 * Random histories of the whole engine in virtual time: every dialect, every hazard, a failing disk, kills, keys that
 * change, other clients, and a person who uses every verb. Whatever happened: I1 to I10 of docs/sync.md hold after
 * each step, and once all is well the two sides agree. `npm run histories` plays more of them, and one of them again.
 */
import { expect, test } from 'vitest'
import { inDepth } from '../helpers/depth.ts'
import { runFleet } from './histories/fleet.ts'

const HISTORIES = inDepth(600, 8)
const JOBS = inDepth(2, 1)
const FIRST_SEED = 1
const PATIENCE_MS = 20 * 60_000

/** In a process of its own: what ends a thread of the program would end the test as well. */
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
