/**
 * Reads images: the first pass newest first, then in rounds the head of the list until a page brings nothing new, and
 * the favorites now and then. What is read here proves presence; what is gone is found by complete passes.
 */
import { isWithin } from '../domain/clock.ts'
import type { Lane } from '../domain/shares.ts'
import type { ImageListArgs } from '../service/list-query.ts'
import { countKnown } from '../storage/known-images.ts'
import {
  type PassKind,
  findOpenPass,
  isUnpaged,
  lastCompletePass,
  lastEndedPass,
  unseenFavorites
} from '../storage/passes.ts'
import { serviceIdOf } from '../storage/records.ts'
import { ImagesScrub } from './images-scrub.ts'
import { readImagePage } from './list-pages.ts'
import { type PageTaken, type PageTurn, type PassEnd, runListPass } from './list-pass.ts'
import type { OnProgress, Pull, RoundEnd } from './group-loop.ts'
import { UnpagedList } from './unpaged-list.ts'
import type { Parts } from './group-parts.ts'

type PageArgs = Omit<ImageListArgs, 'perPage'>

const IN_ORDER_OF_AGE = { sortBy: 'id', sort: 'asc' } as const
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
  readonly #ports: Parts
  readonly #onProgress: OnProgress
  readonly scrub: ImagesScrub
  readonly #unpaged: UnpagedList
  #headAt = Number.NEGATIVE_INFINITY
  /** The head pages did not reach what is known: records between are missing. */
  #hasGap = false

  constructor(ports: Parts, onProgress: OnProgress) {
    this.#ports = ports
    this.#onProgress = onProgress
    this.#unpaged = new UnpagedList(ports)
    this.scrub = new ImagesScrub(ports, (at, turn) => this.#readPage({ ...IN_ORDER_OF_AGE, ...at }, turn, 'scrub'))
  }

  ask(): void {
    this.scrub.ask()
    this.#unpaged.ask()
  }

  async round(): Promise<RoundEnd> {
    const { db } = this.#ports
    const isFirst = lastEndedPass(db, 'images', 'first') === null
    const first = findOpenPass(db, 'images', 'first')
    const isNew = isFirst && (first === null || (first.nextPage ?? 2) <= 1)
    if (!isNew && (await this.#head(first?.pass ?? null)) === null) return 'interrupted'
    if (isFirst && (await this.#pass('first', 'desc')).kind === 'interrupted') return 'interrupted'
    if (this.#needsFull() && (await this.#full()).kind === 'interrupted') return 'interrupted'
    if (isUnpaged(db, 'images') && !(await this.#unpaged.round())) return 'interrupted'
    return (await this.#favorites()) ? 'done' : 'interrupted'
  }

  #needsFull(): boolean {
    const { db, clock } = this.#ports
    // Two passes through the whole list would take each other's marks.
    if (this.scrub.isRunning) return false
    if (this.#hasGap) return true
    if (lastCompletePass(db, 'images') !== null) return false
    if (findOpenPass(db, 'images', 'full') !== null) return true
    const last = lastEndedPass(db, 'images', 'full')
    return last === null || !isWithin(clock.now(), last.endedAt ?? 0, FULL_GAP_MS)
  }

  /** Behind a gap the newest come first; otherwise new records append at the end and shift nothing. */
  async #full(): Promise<PassEnd> {
    const end = await this.#pass('full', this.#hasGap ? 'desc' : 'asc')
    if (end.kind !== 'interrupted') this.#hasGap = false
    if (end.kind === 'complete') this.scrub.judge(end.pass)
    return end
  }

  async #pass(kind: PassKind, sort: 'asc' | 'desc'): Promise<PassEnd> {
    const { db, clock, group, governor } = this.#ports
    const order = findOpenPass(db, 'images', kind)?.order ?? sort
    if (kind === 'first') governor.setFirstPass(group, true)
    this.#headAt = Math.max(this.#headAt, clock.elapsed())
    const pass = runListPass({
      ...this.#ports,
      kind,
      order,
      onProgress: this.#onProgress,
      readPage: (at, turn) => this.#readPage({ ...IN_ORDER_OF_AGE, sort: order, ...at }, turn),
      between: (number) => this.#headBetween(number),
      catchUp: (number) => this.#head(number)
    })
    return pass.finally(() => {
      this.#onProgress(null)
      if (kind === 'first') governor.setFirstPass(group, false)
    })
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
      const read = await readImagePage(this.#ports, { sortBy: 'id', sort: 'desc', page }, { lane: 'pull', pass })
      if (read === null) return null
      if (page === 1 && read.page.total !== null)
        this.scrub.compare({ told: read.page.total, known: countKnown(this.#ports.db, 'images') })
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
    const args = { favorite: true, sortBy: 'id', sort: 'desc' } as const
    const end = await runListPass({
      ...this.#ports,
      kind: 'favorites',
      order: 'desc',
      readPage: (at, turn) => this.#readPage({ ...args, ...at }, turn),
      between: async () => (isIgnored() ? null : 0)
    })
    if (end.kind === 'complete') return this.#rereadMissing()
    return end.kind === 'incomplete' || isIgnored()
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

  async #readPage(args: PageArgs, turn: PageTurn, lane: Lane = 'pull'): Promise<PageTaken | null> {
    const read = await readImagePage(this.#ports, args, { lane, ...turn })
    if (read === null) return null
    return { page: read.page, ids: read.page.records.map((image) => image.id), newlySeen: read.applied.newlySeen }
  }
}
