/**
 * `npm run conformance`: the program against its own service in every dialect and under every hazard, ends with
 * `N passed, N failed`. With addresses it asks a real service and says whether the program can live with it. Exit 1 when
 * anything failed or the service is not bearable, 2 on words it cannot take.
 */
import { refused, UsageError } from '../../drivers/command-line.ts'
import { HELP, readOptions, type ConformanceOptions } from './options.ts'
import { isBearable, tellAnswers } from './server/asked.ts'
import type { ServerPlan } from './server/ask-server.ts'
import { planServer } from './server/plan-server.ts'
import { passed, tell } from './tally.ts'

process.exit(await run())

async function run(): Promise<number> {
  try {
    const options = readOptions(process.argv.slice(2))
    if (options === null) {
      console.log(HELP)
      return 0
    }
    return options.kind === 'reference' ? await playReference(options) : await askReal(await planServer(options))
  } catch (error) {
    return refused(error, 'npm run conformance')
  }
}

async function playReference({ only }: Extract<ConformanceOptions, { readonly kind: 'reference' }>): Promise<number> {
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
  if (results.length === 0) throw new UsageError(`No dialect, hazard or operation has "${only}" in its name.`)
  for (const line of tell(results)) console.log(line)
  return results.every(passed) ? 0 : 1
}

async function askReal(plan: ServerPlan): Promise<number> {
  const { askServer } = await import('./server/ask-server.ts')
  const answers = await askServer(plan)
  for (const line of tellAnswers(answers)) console.log(line)
  return isBearable(answers) ? 0 : 1
}
