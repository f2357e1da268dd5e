/** What a kill loop can be told on the command line. */
import { parseArgs } from 'node:util'

export interface KillsOptions {
  readonly count: number
  /** Same seed, same verbs and moments. */
  readonly seed: number
}

/** Thrown for words that a person typed wrong; its message is the sentence to show. */
export class UsageError extends Error {}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--${name} takes a whole number, not "${text}".`)
  return Number(text)
}

/** Reads the arguments of `npm run kills --`; throws UsageError, or a TypeError with a code for an unknown option. */
export function readOptions(args: readonly string[]): KillsOptions {
  const { values } = parseArgs({
    args: [...args],
    options: { count: { type: 'string', default: '100' }, seed: { type: 'string', default: '1' } }
  })
  const count = wholeNumber('count', values.count)
  if (count === 0) throw new UsageError('--count takes a number of at least 1.')
  return { count, seed: wholeNumber('seed', values.seed) }
}
