/** What a kill loop can be told on the command line. */
import { parseArgs } from 'node:util'
import { atLeastOne, wholeNumber } from '../../../drivers/command-line.ts'

export interface KillsOptions {
  readonly count: number
  /** Same seed, same verbs and moments. */
  readonly seed: number
}

export const HELP = `npm run kills           the engine on a real file, killed at random moments and started again
  --count N      so many kills (100 unless told)
  --seed S       the same verbs and moments, as far as the machine allows (1)

Ends with one line. Exit code 1: something was lost, doubled or stuck; the history is told then.`

/** null: help is wanted. Throws UsageError, or a TypeError with a code for an unknown option. */
export function readOptions(args: readonly string[]): KillsOptions | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      count: { type: 'string', default: '100' },
      seed: { type: 'string', default: '1' },
      help: { type: 'boolean', default: false }
    }
  })
  if (values.help) return null
  return { count: atLeastOne('count', values.count), seed: wholeNumber('seed', values.seed) }
}
