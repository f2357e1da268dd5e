/**
 * Reads the list page of a known image: a page estimated by its rank among the known ids and corrected by the ids it
 * shows, so that one request refreshes or looks up to a hundred rows.
 */
import { compareIds } from '../domain/compare-ids.ts'
import type { Lane } from '../domain/shares.ts'
import type { ServiceImage } from '../domain/service-records.ts'
import { rankOfImage } from '../storage/images.ts'
import type { Parts } from './group-parts.ts'
import { type ListPagesPorts, PER_PAGE, readImagePage } from './list-pages.ts'

/** Wrong pages in a row before a record counts as not found, because the list may be shifting. */
const MAX_PAGE_ATTEMPTS = 3

export interface FoundPage {
  readonly images: readonly ServiceImage[]
  readonly holds: boolean
  /** `nextSequence` when the page was requested. */
  readonly requestSequence: number
}

export class PageFinder {
  readonly #ports: ListPagesPorts & Pick<Parts, 'db'>
  /** Records per page as the service really sends them; it may cap the requested size. */
  #length = PER_PAGE
  /** Records before ours on the service that are not known here. */
  #shift = 0

  constructor(ports: ListPagesPorts & Pick<Parts, 'db'>) {
    this.#ports = ports
  }

  /** Returns the estimated page of a record (newest first, 1-based). */
  pageOf(record: number): number {
    const rank = rankOfImage(this.#ports.db, record, 'desc') + this.#shift
    return Math.max(1, Math.floor(rank / this.#length) + 1)
  }

  /** Reads the page of a record into the mirror; `null` if nothing may be sent now or the read failed. */
  async read(record: number, id: string, lane: Lane, maxPages = MAX_PAGE_ATTEMPTS): Promise<FoundPage | null> {
    const estimated = this.pageOf(record)
    let page = estimated
    let found: FoundPage | null = null
    for (let attempt = 0; attempt < maxPages; attempt += 1) {
      const response = await readImagePage(this.#ports, { sortBy: 'id', sort: 'desc', page }, { lane, pass: null })
      if (response === null) return null
      const { records, hasNext, perPage } = response.page
      // The last page may be short.
      if (hasNext === true && records.length > 0) this.#length = perPage ?? records.length
      const step = stepTo(id, records)
      found = { images: records, holds: step === 'here', requestSequence: response.requestSequence }
      if (step === 'here') this.#shift += (page - estimated) * this.#length
      if (typeof step !== 'number' || page + step < 1) return found
      page += step
    }
    return found
  }
}

/** Returns the direction of a record from a page sorted newest first; `absent`: it would be on this page and is not. */
function stepTo(id: string, records: readonly ServiceImage[]): 'here' | 'absent' | -1 | 1 {
  if (records.some((image) => image.id === id)) return 'here'
  const [first, last] = [records[0], records.at(-1)]
  if (first === undefined || last === undefined) return -1
  if (compareIds(id, first.id) > 0) return -1
  return compareIds(id, last.id) < 0 ? 1 : 'absent'
}
