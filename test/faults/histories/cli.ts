/**
 * `npm run histories -- --count 2000 --seed 1`: random histories of the whole engine in virtual time. Ends with one
 * line, `2000 histories, 0 violations`; exit 1 when an invariant was broken, 2 on words it cannot take.
 */
import { runFleet } from './fleet.ts'
import { wordsOrExit } from '../../../drivers/command-line.ts'
import { HELP, readOptions, type HistoriesOptions } from './options.ts'

const TOLD_EACH = 100

process.exit(await play(wordsOrExit({ command: 'npm run histories', help: HELP, read: readOptions })))

async function play(options: HistoriesOptions): Promise<number> {
  const begun = Date.now()
  let count = 0
  let violations = 0
  await runFleet(options, ({ failed }) => {
    count += 1
    if (failed !== null) {
      violations += 1
      for (const line of failed.lines) console.log(line)
      console.log(`  again: npm run histories -- --only ${failed.seed}`)
    }
    if (count % TOLD_EACH === 0) console.error(`${count} histories, ${Math.round((Date.now() - begun) / 1_000)} s`)
  })
  console.log(`${count} histories, ${violations} violations`)
  return violations > 0 ? 1 : 0
}
