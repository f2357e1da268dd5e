/**
 * `npm run histories -- --count 2000 --seed 1`: random histories of the whole engine in virtual time. Ends with one
 * line, `2000 histories, 0 violations`; exit 1 when an invariant was broken, 2 on words it cannot take.
 */
import { runFleet } from './fleet.ts'
import { HELP, readOptions, UsageError, type HistoriesOptions } from './options.ts'

const TOLD_EACH = 100

process.exit(await run())

async function run(): Promise<number> {
  try {
    const options = readOptions(process.argv.slice(2))
    if (options !== null) return await play(options)
    console.log(HELP)
    return 0
  } catch (error) {
    const isUsage = error instanceof UsageError || (error instanceof TypeError && 'code' in error)
    if (!isUsage) throw error
    console.error(error.message)
    return 2
  }
}

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
