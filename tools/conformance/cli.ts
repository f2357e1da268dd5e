/** `npm run conformance`. */
import { BAD_INPUT, runCommand } from '../../drivers/command-line.ts'
import { CliError } from '../setup/cli-error.mjs'
import { asksServer, CONFORMANCE, type ConformanceOptions } from './options.ts'
import { passed, tell } from './tally.ts'

await runCommand(CONFORMANCE, (options) => (asksServer(options) ? askReal(options) : playReference(options.only ?? '')))

async function playReference(only: string): Promise<number> {
  // Only now: the services and the client take long to load, and help needs none of them.
  const { playSuite, SUITE_SERVICES, wholeWay } = await import('./suite.ts')
  const results = await playSuite({
    services: SUITE_SERVICES,
    wayOf: wholeWay,
    only,
    onService: (name, cases) => {
      if (cases > 0) console.error(`${name}: ${cases} cases`)
    }
  })
  if (results.length === 0) throw new CliError(`No dialect, hazard or operation has "${only}" in its name.`, BAD_INPUT)
  for (const line of tell(results)) console.log(line)
  return results.every(passed) ? 0 : 1
}

async function askReal(options: ConformanceOptions): Promise<number> {
  const { planServer } = await import('./server/plan-server.ts')
  const { askServer } = await import('./server/ask-server.ts')
  const { isBearable, tellAnswers } = await import('./server/asked.ts')
  const answers = await askServer(await planServer(options))
  for (const line of tellAnswers(answers)) console.log(line)
  return isBearable(answers) ? 0 : 1
}
