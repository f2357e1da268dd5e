/**
 * Random histories of the sync in virtual time: a person who stars and unstars, a network and a service with every
 * fault, kills and restarts. Whatever happened: nothing acknowledged is lost, receipts add up, and once all is well
 * the service holds exactly what was wanted. A failing history prints its seed; run it again with HISTORY_SEED.
 */
import { describe, expect, it } from 'vitest'
import { SyncHistory } from './sync-history.ts'

const HISTORIES = Number(process.env['HISTORIES'] ?? 12)
const FIRST_SEED = Number(process.env['HISTORY_SEED'] ?? 1)

/** Plays that many histories; answers how many ended well. */
async function play(count: number): Promise<number> {
  for (let seed = FIRST_SEED; seed < FIRST_SEED + count; seed += 1) {
    const history = new SyncHistory(seed)
    try {
      await history.play()
    } catch (error) {
      throw new Error(`history with HISTORY_SEED=${seed} HISTORIES=1`, { cause: error })
    } finally {
      history.dispose()
    }
  }
  return count
}

describe('histories', { timeout: HISTORIES * 20_000 }, () => {
  it(`end where the person wanted, seeds ${FIRST_SEED} to ${FIRST_SEED + HISTORIES - 1}`, async () => {
    expect(await play(HISTORIES)).toBe(HISTORIES)
  })
})
