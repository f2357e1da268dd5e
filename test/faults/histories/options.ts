/** What the histories command can be told on the command line. */
import { parseArgs } from 'node:util'
import { atLeastOne, UsageError, wholeNumber } from '../../../drivers/command-line.ts'

export interface HistoriesOptions {
  /** First seed; each next one is one more. */
  readonly seed: number
  /** null = as many as the time allows. */
  readonly count: number | null
  /** null = however long it takes. */
  readonly minutes: number | null
  /** Processes at once. */
  readonly jobs: number
}

export const HELP = `npm run histories                          random histories of the whole engine in virtual time
  --count N      so many (300 unless told)
  --seed S       the first seed (1); the next ones follow
  --only S       this one alone, again
  --minutes M    as many as there is time for
  --jobs J       processes at once (1)

What fails prints its seed, the invariant it breaks, and a history cut short that still breaks it. Exit code 1 then.`

const MOST_JOBS = 64
const USUAL_COUNT = 300

const OPTIONS = {
  count: { type: 'string' },
  seed: { type: 'string' },
  only: { type: 'string' },
  minutes: { type: 'string' },
  jobs: { type: 'string', default: '1' },
  help: { type: 'boolean', default: false }
} as const

/** null: help is wanted. Throws UsageError, or a TypeError with a code for an unknown option. */
export function readOptions(args: readonly string[]): HistoriesOptions | null {
  const { values } = parseArgs({ args: [...args], options: OPTIONS })
  if (values.help) return null
  const { only, seed, count, minutes, jobs } = values
  if (only !== undefined) {
    if (count !== undefined || seed !== undefined || minutes !== undefined)
      throw new UsageError('--only is one history: leave out --seed, --count and --minutes.')
    return { seed: wholeNumber('only', only), count: 1, minutes: null, jobs: 1 }
  }
  const atOnce = atLeastOne('jobs', jobs)
  if (atOnce > MOST_JOBS) throw new UsageError(`--jobs takes a number of at most ${MOST_JOBS}.`)
  return {
    seed: seed === undefined ? 1 : wholeNumber('seed', seed),
    count: count === undefined ? (minutes === undefined ? USUAL_COUNT : null) : atLeastOne('count', count),
    minutes: minutes === undefined ? null : atLeastOne('minutes', minutes),
    jobs: atOnce
  }
}
