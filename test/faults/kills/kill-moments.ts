/** When a process is killed. */
import type { RunningService } from '../../../src/reference-service/server.ts'
import type { Chance } from '../history-chance.ts'

/** What goes on in a run, as far as it tells when its end comes. */
export interface Going {
  readonly service: RunningService
  /** Settles when so many more verbs were answered. */
  readonly verbsAnswered: (count: number) => Promise<void>
}

export interface Moment {
  readonly when: 'start' | 'play' | 'write' | 'close'
  /** Settles when it has come; of a start it counts from the order to open, else from its answer. */
  readonly comes: (going: Going) => Promise<void>
  /** Of a close: settles within its first ms. */
  readonly closes: () => Promise<void>
}

/** ms, the first ones more often: a start and a close take about as long. */
const START_MS = 60
const CLOSE_MS = 6
const PAUSE_MS = 25
const MOST_VERBS = 12
const MOST_WRITES = 12

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** `isNew`: no process has opened the library yet, and the first ms of starts are what is looked for. */
export function pickMoment(chance: Chance, isNew: boolean): Moment {
  const any = ['start', 'play', 'play', 'write', 'write', 'close'] as const
  const when = isNew && chance.hits(0.7) ? 'start' : chance.pick(any)
  const [startMs, closeMs] = [chance.random() ** 2 * START_MS, chance.random() * CLOSE_MS]
  const [verbs, writes, pauseMs] = [chance.below(MOST_VERBS), 1 + chance.below(MOST_WRITES), chance.random() * PAUSE_MS]
  const comes = async ({ service, verbsAnswered }: Going): Promise<void> => {
    if (when === 'start') return after(startMs)
    // Where nothing is to be sent no write ever arrives.
    if (when === 'write') return Promise.race([writesArrive(service, writes), verbsAnswered(MOST_VERBS)])
    await verbsAnswered(verbs)
    return after(pauseMs)
  }
  return { when, comes, closes: () => after(closeMs) }
}

/** Settles when so many more changes have arrived, before the last of them is made. */
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
