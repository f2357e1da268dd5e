/** Policies for sending many updates to one host: the governor, and those of other programs. */
import type { Clock, Random } from '../../src/main/engine/domain/clock.ts'
import type { Outcome } from '../../src/main/engine/domain/outcome.ts'
import type { ServiceResult } from '../../src/main/engine/service/service-client.ts'
import { Availability } from '../../src/main/engine/sync/availability.ts'
import { Governor } from '../../src/main/engine/sync/governor.ts'
import { Requests } from '../../src/main/engine/sync/requests.ts'
import { SHARE_OF } from '../../src/shared/sync-status.ts'
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

// The client side as a host sees it: the real governor, and the availability of the group that sends its changes.

interface PolicyPorts {
  readonly clock: Clock
  readonly random: Random
  readonly send: () => Promise<HostResponse>
}

class Governed {
  readonly #ports: PolicyPorts
  readonly #governor: Governor
  readonly #availability: Availability
  readonly #requests: Requests
  #change = Promise.withResolvers<void>()
  #isProbing = false

  constructor(ports: PolicyPorts, share: number) {
    const { clock, random } = ports
    this.#ports = ports
    this.#governor = new Governor({ clock, random, onChange: () => undefined })
    this.#governor.setShare(share)
    const onChange = (): void => this.#update()
    const group = { hasKey: true, isPaused: false, onChange, onSignedOut: onChange, onOnline: onChange }
    this.#availability = new Availability({ clock, random, ...group })
    const { signal } = new AbortController()
    this.#requests = new Requests({
      nextSequence: () => 0,
      governor: this.#governor,
      availability: this.#availability,
      signal
    })
    this.#availability.setOwner('ours')
  }

  /** Resolves when one update is accepted. */
  async send(lane: 'batch' | 'interactive'): Promise<void> {
    for (;;) {
      const { promise } = this.#change
      const answered = await this.#requests.run({
        lane,
        requestClass: 'write',
        about: 'record',
        send: () => this.#request()
      })
      if (answered?.isTaken === true) return
      if (answered === null) await promise
    }
  }

  /** While writing is unavailable, reads of the list detect the recovery, as in the rounds of a group. */
  #update(): void {
    this.#change.resolve()
    this.#change = Promise.withResolvers<void>()
    if (this.#isProbing || this.#availability.may('write') || !this.#availability.may('read')) return
    this.#isProbing = true
    void this.#requests
      .run({ lane: 'pull', requestClass: 'read', about: 'list', send: () => this.#request() })
      .finally(() => {
        this.#isProbing = false
        this.#update()
      })
  }

  async #request(): Promise<ServiceResult<null> & HostResponse> {
    const { isTaken, isPage, report } = await this.#ports.send()
    const rate = { resetMs: null, ...report.rate, retryAfterMs: report.retryAfterMs }
    const status = isPage ? 403 : (STATUS[report.kind] ?? 200)
    const facts = { status, rate, requests: 1 }
    return { isTaken, isPage, report, outcome: outcomeOf({ isTaken, isPage, report }), facts }
  }
}

const STATUS: Readonly<Record<string, number>> = { answered: 200, refused: 429, unavailable: 503 }
/** Assumed delay for a refusal that names no time. */
const ASSUMED_DELAY_MS = 60_000

function outcomeOf({ isPage, report }: HostResponse): Outcome<null> {
  if (isPage) return { kind: 'stopped', failure: { code: 'blocked', status: 403 } }
  const { kind, retryAfterMs } = report
  if (kind !== 'refused') return { kind: 'applied', value: null }
  return { kind: 'rate-limited', failure: { code: 'rate-limited' }, retryAfterMs: retryAfterMs ?? ASSUMED_DELAY_MS }
}
