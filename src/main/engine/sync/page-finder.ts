/**
 * Reads the list page on which a known image stands: a page found by rank among the known ids and corrected by the
 * ids it shows. So that up to a hundred rows are refreshed or looked up by one request.
 */
import { compareIds } from '../domain/compare-ids.ts'
import type { Lane } from '../domain/shares.ts'
import type { ServiceImage } from '../domain/service-records.ts'
import { rankOfImage } from '../storage/images.ts'
import type { Parts } from './group-parts.ts'
import { type ListPagesPorts, PER_PAGE, readImagePage } from './list-pages.ts'

/** Wrong guesses in a row before a record counts as not found: the list may be shifting under us. */
const MAX_GUESSES = 3

export interface FoundPage {
  readonly images: readonly ServiceImage[]
  readonly holds: boolean
  /** `nextTick` when the page was asked for. */
  readonly askedAt: number
}

export class PageFinder {
  readonly #ports: ListPagesPorts & Pick<Parts, 'db'>
  /** Records on a page as the service really sends them; it may cap what was asked for. */
  #length = PER_PAGE
  /** Records that stand before ours on the service and are not known here. */
  #shift = 0

  constructor(ports: ListPagesPorts & Pick<Parts, 'db'>) {
    this.#ports = ports
  }

  /** The page (newest first, 1-based) on which a record should stand. */
  pageOf(record: number): number {
    const rank = rankOfImage(this.#ports.db, record, 'desc') + this.#shift
    return Math.max(1, Math.floor(rank / this.#length) + 1)
  }

  /** Reads the page of a record into the mirror; null when nothing may be sent now or the read failed. */
  async read(record: number, id: string, lane: Lane, guesses = MAX_GUESSES): Promise<FoundPage | null> {
    const guessed = this.pageOf(record)
    let page = guessed
    let found: FoundPage | null = null
    for (let guess = 0; guess < guesses; guess += 1) {
      const answer = await readImagePage(this.#ports, { sortBy: 'id', sort: 'desc', page }, { lane, pass: null })
      if (answer === null) return null
      const { records, hasNext, perPage } = answer.page
      // The last page may be a short one.
      if (hasNext === true && records.length > 0) this.#length = perPage ?? records.length
      const step = stepTo(id, records)
      found = { images: records, holds: step === 'here', askedAt: answer.askedAt }
      if (step === 'here') this.#shift += (page - guessed) * this.#length
      if (typeof step !== 'number' || page + step < 1) return found
      page += step
    }
    return found
  }
}

/** Which way the record lies from a page that is sorted newest first; `absent`: it would stand here and does not. */
function stepTo(id: string, records: readonly ServiceImage[]): 'here' | 'absent' | -1 | 1 {
  if (records.some((image) => image.id === id)) return 'here'
  const [first, last] = [records[0], records.at(-1)]
  if (first === undefined || last === undefined) return -1
  if (compareIds(id, first.id) > 0) return -1
  return compareIds(id, last.id) < 0 ? 1 : 'absent'
}
