/**
 * Reads images: the first pass newest first, then in rounds the head of the list until a page brings nothing new, and
 * the favorites now and then. These reads prove presence; only complete passes find removed records.
 */
import { isWithin } from '../domain/clock.ts'
import { newestPass, unseenFavorites } from '../storage/passes.ts'
import { ImagesReconciler } from './images-reconciler.ts'
import { readImagePage } from './list-pages.ts'
import { type PassEnd, runListPass } from './list-pass.ts'
import type { OnProgress, Pull, RoundEnd } from './group-loop.ts'
import { type ImageQuestion, imageQuestions, UnpagedList } from './unpaged-list.ts'
import type { Parts } from './group-parts.ts'

/** Head pages in one round; if even the last brings something new, a pass closes the gap behind it. */
const MAX_HEAD_PAGES = 10
/** Interval of head reads during a pass of hours. */
const HEAD_GAP_MS = 5 * 60_000
const FAVORITES_GAP_MS = 15 * 60_000
/** Delay before a pass that could not prove itself complete is repeated. */
const WHOLE_GAP_MS = 30 * 60_000
/** Pages read again in one round for local favorites that are missing in the service's list of favorites. */
const MAX_GAP_PAGES = 10

export class ImagesPull implements Pull {
  readonly #ports: Parts
  readonly #onProgress: OnProgress
  readonly reconciler: ImagesReconciler
  readonly #unpaged: UnpagedList<ImageQuestion>
  #headAt = Number.NEGATIVE_INFINITY
  /** The head pages did not reach a known record, so records in between are missing. */
  #hasGap = false

  constructor(ports: Parts, onProgress: OnProgress) {
    this.#ports = ports
    this.#onProgress = onProgress
    this.#unpaged = new UnpagedList({
      ...ports,
      questions: () => imageQuestions(ports.db),
      read: (question, how) => readImagePage(ports, question, how)
    })
    this.reconciler = new ImagesReconciler(ports)
  }

  ask(): void {
    this.reconciler.ask()
    this.#unpaged.ask()
  }

  async round(): Promise<RoundEnd> {
    const { db } = this.#ports
    const open = this.#isFirst ? newestPass(db, 'open', 'images') : null
    const isNew = this.#isFirst && (open === null || (open.nextPage ?? 2) <= 1)
    if (!isNew && (await this.#head(open?.pass ?? null)) === null) return 'interrupted'
    while (this.#needsWhole()) if ((await this.#whole()).kind === 'interrupted') return 'interrupted'
    if (!(await this.#unpaged.round())) return 'interrupted'
    return (await this.#favorites()) ? 'done' : 'interrupted'
  }

  get #isFirst(): boolean {
    return newestPass(this.#ports.db, 'ended', 'images') === null
  }

  #needsWhole(): boolean {
    const { db, clock } = this.#ports
    // Two passes through the whole list would overwrite each other's marks.
    if (this.reconciler.isRunning) return false
    if (this.#hasGap) return true
    if (newestPass(db, 'complete', 'images') !== null) return false
    if (newestPass(db, 'open', 'images') !== null) return true
    // In the descending first pass new records shift the pages; an ascending pass may prove more at once.
    if (newestPass(db, 'ascending', 'images') === null) return true
    return !isWithin(clock.now(), newestPass(db, 'ended', 'images')?.endedAt ?? 0, WHOLE_GAP_MS)
  }

  /**
   * Reads the whole list, newest first at the start and behind a gap; otherwise ascending, so that new records append
   * at the end and shift nothing.
   */
  async #whole(): Promise<PassEnd> {
    const { clock, group, governor } = this.#ports
    const isFirst = this.#isFirst
    if (isFirst) governor.setFirstPass(group, true)
    this.#headAt = clock.elapsed()
    const end = await runListPass({
      ...this.#ports,
      kind: 'full',
      order: isFirst || this.#hasGap ? 'desc' : 'asc',
      onProgress: this.#onProgress,
      readPage: (at, turn) => readImagePage(this.#ports, { sortBy: 'id', ...at }, { lane: 'pull', ...turn }),
      between: async (pass) => (clock.elapsed() - this.#headAt < HEAD_GAP_MS ? 0 : this.#head(pass)),
      catchUp: (pass) => this.#head(pass)
    }).finally(() => {
      this.#onProgress(null)
      if (isFirst) governor.setFirstPass(group, false)
    })
    // The first pass may have begun before the gap appeared, and continues behind it.
    if (end.kind !== 'interrupted' && !isFirst) this.#hasGap = false
    if (end.kind === 'complete') this.reconciler.judge(end.pass)
    return end
  }

  /**
   * Reads the newest pages until one brings nothing new. They count as seen by an open pass that is past the head.
   * Returns how many records were new to that pass; `null` if interrupted.
   */
  async #head(pass: number | null): Promise<number | null> {
    this.#headAt = this.#ports.clock.elapsed()
    let seen = 0
    for (let page = 1; page <= MAX_HEAD_PAGES; page += 1) {
      const read = await readImagePage(this.#ports, { sortBy: 'id', sort: 'desc', page }, { lane: 'pull', pass })
      if (read === null) return null
      if (page === 1) this.reconciler.compare(read.page.total)
      seen += read.newlySeen
      if (read.added === 0 || read.page.hasNext === false) return seen
    }
    this.#hasGap = true
    return seen
  }

  async #favorites(): Promise<boolean> {
    const { db, clock, client } = this.#ports
    const last = newestPass(db, 'ended', 'images', 'favorites')
    if (last !== null && isWithin(clock.now(), last.endedAt ?? 0, FAVORITES_GAP_MS)) return true
    // Without the filter this would read the whole list again.
    const isIgnored = (): boolean => client.dialect.get('filter.boolean') === 'ignored'
    if (isIgnored()) return true
    const end = await runListPass({
      ...this.#ports,
      kind: 'favorites',
      order: 'desc',
      readPage: (at, turn) =>
        readImagePage(this.#ports, { favorite: true, sortBy: 'id', ...at }, { lane: 'pull', ...turn }),
      between: async () => (isIgnored() ? null : 0)
    })
    if (end.kind === 'complete') return this.#rereadMissing(end.pass)
    return end.kind === 'incomplete' || isIgnored()
  }

  /** Reads local favorites that the service's list lacks again by their pages; absence alone changes nothing. */
  async #rereadMissing(pass: number): Promise<boolean> {
    const { db, finder } = this.#ports
    let missing = unseenFavorites(db, pass)
    for (let pages = 0; pages < MAX_GAP_PAGES; pages += 1) {
      const [first, ...others] = missing
      if (first === undefined) return true
      const found = await finder.read(first.record, first.serviceId, 'pull')
      if (found === null) return false
      const shown = new Set(found.images.map((image) => image.id))
      missing = others.filter((other) => !shown.has(other.serviceId))
    }
    return true
  }
}
