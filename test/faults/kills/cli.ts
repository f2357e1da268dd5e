/**
 * `npm run kills -- --count 100 --seed 1`: the engine on a real file, killed at random moments and started again.
 * Ends with one line; exit 1 when anything was lost, doubled, stuck or wrong, with the seed and the history; 2 on words
 * it cannot take.
 */
import { killAgainAndAgain, tellKills } from './kill-loop.ts'
import { wordsOrExit } from '../../../drivers/command-line.ts'
import { HELP, readOptions } from './options.ts'

const { count, seed } = wordsOrExit({ command: 'npm run kills', help: HELP, read: readOptions })
const onRound = (kills: number): void => console.error(`${kills} of ${count}`)
const report = await killAgainAndAgain({ count, seed, onRound })
for (const line of report.history) console.error(line)
for (const { fault, what } of report.findings) console.error(`${fault}: ${what}`)
if (report.findings.length > 0) console.error(`Seed ${seed}. What a kill meets also depends on the machine.`)
console.log(`${report.acknowledged} verbs were acknowledged in ${report.seconds} s.`)
console.log(tellKills(report))
process.exit(report.findings.length > 0 ? 1 : 0)
