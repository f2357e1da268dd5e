/** Kills the given number of times, several dozen times per library, and counts lost, doubled, and stuck changes. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Chance } from '../history-chance.ts'
import type { Finding } from './kill-checks.ts'
import { KillRound } from './kill-round.ts'

export interface KillReport {
  readonly kills: number
  readonly acknowledged: number
  readonly seconds: number
  readonly findings: readonly Finding[]
  /** For the libraries with findings: their events, one per line. */
  readonly history: readonly string[]
}

/** More kills of one library reveal nothing new, and a shorter history is easier to read. */
const KILLS_OF_LIBRARY = 50

export interface KillOptions {
  readonly count: number
  readonly seed: number
  /** Called after each library with the number of kills so far. */
  readonly onRound?: (kills: number) => void
}

/** The same seed chooses the same verbs and moments; the effect of a kill depends on the machine. */
export async function killAgainAndAgain({ count, seed, onRound }: KillOptions): Promise<KillReport> {
  const chance = new Chance(seed)
  const cache = mkdtempSync(join(tmpdir(), 'proofsheet-code-'))
  const start = performance.now()
  const total = { kills: 0, acknowledged: 0, findings: [] as Finding[], history: [] as string[] }
  try {
    while (total.kills < count) {
      const round = await KillRound.begin(chance, cache)
      try {
        await playRound(round, Math.min(KILLS_OF_LIBRARY, count - total.kills))
      } finally {
        await round.dispose()
      }
      total.kills += Math.min(KILLS_OF_LIBRARY, count - total.kills)
      total.acknowledged += round.ledger.acknowledged
      total.findings.push(...round.findings)
      if (round.findings.length > 0) total.history.push(...round.history)
      onRound?.(total.kills)
    }
  } finally {
    rmSync(cache, { recursive: true, force: true })
  }
  return { ...total, seconds: Math.round((performance.now() - start) / 1_000) }
}

/** Stops at the first finding, because every further kill would find it again. */
async function playRound(round: KillRound, kills: number): Promise<void> {
  for (let kill = 0; kill < kills && round.findings.length === 0; kill += 1) await round.kill()
  if (round.findings.length === 0) await round.drain()
}

/** Summarizes the report in one line. */
export function killsText({ kills, findings }: KillReport): string {
  const countOf = (fault: Finding['fault']): number => findings.filter((one) => one.fault === fault).length
  return `${kills} kills, ${countOf('lost')} lost, ${countOf('doubled')} doubled, ${countOf('stuck')} stuck`
}
