/**
 * Stores the image records of the service. A generated record is a row of bytes until it is changed; created and
 * changed values are in a map that overrides the rows. Ids are 1, 2, 3 ..., increase and are never reused.
 */
import { FACETS, OPTIONAL_FACETS } from '../shared/image.ts'
import { chanceAt } from './chance.ts'
import type { FormValue } from './form.ts'
import {
  type ImageChanges,
  type ImageDraft,
  type ImageRecord,
  type ImageSelection,
  AT,
  FLAG,
  ROW,
  codeOfFacet,
  readFacets,
  readPicture,
  writeGeneratedRow,
  generatedDescription,
  generatedName
} from './image-record.ts'
import { likePattern } from './like-pattern.ts'
import { fittingPicture, pictureFile } from './picture-names.ts'

export interface ImageStoreOptions {
  /** Records generated at the start. */
  readonly count: number
  readonly seed: number
  readonly now: () => number
  readonly random: () => number
}

/** Created or changed values that override the generated row. Times in ms since epoch. */
interface Overlay {
  readonly name?: string
  readonly description?: string
  readonly results?: readonly FormValue[]
  readonly createdAt?: number
  readonly updatedAt?: number
  readonly readyAt?: number
  readonly deletedAt?: number
}

const LIBRARY_AGE_MS = 420 * 24 * 3600 * 1000
const CREATED_AT_PURPOSE = 31
const KEPT_LISTS = 8
const wholeSecond = (at: number): number => Math.floor(at / 1000) * 1000

export class ImageStore {
  readonly #options: ImageStoreOptions
  readonly #madeAt: number
  readonly #overlays = new Map<number, Overlay>()
  /** Cached ordered ids by selection, cleared by any change. */
  readonly #kept = new Map<string, Uint32Array>()
  #rows: Uint8Array
  #highest: number
  #size: number

  constructor(options: ImageStoreOptions) {
    this.#options = options
    this.#madeAt = options.now()
    this.#highest = options.count
    this.#size = options.count
    this.#rows = new Uint8Array(Math.max(1, options.count) * ROW)
    for (let id = 1; id <= options.count; id++) writeGeneratedRow(this.#rowOf(id), options.seed, id)
  }

  /** Number of existing records. */
  get size(): number {
    return this.#size
  }

  /** Returns `null` if there is no such record. */
  get(id: number): ImageRecord | null {
    return this.#exists(id) ? this.#read(id) : null
  }

  /** Like `get`, but also returns a deleted record that is kept. */
  getKept(id: number): ImageRecord | null {
    return this.#has(id, FLAG.removed) ? this.#read(id) : null
  }

  /** Adds a record. `readyAt` is the time when its picture is ready, ms since epoch; if absent, it is ready. */
  add(draft: ImageDraft, readyAt?: number): ImageRecord {
    const id = ++this.#highest
    this.#reserve(id)
    const row = this.#rowOf(id)
    for (const field of FACETS) row[AT[field]] = codeOfFacet(field, draft[field])
    row[AT.flags] = FLAG.picture
    row[AT.picture] = fittingPicture(draft, this.#pictureOf(id - 1), this.#options.random())
    const at = this.#options.now()
    const { name, description } = draft
    const ready = readyAt === undefined ? {} : { readyAt }
    this.#overlays.set(id, { name, description, createdAt: at, updatedAt: at, ...ready })
    this.#size += 1
    this.#kept.clear()
    return this.#read(id)
  }

  /** Returns `null` if there is no such record. */
  put(id: number, changes: ImageChanges): ImageRecord | null {
    if (!this.#exists(id)) return null
    const { favorite, name, description, results } = changes
    const row = this.#rowOf(id)
    if (favorite !== undefined) {
      const others = this.#flagsOf(id) & ~FLAG.favorite
      row[AT.flags] = favorite ? others | FLAG.favorite : others
    }
    for (const facet of OPTIONAL_FACETS) {
      const value = changes[facet]
      if (value !== undefined) row[AT[facet]] = codeOfFacet(facet, value)
    }
    this.#overlays.set(id, {
      ...this.#overlays.get(id),
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(results !== undefined && { results }),
      updatedAt: this.#options.now()
    })
    this.#kept.clear()
    return this.#read(id)
  }

  /** Removes a record; returns `false` if there is no such record. */
  remove(id: number): boolean {
    if (!this.#exists(id)) return false
    this.#rowOf(id)[AT.flags] = this.#flagsOf(id) | FLAG.removed
    this.#overlays.delete(id)
    this.#size -= 1
    this.#kept.clear()
    return true
  }

  /** Marks a record as deleted and keeps it; returns `false` if there is no such record. */
  retire(id: number): boolean {
    if (!this.#exists(id)) return false
    this.#rowOf(id)[AT.flags] = this.#flagsOf(id) | FLAG.retired
    this.#overlays.set(id, { ...this.#overlays.get(id), deletedAt: this.#options.now() })
    this.#size -= 1
    this.#kept.clear()
    return true
  }

  /** Returns ids in the requested order. The array is shared with later calls and must not be changed. */
  list(selection: ImageSelection): Uint32Array {
    const key = JSON.stringify(selection)
    const kept = this.#kept.get(key)
    if (kept !== undefined) return kept
    const ids = this.#matching(selection)
    if (selection.sortBy === 'name') this.#sortByName(ids)
    if (selection.sort === 'desc') ids.reverse()
    if (this.#kept.size >= KEPT_LISTS) this.#kept.clear()
    this.#kept.set(key, ids)
    return ids
  }

  /** Returns every existing record by id, for comparison with a library in tests. */
  all(): Map<number, ImageRecord> {
    const records = new Map<number, ImageRecord>()
    for (let id = 1; id <= this.#highest; id++) if (this.#exists(id)) records.set(id, this.#read(id))
    return records
  }

  /** Returns matching ids in ascending order in one pass over the bytes; builds names only for a search. */
  #matching(selection: ImageSelection): Uint32Array {
    const fits = this.#rowTest(selection)
    const pattern = selection.search === null ? null : likePattern(selection.search)
    const found = new Uint32Array(this.#highest)
    let length = 0
    for (let id = 1; id <= this.#highest; id++) {
      if (!fits((id - 1) * ROW)) continue
      if (pattern !== null && !pattern.test(this.#nameOf(id))) continue
      found[length++] = id
    }
    return found.slice(0, length)
  }

  #rowTest(selection: ImageSelection): (base: number) => boolean {
    const rows = this.#rows
    const conditions: (readonly [at: number, code: number])[] = []
    for (const field of FACETS) {
      const value = selection.facets[field]
      if (value !== undefined) conditions.push([AT[field], codeOfFacet(field, value)])
    }
    const absent = selection.withDeleted === true ? FLAG.removed : FLAG.removed | FLAG.retired
    const mask = absent | (selection.favorite === null ? 0 : FLAG.favorite)
    const flags = selection.favorite === true ? FLAG.favorite : 0
    return (base) => {
      if (((rows[base + AT.flags] ?? 0) & mask) !== flags) return false
      for (const [at, code] of conditions) if (rows[base + at] !== code) return false
      return true
    }
  }

  #sortByName(ids: Uint32Array): void {
    const names = new Map<number, string>()
    for (const id of ids) names.set(id, this.#nameOf(id).toLowerCase())
    ids.sort((a, b) => {
      const [nameA, nameB] = [names.get(a) ?? '', names.get(b) ?? '']
      if (nameA === nameB) return a - b
      return nameA < nameB ? -1 : 1
    })
  }

  #read(id: number): ImageRecord {
    const row = this.#rowOf(id)
    const facets = readFacets(row)
    const picture = readPicture(row)
    const over = this.#overlays.get(id) ?? {}
    const created = wholeSecond(over.createdAt ?? this.#generatedAt(id))
    const edge = Number.parseInt(facets.resolution, 10)
    return {
      ...facets,
      id,
      name: this.#nameOf(id),
      description: over.description ?? generatedDescription(facets, picture.motif, [this.#options.seed, id]),
      result: (this.#flagsOf(id) & FLAG.picture) === 0 ? null : pictureFile(picture, edge),
      results: over.results ?? null,
      favorite: (this.#flagsOf(id) & FLAG.favorite) !== 0,
      createdAt: created,
      updatedAt: wholeSecond(over.updatedAt ?? created),
      ...(over.readyAt === undefined ? {} : { readyAt: over.readyAt }),
      ...(over.deletedAt === undefined ? {} : { deletedAt: wholeSecond(over.deletedAt) })
    }
  }

  #nameOf(id: number): string {
    return this.#overlays.get(id)?.name ?? generatedName(readPicture(this.#rowOf(id)).motif, this.#options.seed, id)
  }

  /** Returns the creation time, spread unevenly over the library's age in the order of ids. */
  #generatedAt(id: number): number {
    const { count, seed } = this.#options
    const position = (id - 1 + chanceAt(seed, id, CREATED_AT_PURPOSE)) / count
    return this.#madeAt - LIBRARY_AGE_MS * (1 - position)
  }

  #exists(id: number): boolean {
    return this.#has(id, FLAG.removed | FLAG.retired)
  }

  #has(id: number, absent: number): boolean {
    return id >= 1 && id <= this.#highest && (this.#flagsOf(id) & absent) === 0
  }

  #flagsOf(id: number): number {
    return this.#rows[(id - 1) * ROW + AT.flags] ?? 0
  }

  /** Returns -1 if there never was such a record. */
  #pictureOf(id: number): number {
    return this.#rows[(id - 1) * ROW + AT.picture] ?? -1
  }

  #rowOf(id: number): Uint8Array {
    return this.#rows.subarray((id - 1) * ROW, id * ROW)
  }

  #reserve(id: number): void {
    if (this.#rows.length >= id * ROW) return
    const larger = new Uint8Array(this.#rows.length * 2 + ROW)
    larger.set(this.#rows)
    this.#rows = larger
  }
}
