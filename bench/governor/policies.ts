/** Policies for sending many updates to one host: the governor, and those of other programs. */
import type { Clock } from '../../src/main/engine/domain/clock.ts'
import { SHARE_OF } from '../../src/shared/pace.ts'
import { Governed, type PolicyPorts } from './governed.ts'
import type { HostResponse } from './host.ts'

/** Resolves when the one update is accepted; retries automatically. */
export type SendUntilTaken = () => Promise<void>

export interface Policy {
  readonly name: string
  /** `workers` loops call `batch` sequentially; `interactive` is called now and then in addition. */
  readonly create: (ports: PolicyPorts) => {
    readonly workers: number
    readonly batch: SendUntilTaken
    readonly interactive: SendUntilTaken
  }
}

/** Delay of a program without a governor after a refusal that names no time. */
const DEFAULT_DELAY_MS: Record<'refused' | 'unavailable', number> = { refused: 60_000, unavailable: 1_000 }

/** The governor, limited to this share of what the host allows. */
const governed = (name: string, share: number): Policy => ({
  name,
  create(ports) {
    const program = new Governed(ports, share)
    return { workers: 8, batch: () => program.send('batch'), interactive: () => program.send('interactive') }
  }
})

export const OURS = governed('governor', SHARE_OF.full)
export const SHARING = governed('governor, Share', SHARE_OF.share)

/** This many concurrent requests; each one waits separately when refused. */
const fixed = (workers: number): Policy => ({
  name: `fixed window of ${workers}`,
  create(ports) {
    const sendOne = retryUntilTaken(ports)
    return { workers, batch: sendOne, interactive: sendOne }
  }
})

const SLEEP_MS = 1_000

const oneByOne: Policy = {
  name: `one by one, ${SLEEP_MS / 1_000} s sleep`,
  create(ports) {
    const sendOne = retryUntilTaken(ports)
    const batch = async (): Promise<void> => {
      await sendOne()
      await pause(ports.clock, SLEEP_MS)
    }
    return { workers: 1, batch, interactive: sendOne }
  }
}

/** A window that grows by one per window of responses and halves on each refusal, without a request rate. */
const aimd: Policy = {
  name: 'AIMD alone',
  create(ports) {
    let [size, inFlight] = [1, 0]
    const waiting: (() => void)[] = []
    const send = async (): Promise<HostResponse> => {
      if (inFlight >= Math.floor(size)) await new Promise<void>((resolve) => void waiting.push(resolve))
      inFlight += 1
      const response = await ports.send()
      inFlight -= 1
      size = response.isTaken ? size + 1 / size : Math.max(1, size / 2)
      while (waiting.length > 0 && inFlight < Math.floor(size)) {
        waiting.shift()?.()
        await Promise.resolve()
      }
      return response
    }
    const sendOne = retryUntilTaken(ports)
    return { workers: 32, batch: retryUntilTaken({ ...ports, send }), interactive: sendOne }
  }
}

export const POLICIES: readonly Policy[] = [oneByOne, fixed(1), fixed(6), fixed(32), aimd, OURS, SHARING]

function retryUntilTaken({ clock, send }: PolicyPorts): SendUntilTaken {
  return async () => {
    for (;;) {
      const { isTaken, report } = await send()
      if (isTaken) return
      await pause(clock, report.retryAfterMs ?? DEFAULT_DELAY_MS[report.kind === 'refused' ? 'refused' : 'unavailable'])
    }
  }
}

function pause(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => void clock.after(ms, resolve))
}
