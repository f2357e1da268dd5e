/**
 * `npm run newcomer`: the first minutes on a machine that has never seen this project. One line for each step as it is
 * done; exit 1 when one failed or the pictures came too late, 2 on words it cannot take.
 */
import { wordsOrExit } from '../../drivers/command-line.ts'
import { HELP, readOptions } from './options.ts'
import { goalVerdict, stepLine } from './table.ts'

const options = wordsOrExit({ command: 'npm run newcomer', help: HELP, read: readOptions })
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
