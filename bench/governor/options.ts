/** The command line of `npm run governor`. */
import { parseArgs } from 'node:util'
import { atLeastOne } from '../../drivers/command-line.ts'

export interface GovernorOptions {
  /** Updates that are sent to each service. */
  readonly updates: number
  /** Installations that come back after an outage. */
  readonly installations: number
  /** Same seed, same figures. */
  readonly seed: number
}

export const HELP = `npm run governor         nineteen kinds of service, six policies, and a fleet after an outage, in virtual time
  --updates N        updates that are sent to each service (10000)
  --installations N  how many come back after an outage (10000)
  --seed S           same seed, same figures (1)

Exit code 1: a goal is missed.`

/** Returns `null` if help is requested. Throws UsageError, or a TypeError with a code for an unknown option. */
export function readOptions(args: readonly string[]): GovernorOptions | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      updates: { type: 'string', default: '10000' },
      installations: { type: 'string', default: '10000' },
      seed: { type: 'string', default: '1' },
      help: { type: 'boolean', default: false }
    }
  })
  if (values.help) return null
  const number = (name: 'updates' | 'installations' | 'seed'): number => atLeastOne(name, values[name])
  return { updates: number('updates'), installations: number('installations'), seed: number('seed') }
}
