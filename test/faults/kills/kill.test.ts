/**
 * SIGKILL at random moments of the real engine, in a process of its own over a real file and a real port, with every
 * verb: nothing that was acknowledged is lost, nothing is ordered twice, nothing is stuck, and in the end library and
 * service are the same. `npm run kills -- --count 1000` plays more of it; a failing run prints its seed (KILL_SEED).
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { inDepth } from '../../helpers/depth.ts'
import { Life } from './kill-life.ts'
import { killAgainAndAgain, tellKills } from './kill-loop.ts'

const KILLS = inDepth(30, 2)
/** One kill while the library opens for the first time, one while changes arrive. */
const FIXED_SEED = 9
const SEED = Number(process.env['KILL_SEED'] ?? inDepth(Date.now() % 100_000, FIXED_SEED))

it(`loses nothing in ${KILLS} kills (KILL_SEED=${SEED})`, async () => {
  const report = await killAgainAndAgain({ count: KILLS, seed: SEED })
  expect([...report.findings, ...report.history]).toEqual([])
  expect(tellKills(report)).toBe(`${KILLS} kills, 0 lost, 0 doubled, 0 stuck`)
})

it('a process that is killed before anybody waited for it fails nobody', async () => {
  const cache = mkdtempSync(join(tmpdir(), 'proofsheet-code-'))
  onTestFinished(() => rmSync(cache, { recursive: true, force: true }))
  const life = new Life('unasked', cache)
  await life.kill()
  expect(life.isKilled).toBe(true)
})
