/**
 * One of ten thousand installations: the real governor and the real availability of a group, with pending favorites;
 * and a naive one.
 */
import type { Clock, Random } from '../../src/main/engine/domain/clock.ts'
import type { Outcome } from '../../src/main/engine/domain/outcome.ts'
import type { ServiceResult } from '../../src/main/engine/service/service-client.ts'
import { Governor } from '../../src/main/engine/sync/governor.ts'
import { Requests } from '../../src/main/engine/sync/requests.ts'
import { Availability } from '../../src/main/engine/sync/availability.ts'
import type { FleetResponse } from './fleet-service.ts'

export interface InstallationPorts {
  readonly clock: Clock
  readonly random: Random
  readonly send: () => Promise<FleetResponse>
  /** Pending favorites. */
  readonly entries: number
  readonly onDone: () => void
}

const LINES = 6

/** Reads a page, then sends its favorites; one without a response is read before it is sent again. */
export class Installation {
  readonly #ports: InstallationPorts
  readonly #availability: Availability
  readonly #requests: Requests
  #isReading = false
  #isRead = false
  #lines = 0
  #left: number
  #unknown = 0
  #done = 0

  constructor(ports: InstallationPorts) {
    const { clock, random } = ports
    this.#ports = ports
    this.#left = ports.entries
    const onChange = (): void => this.#update()
    const governor = new Governor({ clock, random, onChange })
    this.#availability = new Availability({
      clock,
      random,
      hasKey: true,
      isPaused: false,
      onChange,
      onSignedOut: onChange,
      onOnline: onChange
    })
    this.#requests = new Requests({
      nextSequence: () => 0,
      governor,
      availability: this.#availability,
      signal: new AbortController().signal
    })
  }

  start(): void {
    this.#availability.setOwner('ours')
  }

  #update(): void {
    if (!this.#isRead) {
      if (!this.#isReading && this.#availability.may('read')) void this.#read()
      return
    }
    while (this.#lines < Math.min(LINES, this.#left + this.#unknown) && this.#mayWrite()) void this.#line()
  }

  #mayWrite(): boolean {
    return this.#unknown > 0 ? this.#availability.may('read') : this.#availability.may('write')
  }

  async #read(): Promise<void> {
    this.#isReading = true
    this.#isRead = (await this.#request('read'))?.outcome.kind === 'applied'
    this.#isReading = false
    this.#update()
  }

  async #line(): Promise<void> {
    this.#lines += 1
    while (await this.#sendOne());
    this.#lines -= 1
    if (this.#done === this.#ports.entries) this.#ports.onDone()
    else this.#update()
  }

  /** Sends one favorite, or looks up one without a response; `false` if nothing may be sent now, or nothing is left. */
  async #sendOne(): Promise<boolean> {
    const isLookup = this.#unknown > 0
    if (isLookup) this.#unknown -= 1
    else if (this.#left > 0) this.#left -= 1
    else return false
    const kind = (await this.#request(isLookup ? 'read' : 'write'))?.outcome.kind
    if (kind === 'applied') {
      if (isLookup) this.#left += 1
      else this.#done += 1
    } else if (isLookup || kind === 'unknown') this.#unknown += 1
    else this.#left += 1
    return kind === 'applied'
  }

  #request(requestClass: 'read' | 'write'): Promise<ServiceResult<null> | null> {
    const answered = async (): Promise<ServiceResult<null>> => {
      const response = await this.#ports.send()
      const rate = { resetMs: null, ...response.rate, retryAfterMs: response.retryAfterMs }
      const facts = { status: response.status, rate, requests: 1 }
      return { outcome: outcomeOf(requestClass, response), facts }
    }
    return this.#requests.run({
      lane: requestClass === 'read' ? 'pull' : 'batch',
      requestClass,
      about: 'record',
      send: answered
    })
  }
}

function outcomeOf(requestClass: 'read' | 'write', { status, retryAfterMs }: FleetResponse): Outcome<null> {
  if (status === 200) return { kind: 'applied', value: null }
  if (status === 429)
    return { kind: 'rate-limited', failure: { code: 'rate-limited' }, retryAfterMs: retryAfterMs ?? 60_000 }
  const failure = { code: 'service-error' } as const
  return requestClass === 'read' ? { kind: 'retry', failure, countsAttempt: true } : { kind: 'unknown', failure }
}

const NAIVE_WAIT_MS = 5_000

/** Retries every five seconds, whatever the response says. */
export async function runNaive({ clock, send, entries, onDone }: InstallationPorts): Promise<void> {
  for (let done = -1; done < entries;) {
    const { status } = await send()
    if (status === 200) done += 1
    else await new Promise<void>((resolve) => void clock.after(NAIVE_WAIT_MS, resolve))
  }
  onDone()
}
