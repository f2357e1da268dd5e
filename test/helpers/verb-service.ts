/** A small service that applies each request and knows nothing of the library, for histories with every verb. */
import type { PushCreate, PushEntry } from '../../src/main/engine/domain/entry.ts'
import type { ServiceImage } from '../../src/main/engine/domain/service-records.ts'
import { image } from './temporary-library.ts'

interface Kept {
  name: string
  favorite: boolean
}

export const isCreate = (entry: PushEntry | PushCreate): entry is PushCreate => 'form' in entry

export class VerbService {
  readonly images = new Map<string, Kept>()
  readonly projects = new Set<string>(['p1', 'p2'])
  /** Number of requests that created something. */
  posts = 0
  #nextId = 10

  constructor() {
    for (let n = 1; n <= 5; n++) this.images.set(String(n), { name: `Image ${n}`, favorite: n % 2 === 0 })
  }

  /** Applies an entry; returns the created image, or `true`. */
  take(entry: PushEntry | PushCreate): ServiceImage | true | null {
    if (isCreate(entry)) return this.#create(entry)
    this.#change(entry)
    return true
  }

  show(id: string): ServiceImage | undefined {
    const kept = this.images.get(id)
    return kept === undefined ? undefined : image(id, { ...kept })
  }

  list(): ServiceImage[] {
    return [...this.images].map(([id, kept]) => image(id, { ...kept }))
  }

  /** Another client changes an image; `which` is taken modulo their number. */
  changeElsewhere(which: number, change: Kept): void {
    const kept = [...this.images.values()][which % Math.max(1, this.images.size)]
    if (kept !== undefined) Object.assign(kept, change)
  }

  /** Another client deletes an image; returns its id, or `undefined` if there is none. */
  removeElsewhere(which: number): string | undefined {
    const id = [...this.images.keys()][which % Math.max(1, this.images.size)]
    if (id !== undefined) this.images.delete(id)
    return id
  }

  #create({ form }: PushCreate): ServiceImage | null {
    const id = String(this.#nextId)
    this.#nextId += 1
    this.posts += 1
    this.images.set(id, { name: form.name, favorite: false })
    return this.show(id) ?? null
  }

  #change(entry: PushEntry): void {
    if (entry.kind === 'delete-project') return void this.projects.delete(entry.serviceId)
    if (entry.kind === 'delete') return void this.images.delete(entry.serviceId)
    const kept = this.images.get(entry.serviceId)
    if (kept === undefined) return
    if (entry.kind === 'favorite') kept.favorite = entry.want
    if (entry.kind === 'name') kept.name = entry.name ?? ''
    if (entry.companion !== null) kept.favorite = entry.companion.want
  }
}
