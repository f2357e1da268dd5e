/**
 * Reads images: the first pass newest first, then in rounds the head of the list until a page brings nothing new, and
 * the favorites now and then. Everything read proves presence only; nothing is ever removed here.
 */
import { type Clock, isWithin } from '../domain/clock.ts'
import type { PassPlace } from '../domain/pass-step.ts'
import type { ServiceImage, ServicePage } from '../domain/service-records.ts'
import { type ImagesAnswered, listImages } from '../service/images.ts'
import type { ImageListArgs } from '../service/list-query.ts'
import type { ServiceClient } from '../service/service-client.ts'
import type { WriteDb } from '../storage/database.ts'
import type { AppliedPage } from '../storage/images.ts'
import { nextTick } from '../storage/meta.ts'
import { type PassKind, findOpenPass, lastCompletePass, lastEndedPass, unseenFavorites } from '../storage/passes.ts'
import { serviceIdOf } from '../storage/records.ts'
import { type PageTaken, type PassEnd, runListPass } from './list-pass.ts'
import type { Mirror } from './mirror.ts'
import type { PageFinder } from './page-finder.ts'
import type { Pull, RoundEnd } from './pull.ts'
import type { Requests } from './requests.ts'

export interface ImagesPullPorts {
  readonly db: WriteDb
  readonly client: ServiceClient
  readonly clock: Clock
  readonly requests: Requests
  readonly mirror: Mirror
  readonly finder: PageFinder
  readonly setFirstPass: (isOpen: boolean) => void
  readonly onProgress: (progress: { readonly soFar: number; readonly total: number | null } | null) => void
}

interface PageRead {
  readonly page: ServicePage<ServiceImage>
  readonly applied: AppliedPage
}

const PER_PAGE = 100
/** Head pages in one round; if even the last brings something new, a pass closes the gap behind it. */
const MAX_HEAD_PAGES = 10
/** New pictures appear this often during a pass of hours. */
const HEAD_GAP_MS = 5 * 60_000
const FAVORITES_GAP_MS = 15 * 60_000
/** A pass that could not prove itself complete is not repeated sooner. */
const FULL_GAP_MS = 30 * 60_000
/** Pages read again in one round for favorites of ours that the service's own list of favorites lacks. */
const MAX_GAP_PAGES = 10

export class ImagesPull implements Pull {
  readonly #ports: ImagesPullPorts
  #headAt = Number.NEGATIVE_INFINITY
  /** The head pages did not reach what is known: records between are missing. */
  #hasGap = false

  constructor(ports: ImagesPullPorts) {
    this.#ports = ports
  }

  async round(): Promise<RoundEnd> {
    const { db } = this.#ports
    const isFirst = lastEndedPass(db, 'images', 'first') === null
    const first = findOpenPass(db, 'images', 'first')
    const isNew = isFirst && (first === null || (first.nextPage ?? 2) <= 1)
    if (!isNew && (await this.#head(first?.pass ?? null)) === null) return 'interrupted'
    if (isFirst && (await this.#pass('first', 'desc')) === 'interrupted') return 'interrupted'
    if (this.#needsFull() && (await this.#full()) === 'interrupted') return 'interrupted'
    return (await this.#favorites()) ? 'done' : 'interrupted'
  }

  #needsFull(): boolean {
    const { db, clock } = this.#ports
    if (this.#hasGap || findOpenPass(db, 'images', 'full') !== null) return true
    if (lastCompletePass(db, 'images') !== null) return false
    const last = lastEndedPass(db, 'images', 'full')
    return last === null || !isWithin(clock.now(), last.endedAt ?? 0, FULL_GAP_MS)
  }

  /** Behind a gap the newest come first; otherwise new records append at the end and shift nothing. */
  async #full(): Promise<PassEnd> {
    const end = await this.#pass('full', this.#hasGap ? 'desc' : 'asc')
    if (end !== 'interrupted') this.#hasGap = false
    return end
  }

  async #pass(kind: PassKind, sort: 'asc' | 'desc'): Promise<PassEnd> {
    const { db, clock, onProgress, setFirstPass } = this.#ports
    if (kind === 'first') setFirstPass(true)
    this.#headAt = Math.max(this.#headAt, clock.elapsed())
    const order = findOpenPass(db, 'images', kind)?.order ?? sort
    const end = await runListPass({
      db,
      clock,
      group: 'images',
      kind,
      order,
      readPage: (place, pass) => this.#readPlace({ sortBy: 'id', sort: order, perPage: PER_PAGE }, place, pass),
      onProgress,
      between: (pass) => this.#headBetween(pass),
      catchUp: (pass) => this.#head(pass)
    })
    onProgress(null)
    if (kind === 'first') setFirstPass(false)
    return end
  }

  async #headBetween(pass: number): Promise<number | null> {
    return this.#ports.clock.elapsed() - this.#headAt < HEAD_GAP_MS ? 0 : this.#head(pass)
  }

  /**
   * Newest pages until one brings nothing new. They count as seen by a pass that is open, whose head has passed them.
   * Answers how many that pass had not met; null = interrupted.
   */
  async #head(pass: number | null): Promise<number | null> {
    this.#headAt = this.#ports.clock.elapsed()
    let seen = 0
    for (let page = 1; page <= MAX_HEAD_PAGES; page += 1) {
      const read = await this.#read({ sortBy: 'id', sort: 'desc', perPage: PER_PAGE, page }, pass)
      if (read === null) return null
      seen += read.applied.newlySeen
      if (read.applied.added.length === 0 || read.page.hasNext === false) return seen
    }
    this.#hasGap = true
    return seen
  }

  async #favorites(): Promise<boolean> {
    const { db, clock, client } = this.#ports
    const lastEndedAt = lastEndedPass(db, 'images', 'favorites')?.endedAt ?? Number.NEGATIVE_INFINITY
    if (isWithin(clock.now(), lastEndedAt, FAVORITES_GAP_MS)) return true
    // Without a filter it would be the whole list once more.
    const isIgnored = (): boolean => client.dialect.get('filter.boolean') === 'ignored'
    if (isIgnored()) return true
    const args = { favorite: true, sortBy: 'id', sort: 'desc', perPage: PER_PAGE } as const
    const end = await runListPass({
      db,
      clock,
      group: 'images',
      kind: 'favorites',
      order: 'desc',
      readPage: (place, pass) => this.#readPlace(args, place, pass),
      onProgress: () => undefined,
      between: async () => (isIgnored() ? null : 0),
      catchUp: async () => 0
    })
    return end === 'complete' ? this.#rereadMissing() : end === 'incomplete' || isIgnored()
  }

  /** Favorites of ours that the service's list lacks are read again by their pages; absence alone changes nothing. */
  async #rereadMissing(): Promise<boolean> {
    const { db, finder } = this.#ports
    const pass = lastEndedPass(db, 'images', 'favorites')
    let missing = pass === null ? [] : unseenFavorites(db, pass.pass)
    for (let pages = 0; pages < MAX_GAP_PAGES && missing.length > 0; pages += 1) {
      const [record, ...others] = missing
      const id = record === undefined ? null : serviceIdOf(db, record)
      missing = others
      if (record === undefined || id === null) continue
      const found = await finder.read(record, id, 'pull')
      if (found === null) return false
      const shown = new Set(found.images.map((image) => image.id))
      missing = others.filter((other) => !shown.has(serviceIdOf(db, other) ?? ''))
    }
    return true
  }

  async #readPlace(args: ImageListArgs, place: PassPlace, pass: number): Promise<PageTaken | null> {
    const at = place.cursor === null ? { page: place.page ?? 1 } : { cursor: place.cursor }
    const read = await this.#read({ ...args, ...at }, pass)
    if (read === null) return null
    return { page: read.page, ids: read.page.records.map((image) => image.id), newlySeen: read.applied.newlySeen }
  }

  /** Reads one page into the mirror before its turn ends; null = nothing may be sent, or the answer was no list. */
  async #read(args: ImageListArgs, pass: number | null): Promise<PageRead | null> {
    const { db, client, requests, mirror } = this.#ports
    const asked = { at: 0 }
    const taken: { read: PageRead | null } = { read: null }
    await requests.run<ImagesAnswered>({
      lane: 'pull',
      way: 'read',
      about: 'list',
      send: () => {
        asked.at = nextTick(db)
        return listImages(client, args)
      },
      heard: async ({ outcome }) => {
        if (outcome.kind !== 'applied' || outcome.value === null) return
        const applied = await mirror.takePage(outcome.value, { askedAt: asked.at, pass })
        if (applied !== null) taken.read = { page: outcome.value, applied }
      }
    })
    return taken.read
  }
}
