/**
 * Counts at the wire, not in the program: departing requests, arrivals at the service, and returning responses. Checks
 * I2, I3, I7, I8, and I9 as they occur.
 */
import type { SendResponse, SendRequest } from '../../../src/shared/send.ts'
import type { Clock } from '../../../src/main/engine/domain/clock.ts'
import { readForm } from '../../../src/reference-service/dialects/read-form.ts'
import { readRoute } from '../../../src/reference-service/dialects/read-method.ts'
import type { ServiceDialect } from '../../../src/reference-service/dialects/switches.ts'
import { readId, writeId } from '../../../src/reference-service/dialects/wire-values.ts'
import { takesIds } from '../../../src/reference-service/project-operations.ts'
import type { ServiceReply, ServiceRequest } from '../../../src/reference-service/exchange.ts'
import { type FormMap, textOf } from '../../../src/reference-service/form.ts'
import type { ReferenceService } from '../../../src/reference-service/reference-service.ts'
import type { Operation } from '../../../src/reference-service/routes.ts'
import { CooldownWatch } from './cooldown-watch.ts'
import { RepeatWatch } from './repeat-watch.ts'
import { isProofOfAbsence, provesNothingDone } from './replies.ts'
import { ResultsWatch } from './results-watch.ts'
import { isLie } from './fault-injector.ts'
import { Violation } from './violation.ts'

/** One arrived request that costs: a create by its prompt, a project's deletion by its name or its id. */
interface Arrival {
  /** The response says that nothing was done, so the request may be repeated without the user. */
  isRefused: boolean
}

export interface Update {
  readonly id: number
  readonly favorite: string | null
  readonly name: string | null
}

export interface WitnessPorts {
  readonly clock: Pick<Clock, 'now' | 'elapsed'>
  readonly dialect: ServiceDialect
}

const MOST_AT_ONCE = 6
const MOST_CREATES = 2
const WRITES: ReadonlySet<Operation> = new Set(['store-image', 'update-image', 'delete-image', 'delete-project'])

export class Witness {
  /** In order of occurrence; the caller empties the list. */
  readonly violations: Violation[] = []
  readonly creates = new Map<string, Arrival[]>()
  readonly projectDeletions = new Map<string, Arrival[]>()
  /** Also keyed by name: deletions whose URL contained the id instead. */
  readonly deletionsById = new Map<string, Arrival[]>()
  /** Updates since the last check, in order of arrival. */
  updates: Update[] = []
  /** Images and projects that the service reported as deleted: `images 12`. */
  readonly saidGone = new Set<string>()
  readonly #ports: WitnessPorts
  readonly #results: ResultsWatch
  readonly #holds: CooldownWatch
  readonly #repeats: RepeatWatch
  /** Names by id, where the service deletes by ids. */
  readonly #projects = new Map<string, string>()
  #life = 0
  #atOnce = { requests: 0, creates: 0 }

  constructor(ports: WitnessPorts) {
    this.#ports = ports
    this.#results = new ResultsWatch(ports)
    this.#holds = new CooldownWatch(ports.clock)
    this.#repeats = new RepeatWatch(ports.clock)
  }

  /** Resets for a start of the program, which knows of no cooldown and has no request in flight. */
  begin(life: number): void {
    this.#life = life
    this.#atOnce = { requests: 0, creates: 0 }
    this.#holds.forget()
  }

  watch(service: ReferenceService, account: 'ours' | 'other'): void {
    const handle = service.handle.bind(service)
    for (const [name, { id = 0 }] of service.truth.projects) {
      if (takesIds(this.#ports.dialect)) this.#projects.set(String(writeId(this.#ports.dialect.ids, id)), name)
    }
    service.handle = async (request) => {
      const end = this.#arrive(request, account)
      const reply = await handle(request)
      end(reply)
      return reply
    }
  }

  leaves(request: SendRequest, life: number): void {
    if (life !== this.#life) return
    this.#results.leaves(request)
    const early = this.#holds.judge()
    if (early !== null) this.#note('I8', `${request.method} ${request.url} left ${early}`)
    const repeated = this.#repeats.judge(request)
    if (repeated !== null) this.#note('I7', repeated)
    this.#atOnce[kindOf(request)] += 1
    const { requests, creates } = this.#atOnce
    if (requests > MOST_AT_ONCE) this.#note('I7', `${requests} concurrent requests`)
    if (creates > MOST_CREATES) this.#note('I7', `${creates} concurrent creates`)
  }

  comesBack(request: SendRequest, response: SendResponse, life: number): void {
    if (life !== this.#life) return
    this.#atOnce[kindOf(request)] -= 1
    if (response.kind === 'failed') return
    this.#holds.hear(response)
    this.#results.hear(response.body, { isLie: isLie(response.headers) })
  }

  #note(invariant: 'I3' | 'I7' | 'I8' | 'I9', text: string): void {
    this.violations.push(new Violation(invariant, text))
  }

  /** Returns the function that records the reply. */
  #arrive(request: ServiceRequest, account: 'ours' | 'other'): (reply: ServiceReply) => void {
    const { dialect } = this.#ports
    const form = readForm(dialect, request)
    const { route } = readRoute(dialect, request, textOf(form, '_method'))
    if (route.kind !== 'operation') return () => undefined
    const { operation, key } = route
    if (account === 'other' && WRITES.has(operation))
      this.#note('I9', `${operation} of ${key} with the key of another account`)
    if (operation === 'update-image') this.#update(readId(dialect.ids, key), request, form)
    const arrival: Arrival = { isRefused: false }
    if (operation === 'store-image') noteAt(this.creates, textOf(form, 'description') ?? '', arrival)
    if (operation === 'delete-project') this.#noteDeletion(key, arrival)
    return (reply) => {
      arrival.isRefused = provesNothingDone(reply)
      if (isProofOfAbsence(operation, reply)) this.saidGone.add(`${route.group} ${this.#nameOf(route.group, key)}`)
    }
  }

  #nameOf(group: string, key: string): string {
    return group === 'images' ? String(readId(this.#ports.dialect.ids, key)) : (this.#projects.get(key) ?? key)
  }

  #noteDeletion(key: string, arrival: Arrival): void {
    const name = this.#projects.get(key)
    if (name === undefined) noteAt(this.projectDeletions, key, arrival)
    else noteAt(this.deletionsById, name, arrival)
  }

  #update(id: number, request: ServiceRequest, form: FormMap): void {
    this.updates.push({ id, favorite: textOf(form, 'favorite'), name: textOf(form, 'name') })
    const outdated = this.#results.judge(id, request)
    if (outdated !== null) this.#note('I3', outdated)
  }
}

const kindOf = ({ method, url, form }: SendRequest): 'requests' | 'creates' =>
  method === 'POST' && url.endsWith('/images') && form?.includes('_method') !== true ? 'creates' : 'requests'

function noteAt(map: Map<string, Arrival[]>, key: string, arrival: Arrival): void {
  map.set(key, [...(map.get(key) ?? []), arrival])
}
