/** Reads one page of the list of images into the library. */
import type { Lane } from '../domain/shares.ts'
import type { ServiceImage, ServicePage } from '../domain/service-records.ts'
import { type ImagesAnswered, listImages } from '../service/images.ts'
import type { ImageListArgs } from '../service/list-query.ts'
import type { ServiceClient } from '../service/service-client.ts'
import type { WriteDb } from '../storage/database.ts'
import type { AppliedPage } from '../storage/images.ts'
import type { Mirror } from './mirror.ts'
import type { Removal } from './removal.ts'
import type { Requests } from './requests.ts'

export interface ImagePagesPorts {
  readonly db: WriteDb
  readonly client: ServiceClient
  readonly requests: Requests
  readonly mirror: Mirror
  readonly removal: Removal
}

export interface ImagePageRead {
  readonly page: ServicePage<ServiceImage>
  readonly applied: AppliedPage
  /** `nextTick` when the page was asked for. */
  readonly askedAt: number
}

/** As the service sends them at most; always said, as its default is an operator's setting. */
export const IMAGES_PER_PAGE = 100

interface HowToRead {
  readonly lane: Lane
  readonly pass: number | null
  /** A person looks at it: it does not wait out a rest of the host. */
  readonly isWatched?: boolean
  /** Hears of every answer. */
  readonly answered?: (answered: ImagesAnswered) => void
  /** `record`: what is refused is this one question, not the list. */
  readonly about?: 'list' | 'record'
}

/**
 * The page is in the library before its turn ends. null when nothing may be sent now, the answer was no list, or the
 * disk does not take it.
 */
export async function readImagePage(
  ports: ImagePagesPorts,
  args: Omit<ImageListArgs, 'perPage'>,
  how: HowToRead
): Promise<ImagePageRead | null> {
  const { client, requests, mirror, removal } = ports
  const { lane, pass, about = 'list', isWatched = false } = how
  const taken: { read: ImagePageRead | null } = { read: null }
  await requests.run<ImagesAnswered>({
    lane,
    isWatched,
    way: 'read',
    about,
    send: () => listImages(client, { ...args, perPage: IMAGES_PER_PAGE }),
    heard: async (answered) => {
      const { askedAt } = answered
      how.answered?.(answered)
      const page = answered.outcome.kind === 'applied' ? answered.outcome.value : null
      const applied = page === null ? null : await mirror.takePage(page, { askedAt, pass })
      if (page === null || applied === null) return
      taken.read = { page, applied, askedAt }
      removal.notePage(args, page, askedAt)
    }
  })
  return taken.read
}
