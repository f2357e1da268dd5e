/** `npm run mutants`. */
import { availableParallelism } from 'node:os'
import { BAD_INPUT, number, runCommand, texts } from '../../drivers/command-line.ts'
import { CliError } from '../setup/cli-error.mjs'
import { PARTS, pickFiles, testMutants } from './mutants.ts'

await runCommand(
  {
    name: 'npm run mutants',
    about: `Changes the rules of domain and outbox in thousands of ways, one at a time, and runs the tests of each change, one of
which must fail.`,
    options: {
      files: texts('GLOB', "only matching files, e.g. '**/pacer*.ts'; repeatable"),
      workers: number('changes at a time; each uses a core', Math.min(2, availableParallelism()), [1, 99])
    },
    result: `Exit code 1: no test detected a change. Exclude an equivalent change with a comment that gives the reason:
// Stryker disable next-line ConditionalExpression: why it is the same. Full reports: .mutants/*.html`
  },
  ({ files, workers }) => {
    const picked = PARTS.map((part) => ({ part, files: pickFiles(part, files) })).filter((one) => one.files.length > 0)
    if (picked.length === 0)
      throw new CliError(`No file of domain and outbox matches ${files.join(' or ')}.`, BAD_INPUT)
    const areAllDetected = picked.map((one) => testMutants({ ...one, workers })).every((isGood) => isGood)
    console.log(areAllDetected ? 'passed' : 'failed: a change was not detected, or could not be tested')
    return areAllDetected ? 0 : 1
  }
)
