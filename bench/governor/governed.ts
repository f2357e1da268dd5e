/** The client side as a host sees it: the real governor, and the availability of the group that sends its changes. */
import type { Clock, Random } from '../../src/main/engine/domain/clock.ts'
import type { Outcome } from '../../src/main/engine/domain/outcome.ts'
import type { ServiceResult } from '../../src/main/engine/service/service-client.ts'
import { Governor } from '../../src/main/engine/sync/governor.ts'
import { Requests } from '../../src/main/engine/sync/requests.ts'
import { Availability } from '../../src/main/engine/sync/availability.ts'
import type { HostResponse } from './host.ts'

export interface PolicyPorts {
  readonly clock: Clock
  readonly random: Random
  readonly send: () => Promise<HostResponse>
}

export class Governed {
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
const DEFAULT_DELAY_MS = 60_000

function outcomeOf({ isPage, report }: HostResponse): Outcome<null> {
  if (isPage) return { kind: 'stopped', failure: { code: 'blocked', status: 403 } }
  const { kind, retryAfterMs } = report
  if (kind !== 'refused') return { kind: 'applied', value: null }
  return { kind: 'rate-limited', failure: { code: 'rate-limited' }, retryAfterMs: retryAfterMs ?? DEFAULT_DELAY_MS }
}
