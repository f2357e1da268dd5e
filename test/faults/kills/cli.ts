/** `npm run kills`. */
import { AT_LEAST_ONE, number, runCommand } from '../../../drivers/command-line.ts'
import { killAgainAndAgain, killsText } from './kill-loop.ts'

await runCommand(
  {
    name: 'npm run kills',
    about: 'Kills the engine on a real file at random moments, and starts it again.',
    options: {
      count: number('kills', 100, AT_LEAST_ONE),
      seed: number('the same operations and moments, as far as the machine allows', 1)
    },
    result: 'Ends with one line. Exit code 1: something was lost, doubled or stuck; the history is shown then.'
  },
  async ({ count, seed }) => {
    const onRound = (kills: number): void => console.error(`${kills} of ${count}`)
    const report = await killAgainAndAgain({ count, seed, onRound })
    for (const line of report.history) console.error(line)
    for (const { fault, what } of report.findings) console.error(`${fault}: ${what}`)
    if (report.findings.length > 0) console.error(`Seed ${seed}. What a kill meets also depends on the machine.`)
    console.log(`${report.acknowledged} verbs were acknowledged in ${report.seconds} s.`)
    console.log(killsText(report))
    return report.findings.length > 0 ? 1 : 0
  }
)
