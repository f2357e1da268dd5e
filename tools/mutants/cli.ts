/** `npm run mutants`. */
import { availableParallelism } from 'node:os'
import { BAD_INPUT, number, runCommand, texts } from '../../drivers/command-line.ts'
import { CliError } from '../setup/cli-error.mjs'
import { PARTS, pickFiles, tryMutants } from './mutants.ts'

await runCommand(
  {
    name: 'npm run mutants',
    about: `Changes the rules of domain and outbox in thousands of small ways, one at a time, and runs the tests that reach the
change: one of them must fail.`,
    options: {
      files: texts('GLOB', "only the files that fit, e.g. '**/pacer*.ts'; may be given several times"),
      workers: number('how many are tried at a time; a core each', Math.min(2, availableParallelism()), [1, 99])
    },
    result: `Exit code 1: a change was noticed by no test. One that makes no difference is left out by a comment that says why:
// Stryker disable next-line ConditionalExpression: why it is the same. The whole reports: .mutants/*.html`
  },
  ({ files, workers }) => {
    const picked = PARTS.map((part) => ({ part, files: pickFiles(part, files) })).filter((one) => one.files.length > 0)
    if (picked.length === 0) throw new CliError(`No file of domain and outbox fits ${files.join(' or ')}.`, BAD_INPUT)
    const areAllNoticed = picked.map((one) => tryMutants({ ...one, workers })).every((isGood) => isGood)
    console.log(areAllNoticed ? 'passed' : 'failed: a change was not noticed, or could not be tried')
    return areAllNoticed ? 0 : 1
  }
)
