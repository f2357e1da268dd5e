/**
 * Reads the list page on which a known image stands: a page found by rank among the known ids and corrected by the
 * ids it shows. So that up to a hundred rows are refreshed or looked up by one request.
 */
import { compareIds } from '../domain/compare-ids.ts'
import type { Lane } from '../domain/shares.ts'
import type { ServiceImage, ServicePage } from '../domain/service-records.ts'
import { type ImagesAnswered, listImages } from '../service/images.ts'
import type { ServiceClient } from '../service/service-client.ts'
import type { WriteDb } from '../storage/database.ts'
import { rankOfImage } from '../storage/images.ts'
import { nextTick } from '../storage/meta.ts'
import type { Mirror } from './mirror.ts'
import type { Requests } from './requests.ts'

/** Wrong guesses in a row before a record counts as not found: the list may be shifting under us. */
const MAX_GUESSES = 3
const PER_PAGE = 100

export interface PageFinderPorts {
  readonly db: WriteDb
  readonly client: ServiceClient
  readonly requests: Requests
  readonly mirror: Mirror
}

export interface FoundPage {
  readonly images: readonly ServiceImage[]
  readonly holds: boolean
}

export class PageFinder {
  readonly #ports: PageFinderPorts
  /** Records on a page as the service really sends them; it may cap what was asked for. */
  #length = PER_PAGE
  /** Records that stand before ours on the service and are not known here. */
  #shift = 0

  constructor(ports: PageFinderPorts) {
    this.#ports = ports
  }

  /** The page (newest first, 1-based) on which a record should stand. */
  pageOf(record: number): number {
    const rank = rankOfImage(this.#ports.db, record, 'desc') + this.#shift
    return Math.max(1, Math.floor(rank / this.#length) + 1)
  }

  /** Reads the page of a record into the mirror; null when nothing may be sent now or the read failed. */
  async read(record: number, id: string, lane: Lane): Promise<FoundPage | null> {
    const guessed = this.pageOf(record)
    let page = guessed
    let found: FoundPage | null = null
    for (let guess = 0; guess < MAX_GUESSES; guess += 1) {
      const answer = await this.#list(page, lane)
      if (answer === null) return null
      const step = stepTo(id, answer.records)
      found = { images: answer.records, holds: step === 'here' }
      if (step === 'here') this.#shift += (page - guessed) * this.#length
      if (typeof step !== 'number' || page + step < 1) return found
      page += step
    }
    return found
  }

  async #list(page: number, lane: Lane): Promise<ServicePage<ServiceImage> | null> {
    const { db, client, requests, mirror } = this.#ports
    let askedAt = 0
    let value: ServicePage<ServiceImage> | null = null
    const heard = async ({ outcome }: ImagesAnswered): Promise<void> => {
      if (outcome.kind !== 'applied' || outcome.value === null) return
      const applied = await mirror.takePage(outcome.value, { askedAt, pass: null })
      if (applied !== null) value = outcome.value
    }
    const send = (): Promise<ImagesAnswered> => {
      askedAt = nextTick(db)
      return listImages(client, { sortBy: 'id', sort: 'desc', perPage: PER_PAGE, page })
    }
    await requests.run({ lane, way: 'read', about: 'list', send, heard })
    this.#measure(value)
    return value
  }

  #measure(page: ServicePage<ServiceImage> | null): void {
    if (page === null || page.hasNext !== true) return
    if (page.records.length > 0) this.#length = page.perPage ?? page.records.length
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
