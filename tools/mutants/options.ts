/** What the mutation test can be told on the command line. */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { UsageError } from '../../drivers/command-line.ts'

export interface MutantsOptions {
  /** Patterns of files to change, from the root of the project; empty = all of scope.ts. */
  readonly files: readonly string[]
  /** How many changed programs are tried at a time. */
  readonly workers: number
}

export const HELP = `npm run mutants                       changes the rules of domain and outbox in thousands of small ways, and runs their tests on each
npm run mutants -- --files GLOB       only the files that fit, e.g. --files '**/pacer*.ts'; may be given several times
  --workers N                         how many are tried at a time; as many as there are cores, at most 2, unless told
  --help                              this text

Exit 1: fewer than 85 % were noticed, or one was not that tools/mutants/equivalent.json does not explain, or that list
explains one that is noticed or no longer there. The whole reports: .mutants/*.html`

const OPTIONS = {
  files: { type: 'string', multiple: true },
  workers: { type: 'string' },
  help: { type: 'boolean', default: false }
} as const

function readWorkers(text: string | undefined): number {
  if (text === undefined) return Math.min(2, availableParallelism())
  if (!/^[1-9]\d?$/.test(text)) throw new UsageError(`--workers takes a whole number from 1 to 99, not "${text}".`)
  return Number(text)
}

/** null: help is wanted. Throws UsageError, or a TypeError with a code for an unknown option. */
export function readOptions(args: readonly string[]): MutantsOptions | null {
  const { values } = parseArgs({ args: [...args], options: OPTIONS })
  if (values.help) return null
  return { files: values.files ?? [], workers: readWorkers(values.workers) }
}
