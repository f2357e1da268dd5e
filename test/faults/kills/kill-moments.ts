/** Chooses the moment of a kill. */
import type { RunningService } from '../../../src/reference-service/server.ts'
import type { Chance } from '../history-chance.ts'

/** The progress of a run, as far as it determines the moment of its end. */
export interface RunningRound {
  readonly service: RunningService
  /** Resolves when this many more verbs have been answered. */
  readonly verbsAnswered: (count: number) => Promise<void>
}

export interface Moment {
  readonly when: 'start' | 'play' | 'write' | 'close'
  /** Resolves at the moment; for `start` it counts from the order to open, otherwise from its response. */
  readonly comes: (going: RunningRound) => Promise<void>
  /** For `close`: resolves within its first ms. */
  readonly closes: () => Promise<void>
}

/** ms; early moments are more frequent. A start and a close take about this long. */
const START_MS = 60
const CLOSE_MS = 6
const PAUSE_MS = 25
const MOST_VERBS = 12
const MOST_WRITES = 12

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** `isNew`: no process has opened the library yet, so early moments of starts are preferred. */
export function pickMoment(chance: Chance, isNew: boolean): Moment {
  const any = ['start', 'play', 'play', 'write', 'write', 'close'] as const
  const when = isNew && chance.hits(0.7) ? 'start' : chance.pick(any)
  const [startMs, closeMs] = [chance.random() ** 2 * START_MS, chance.random() * CLOSE_MS]
  const [verbs, writes, pauseMs] = [chance.below(MOST_VERBS), 1 + chance.below(MOST_WRITES), chance.random() * PAUSE_MS]
  const comes = async ({ service, verbsAnswered }: RunningRound): Promise<void> => {
    if (when === 'start') return after(startMs)
    // If nothing is pending, no write ever arrives.
    if (when === 'write') return Promise.race([writesArrive(service, writes), verbsAnswered(MOST_VERBS)])
    await verbsAnswered(verbs)
    return after(pauseMs)
  }
  return { when, comes, closes: () => after(closeMs) }
}

/** Resolves when this many more changes have arrived, before the last of them is applied. */
function writesArrive(service: RunningService, count: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let left = count
  service.change({
    faults: ({ method }) => {
      if (method !== 'GET') left -= 1
      if (left <= 0) resolve()
      return null
    }
  })
  return promise
}
