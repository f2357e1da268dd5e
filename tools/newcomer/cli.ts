/** `npm run newcomer`: the first minutes on a machine that has never seen this project. */
import { flag, runCommand } from '../../drivers/command-line.ts'
import { goalVerdict, stepLine } from './table.ts'

await runCommand(
  {
    name: 'npm run newcomer',
    about:
      'Clones this project (what is committed) into an empty folder, with an empty home and an empty npm cache, and does what\nthe README says. Prints the seconds of each step.',
    options: {
      withoutTests: flag('leaves the second command out, which takes long'),
      quick: flag(
        'takes the packages of this folder along instead of installing them, and leaves the second command out'
      )
    },
    result: 'Exit code 1: a step failed, or the pictures came too late.'
  },
  async ({ withoutTests, quick }) => {
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
      const steps = story(machine, { runsTests: !withoutTests && !quick, takesPackages: quick })
      const { areAllOk, seconds } = await takeSteps(steps, (result) => console.log(stepLine(result)))
      const { line, isReached } = goalVerdict(seconds)
      console.log(line)
      return areAllOk && isReached ? 0 : 1
    } finally {
      machine.close()
    }
  }
)
