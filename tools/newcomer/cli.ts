/** `npm run newcomer`: the first minutes on a computer without this project. */
import { flag, runCommand } from '../../drivers/command-line.ts'
import { withEnding } from '../start/ending.ts'
import { goalVerdict, stepLine } from './steps.ts'

await runCommand(
  {
    name: 'npm run newcomer',
    about:
      'Clones the committed state of this project into an empty folder, with an empty home and npm cache, and runs the\ncommands of the README. Prints the seconds of each step.',
    options: {
      withoutTests: flag('skips the second command, which takes long'),
      quick: flag('links the packages of this folder instead of installing them, and skips the second command')
    },
    result: 'Exit code 1: a step failed, or the pictures took too long.'
  },
  ({ withoutTests, quick }) =>
    withEnding(
      console.log,
      async (ending) => {
        // Loaded late, because it takes long and the help does not need it.
        const [{ openBareMachine }, { story }, { takeSteps }] = await Promise.all([
          import('./bare-machine.ts'),
          import('./story.ts'),
          import('./steps.ts')
        ])
        const machine = openBareMachine()
        ending.add(machine.close)
        const steps = story(machine, { runsTests: !withoutTests && !quick, linksPackages: quick })
        const { areAllOk, seconds } = await takeSteps(steps, (result) => console.log(stepLine(result)))
        const { line, isReached } = goalVerdict(seconds)
        console.log(line)
        return areAllOk && isReached ? 0 : 1
      },
      130
    )
)
