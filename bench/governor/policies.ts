/** Ways to send many updates to one host: the governor, and what other programs do. */
import type { Clock } from '../../src/main/engine/domain/clock.ts'
import { SHARE_OF } from '../../src/shared/pace.ts'
import { Governed, type PolicyPorts } from './governed.ts'
import type { Answer } from './host.ts'

/** Settles when the one update was taken; asks again by itself. */
export type SendUntilTaken = () => Promise<void>

export interface Policy {
  readonly name: string
  /** `workers` loops call `batch` one after the other, `hand` is called now and then beside them. */
  readonly create: (ports: PolicyPorts) => {
    readonly workers: number
    readonly batch: SendUntilTaken
    readonly hand: SendUntilTaken
  }
}

/** What a program without a governor waits after a refusal that names no time. */
const UNTOLD_WAIT_MS: Record<'refused' | 'troubled', number> = { refused: 60_000, troubled: 1_000 }

/** The governor, with so much of what the host allows. */
const governed = (name: string, share: number): Policy => ({
  name,
  create(ports) {
    const program = new Governed(ports, share)
    return { workers: 8, batch: () => program.send('batch'), hand: () => program.send('hand') }
  }
})

export const OURS = governed('governor', SHARE_OF.full)
export const SHARING = governed('governor, Share', SHARE_OF.share)

/** So many at a time; each waits by itself when refused. */
const fixed = (workers: number): Policy => ({
  name: `fixed window of ${workers}`,
  create(ports) {
    const until = askAgain(ports)
    return { workers, batch: until, hand: until }
  }
})

const SLEEP_MS = 1_000

const oneByOne: Policy = {
  name: `one by one, ${SLEEP_MS / 1_000} s sleep`,
  create(ports) {
    const until = askAgain(ports)
    const batch = async (): Promise<void> => {
      await until()
      await pause(ports.clock, SLEEP_MS)
    }
    return { workers: 1, batch, hand: until }
  }
}

/** A window that grows by one for each window of answers and halves on each refusal; no pace. */
const aimd: Policy = {
  name: 'AIMD alone',
  create(ports) {
    let [size, inFlight] = [1, 0]
    const waiting: (() => void)[] = []
    const send = async (): Promise<Answer> => {
      if (inFlight >= Math.floor(size)) await new Promise<void>((resolve) => void waiting.push(resolve))
      inFlight += 1
      const answer = await ports.send()
      inFlight -= 1
      size = answer.isTaken ? size + 1 / size : Math.max(1, size / 2)
      while (waiting.length > 0 && inFlight < Math.floor(size)) {
        waiting.shift()?.()
        await Promise.resolve()
      }
      return answer
    }
    const until = askAgain(ports)
    return { workers: 32, batch: askAgain({ ...ports, send }), hand: until }
  }
}

export const POLICIES: readonly Policy[] = [oneByOne, fixed(1), fixed(6), fixed(32), aimd, OURS, SHARING]

function askAgain({ clock, send }: PolicyPorts): SendUntilTaken {
  return async () => {
    for (;;) {
      const { isTaken, report } = await send()
      if (isTaken) return
      await pause(clock, report.retryAfterMs ?? UNTOLD_WAIT_MS[report.kind === 'refused' ? 'refused' : 'troubled'])
    }
  }
}

function pause(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => void clock.after(ms, resolve))
}
