/**
 * I3: the service never receives results older than it last returned to this program. Hears answers as they arrive
 * here, and judges updates as they arrive there by when they left: what the network delivers late, or once more, is not
 * older than the program knew.
 */
import { isJsonBody, type SendRequest } from '../../../src/shared/send.ts'
import { readJson } from '../../../src/main/engine/service/json-text.ts'
import type { Clock } from '../../../src/main/engine/domain/clock.ts'
import type { ServiceDialect } from '../../../src/reference-service/dialects/switches.ts'
import type { ServiceRequest } from '../../../src/reference-service/exchange.ts'
import { readId } from '../../../src/reference-service/dialects/wire-values.ts'

interface Returned {
  /** JSON text of the list of addresses. */
  readonly results: string
  /** Virtual ms. */
  readonly at: number
  /** May be sent, and need not: an answer that was not taken in shows it to nobody. */
  readonly isLie: boolean
}

export interface ResultsWatchPorts {
  readonly clock: Pick<Clock, 'elapsed'>
  readonly dialect: ServiceDialect
}

/** From an answer to the write that keeps it: in groups. */
const TAKEN_IN_MS = 100

export class ResultsWatch {
  readonly #returned = new Map<number, Returned[]>()
  /** When an update with such a body last left, virtual ms. */
  readonly #leftAt = new Map<string, number>()
  readonly #ports: ResultsWatchPorts

  constructor(ports: ResultsWatchPorts) {
    this.#ports = ports
  }

  /** Notes the results of every record in an answer, whatever stands around them. */
  hear(body: string, told: { readonly isLie: boolean }): void {
    const read = readJson(body)
    if (read.kind === 'json') this.#walk(read.value, told, 0)
  }

  leaves({ url, form }: Pick<SendRequest, 'url' | 'form'>): void {
    if (form !== null) this.#leftAt.set(bodyOf(new URL(url).pathname, form), this.#ports.clock.elapsed())
  }

  /** null, or what was sent and what was known. */
  judge(id: number, { path, body }: Pick<ServiceRequest, 'path' | 'body'>): string | null {
    const leftAt = this.#leftAt.get(bodyOf(path, body)) ?? this.#ports.clock.elapsed()
    const known = this.#returned.get(id)
    // What such a service has lost of a list is sent once more, and it has returned the rest meanwhile.
    if (known === undefined || this.#ports.dialect.carrier === 'last') return null
    const sent = textOf(sentIn(body))
    const place = known.findLastIndex(({ results }) => results === sent)
    // Beside the truth a lie that was kept before a first update looks like what that update has lost, and goes back.
    if (known[place]?.isLie === true) return null
    const newer = known.slice(place + 1).find(({ at, isLie }) => !isLie && at < leftAt - TAKEN_IN_MS)
    return newer === undefined ? null : `results of ${id}: sent ${sent}, returned before ${newer.results}`
  }

  #walk(value: unknown, told: { readonly isLie: boolean }, depth: number): void {
    if (typeof value !== 'object' || value === null || depth > 4) return
    if (Array.isArray(value)) return value.forEach((one) => this.#walk(one, told, depth + 1))
    if ('id' in value && 'results' in value && !('items' in value)) this.#note(String(value.id), value.results, told)
    else for (const one of Object.values(value)) this.#walk(one, told, depth + 1)
  }

  #note(id: string, results: unknown, { isLie }: { readonly isLie: boolean }): void {
    const number = readId(this.#ports.dialect.ids, id)
    const list = Array.isArray(results) ? results : []
    const known = this.#returned.get(number) ?? []
    this.#returned.set(number, [...known, { results: textOf(list), at: this.#ports.clock.elapsed(), isLie }])
  }
}

/** The list of an update, in whichever form. */
function sentIn(body: string): readonly unknown[] {
  if (isJsonBody(body)) return (JSON.parse(body) as { readonly results?: readonly unknown[] }).results ?? []
  const isEntry = ([key, item]: [string, string]): boolean =>
    /^results(?:\[\d*\](?:\[url\])?)?$/.test(key) && item !== ''
  return [...new URLSearchParams(body)].filter(isEntry).map(([, item]) => item)
}

const bodyOf = (path: string, body: string): string => `${path} ${body}`

/** Entries as addresses, however the service writes them. */
function textOf(list: readonly unknown[]): string {
  return JSON.stringify(list.map((one) => (typeof one === 'object' && one !== null && 'url' in one ? one.url : one)))
}
