/**
 * I3: the service never receives results older than it last returned to this program. Responses are recorded as they
 * arrive at the program, and updates are judged at the service by their departure time, so that late or duplicated
 * deliveries do not count as older.
 */
import { isJsonBody, type SendRequest } from '../../../src/shared/send.ts'
import { readJson } from '../../../src/main/engine/service/json-text.ts'
import type { Clock } from '../../../src/main/engine/domain/clock.ts'
import type { ServiceDialect } from '../../../src/reference-service/dialects/switches.ts'
import type { ServiceRequest } from '../../../src/reference-service/exchange.ts'
import { readId } from '../../../src/reference-service/dialects/wire-values.ts'

interface Returned {
  /** JSON text of the list of URLs. */
  readonly results: string
  /** Virtual ms. */
  readonly at: number
  /** May be sent, but need not: a response that was not applied is unknown to the program. */
  readonly isLie: boolean
}

export interface ResultsWatchPorts {
  readonly clock: Pick<Clock, 'elapsed'>
  readonly dialect: ServiceDialect
}

/** Delay between a response and its write, because responses are written in groups. */
const WRITE_DELAY_MS = 100

export class ResultsWatch {
  readonly #returned = new Map<number, Returned[]>()
  /** When an update with such a body last left, virtual ms. */
  readonly #leftAt = new Map<string, number>()
  readonly #ports: ResultsWatchPorts

  constructor(ports: ResultsWatchPorts) {
    this.#ports = ports
  }

  /** Records the results of every record in a response, at any depth. */
  hear(body: string, source: { readonly isLie: boolean }): void {
    const read = readJson(body)
    if (read.kind === 'json') this.#walk(read.value, source, 0)
  }

  leaves({ url, form }: Pick<SendRequest, 'url' | 'form'>): void {
    if (form !== null) this.#leftAt.set(bodyOf(new URL(url).pathname, form), this.#ports.clock.elapsed())
  }

  /** Returns the sent and the known results if the sent ones are older; otherwise `null`. */
  judge(id: number, { path, body }: Pick<ServiceRequest, 'path' | 'body'>): string | null {
    const leftAt = this.#leftAt.get(bodyOf(path, body)) ?? this.#ports.clock.elapsed()
    const known = this.#returned.get(id)
    if (known === undefined) return null
    const sent = textOf(sentIn(body))
    const place = known.findLastIndex(({ results }) => results === sent)
    const newer = known
      .slice(place + 1)
      .find(({ results, at, isLie }) => !isLie && at < leftAt - WRITE_DELAY_MS && !this.#isLoss(sent, results))
    return newer === undefined ? null : `results of ${id}: sent ${sent}, but ${newer.results} was returned before`
  }

  /** What an update lost at such a service is restored, although the service has returned the rest since. */
  #isLoss(sent: string, returned: string): boolean {
    const { carrier, put } = this.#ports.dialect
    const all = JSON.parse(sent) as readonly unknown[]
    const rest = JSON.parse(returned) as readonly unknown[]
    return (carrier === 'last' || put === 'replaces') && rest.every((one) => all.includes(one))
  }

  #walk(value: unknown, source: { readonly isLie: boolean }, depth: number): void {
    if (typeof value !== 'object' || value === null || depth > 4) return
    if (Array.isArray(value)) return value.forEach((one) => this.#walk(one, source, depth + 1))
    if ('id' in value && 'results' in value && !('items' in value)) this.#note(String(value.id), value.results, source)
    else for (const one of Object.values(value)) this.#walk(one, source, depth + 1)
  }

  #note(id: string, results: unknown, { isLie }: { readonly isLie: boolean }): void {
    const number = readId(this.#ports.dialect.ids, id)
    const list = Array.isArray(results) ? results : []
    const known = this.#returned.get(number) ?? []
    this.#returned.set(number, [...known, { results: textOf(list), at: this.#ports.clock.elapsed(), isLie }])
  }
}

/** The list of an update, in any format. */
function sentIn(body: string): readonly unknown[] {
  if (isJsonBody(body)) return (JSON.parse(body) as { readonly results?: readonly unknown[] }).results ?? []
  const isEntry = ([key, item]: [string, string]): boolean =>
    /^results(?:\[\d*\](?:\[url\])?)?$/.test(key) && item !== ''
  return [...new URLSearchParams(body)].filter(isEntry).map(([, item]) => item)
}

const bodyOf = (path: string, body: string): string => `${path} ${body}`

/** Entries as URLs, in any format of the service. */
function textOf(list: readonly unknown[]): string {
  return JSON.stringify(list.map((one) => (typeof one === 'object' && one !== null && 'url' in one ? one.url : one)))
}
