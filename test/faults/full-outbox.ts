/** A library with a full outbox: every kind of change, in every state. */
import type { ReferenceService } from '../../src/reference-service/reference-service.ts'
import { FORM } from '../helpers/create-form.ts'
import { FoundLibrary } from './found-library.ts'
import { NO_FACETS } from '../../src/shared/image.ts'

/** The expected result of the outbox after everything was sent. */
export interface Intents {
  /** Ids that become favorites, and ids that do not. */
  readonly starred: readonly number[]
  readonly unstarred: readonly number[]
  /** Desired names by id. */
  readonly named: ReadonlyMap<number, string>
  readonly deleted: readonly number[]
  /** Names of creates that result in exactly one image. */
  readonly created: readonly string[]
  readonly projects: readonly string[]
  /** Kinds and codes that still need attention. */
  readonly needs: readonly string[]
}

const LONG_AGO = Date.UTC(2026, 9, 1)
const REFUSED = JSON.stringify({ code: 'refused-fields', status: 422, detail: 'The name is too long.' })
/** The failures of refused entries, and the delay of postponed ones. */
const MORE: Readonly<Record<string, Record<string, string | number>>> = {
  refused: { last_failure: REFUSED },
  postponed: { not_before: LONG_AGO, last_failure: JSON.stringify({ code: 'service-error', status: 503 }) }
}
/** A change postponed after a failure is pending as well. */
const STATES = ['waiting', 'postponed', 'sent', 'unknown', 'refused'] as const

export class FullOutbox {
  readonly intents: Intents
  readonly #library: FoundLibrary
  readonly #service: ReferenceService
  readonly #records = new Map<number, number>()
  #nextId = 1

  /** Writes the library of a service into a new file. */
  constructor(file: string, service: ReferenceService) {
    this.#service = service
    this.#library = new FoundLibrary(file, { images: 'a1', projects: 'p1' })
    for (const [id, image] of service.truth.images) this.#records.set(id, this.#library.image(id, image))
    const stars = this.#stars()
    const others = this.#others()
    this.intents = { ...stars, ...others, needs: ['favorite refused-fields', ...others.needs] }
    this.#library.close()
  }

  /** The next image without a change. */
  #take(): { readonly id: number; readonly record: number } {
    const id = this.#nextId
    this.#nextId += 1
    return { id, record: this.#records.get(id) ?? 0 }
  }

  #isFavorite = (id: number): boolean => this.#service.truth.images.get(id)?.favorite === true

  /** Adds favorites in one batch and a single one; the refused one stays. */
  #stars(): Pick<Intents, 'starred' | 'unstarred'> {
    const entries = STATES.map((state) => ({ ...this.#take(), kind: 'favorite', state, more: MORE[state] ?? {} }))
    const wanted = entries.map(({ id, ...entry }) => ({
      ...entry,
      want: this.#isFavorite(id) ? (0 as const) : (1 as const),
      id
    }))
    this.#library.batch('favorite', 'favorite', wanted)
    const single = this.#take()
    const want = this.#isFavorite(single.id) ? 0 : 1
    this.#library.batch('favorite', 'favorite', [{ record: single.record, kind: 'favorite', want, state: 'waiting' }])
    const sent = [...wanted.filter(({ state }) => state !== 'refused'), { ...single, want }]
    const idsOf = (value: 0 | 1): number[] => sent.filter((one) => one.want === value).map(({ id }) => id)
    return { starred: idsOf(1), unstarred: idsOf(0) }
  }

  #others(): Omit<Intents, 'starred' | 'unstarred'> {
    const named = this.#names()
    const deleted = this.#deletions()
    const created = this.#creates()
    const projects = this.#projects()
    return {
      named,
      deleted,
      created,
      projects: projects.sent,
      needs: [
        'create create-not-found',
        'delete refused-fields',
        'delete-project project-still-there',
        'name refused-fields'
      ]
    }
  }

  #names(): Map<number, string> {
    const named = new Map<number, string>()
    for (const state of STATES) {
      const { id, record } = this.#take()
      const want_text = `Renamed ${id}`
      const base_text = this.#service.truth.images.get(id)?.name ?? ''
      const more = { want_text, base_text, ...MORE[state] }
      this.#library.batch('rename', 'name', [{ record, kind: 'name', want: 1, state, more }])
      if (state !== 'refused') named.set(id, want_text)
    }
    return named
  }

  #deletions(): number[] {
    const entries = STATES.map((state) => ({ ...this.#take(), state }))
    const kind = 'delete'
    this.#library.batch(
      kind,
      kind,
      entries.map(({ record, state }) => ({ record, kind, want: 1, state, more: MORE[state] ?? {} }))
    )
    return entries.filter(({ state }) => state !== 'refused').map(({ id }) => id)
  }

  /** One was not sent, one was applied without a response, one was lost in transit. */
  #creates(): string[] {
    const states = { 'Never sent': 'waiting', 'Made unheard': 'unknown', 'Lost on its way': 'sent' } as const
    for (const [name, state] of Object.entries(states)) {
      const record = this.#library.image(null, { name, favorite: false })
      const sent = state === 'waiting' ? {} : { highest_id: String(this.#records.size), sent_at: LONG_AGO }
      this.#library.put('creates', { record, form: JSON.stringify({ ...FORM, name }), ...sent })
      this.#library.batch('create', 'create', [{ record, kind: 'create', want: 1, state }])
    }
    // The facets of FORM, as the service names them.
    const facets = { resolution: '512x512', ...NO_FACETS, style: 'anime' } as const
    this.#service.store.images.add({ ...facets, name: 'Made unheard', description: FORM.description })
    return ['Never sent', 'Made unheard']
  }

  /** One was not sent; the other is unconfirmed and did not arrive. */
  #projects(): { readonly sent: string[] } {
    const [waiting = '', sent = '', ...others] = this.#service.truth.projects.keys()
    for (const name of others) this.#library.project(name)
    for (const [name, state] of [
      [waiting, 'waiting'],
      [sent, 'sent']
    ] as const) {
      const record = this.#library.project(name)
      this.#library.batch('delete-project', 'delete-project', [{ record, kind: 'delete-project', want: 1, state }])
    }
    return { sent: [waiting] }
  }
}
