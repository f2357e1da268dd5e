/**
 * `npm run newcomer`: the first minutes on a machine that has never seen this project. One line for each step as it is
 * done; exit 1 when one failed or the pictures came too late, 2 on words it cannot take.
 */
import { HELP, readOptions, type NewcomerOptions } from './options.ts'
import { goalVerdict, stepLine } from './table.ts'

function optionsOrExit(): NewcomerOptions {
  try {
    const options = readOptions(process.argv.slice(2))
    if (options !== null) return options
    console.log(HELP)
    return process.exit(0)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    console.error(error.message)
    return process.exit(2)
  }
}

const options = optionsOrExit()
// Only now: whoever asks for help need not wait for a browser's library.
const [{ openBareMachine }, { story }, { takeSteps }] = await Promise.all([
  import('./bare-machine.ts'),
  import('./story.ts'),
  import('./take-steps.ts')
])
const machine = openBareMachine()
// A terminal ends what is in it; what was started has terminals of its own.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    machine.close()
    process.exit(130)
  })
try {
  const { areAllOk, seconds } = await takeSteps(story(machine, options), (result) => console.log(stepLine(result)))
  const { line, isReached } = goalVerdict(seconds)
  console.log(line)
  process.exitCode = areAllOk && isReached ? 0 : 1
} finally {
  machine.close()
}
process.exit()
