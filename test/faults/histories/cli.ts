/** `npm run histories`. */
import { AT_LEAST_ONE, number, runCommand } from '../../../drivers/command-line.ts'
import { runFleet } from './fleet.ts'

const REPORTED_EACH = 100
const USUAL_COUNT = 300

await runCommand(
  {
    name: 'npm run histories',
    about: 'Plays random histories of the whole engine in virtual time, and checks that nothing gets lost.',
    options: {
      count: number(`histories (${USUAL_COUNT}, or as many as --minutes allows)`, null, AT_LEAST_ONE),
      seed: number('the first seed (1); the next ones follow', null),
      only: number('the history of this seed alone', null),
      minutes: number('as many as there is time for', null, AT_LEAST_ONE),
      jobs: number('processes at once', 1, [1, 64])
    },
    result:
      'What fails prints its seed, the invariant it breaks, and a history cut short that still breaks it. Exit code 1 then.',
    check: ({ only, count, seed, minutes }) =>
      only !== null && [count, seed, minutes].some((value) => value !== null)
        ? '--only is one history: leave out --seed, --count and --minutes.'
        : null
  },
  async ({ only, seed, count, minutes, jobs }) => {
    const usual = minutes === null ? USUAL_COUNT : null
    const plan =
      only === null
        ? { seed: seed ?? 1, count: count ?? usual, minutes, jobs }
        : { seed: only, count: 1, minutes: null, jobs: 1 }
    const begun = Date.now()
    const sum = { played: 0, violations: 0 }
    await runFleet(plan, ({ failed }) => {
      sum.played += 1
      if (failed !== null) {
        sum.violations += 1
        for (const line of failed.lines) console.log(line)
        console.log(`  again: npm run histories -- --only ${failed.seed}`)
      }
      if (sum.played % REPORTED_EACH === 0)
        console.error(`${sum.played} histories, ${Math.round((Date.now() - begun) / 1_000)} s`)
    })
    console.log(`${sum.played} histories, ${sum.violations} violations`)
    return sum.violations > 0 ? 1 : 0
  }
)
