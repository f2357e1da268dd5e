/** `npm run conformance`. */
import { BAD_INPUT, runCommand } from '../../drivers/command-line.ts'
import { CliError } from '../setup/cli-error.mjs'
import { passed, resultLines } from './expected.ts'
import { checksRealService, CONFORMANCE, type ConformanceOptions } from './options.ts'

await runCommand(CONFORMANCE, (options) =>
  checksRealService(options) ? checkRealService(options) : runSuite(options.only ?? '')
)

async function runSuite(only: string): Promise<number> {
  // Loaded late, because the help does not need it.
  const { playSuite, SUITE_SERVICES, wholeWay } = await import('./suite.ts')
  const results = await playSuite({
    services: SUITE_SERVICES,
    wayOf: wholeWay,
    only,
    onService: (name, cases) => {
      if (cases > 0) console.error(`${name}: ${cases} cases`)
    }
  })
  if (results.length === 0)
    throw new CliError(`No dialect, hazard or operation contains "${only}" in its name.`, BAD_INPUT)
  for (const line of resultLines(results)) console.log(line)
  return results.every(passed) ? 0 : 1
}

async function checkRealService(options: ConformanceOptions): Promise<number> {
  const { planChecks } = await import('./server/plan-checks.ts')
  const { checkService, isCompatible, reportLines } = await import('./server/check-service.ts')
  const answers = await checkService(await planChecks(options))
  for (const line of reportLines(answers)) console.log(line)
  return isCompatible(answers) ? 0 : 1
}
