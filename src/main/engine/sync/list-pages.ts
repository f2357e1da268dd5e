/** Reads one page of a list into the library. The page is there before its turn ends. */
import { type Outcome, shownBy } from '../domain/outcome.ts'
import type { Lane } from '../domain/shares.ts'
import type { ServiceImage, ServicePage, ServiceProject } from '../domain/service-records.ts'
import { listImages } from '../service/images.ts'
import type { ImageListArgs, ProjectListArgs } from '../service/list-query.ts'
import { listProjects } from '../service/projects.ts'
import type { Answered } from '../service/service-client.ts'
import type { Parts } from './group-parts.ts'
import type { PageTaken, PageTimes } from './mirror.ts'

export type ListPagesPorts = Pick<Parts, 'client' | 'requests' | 'mirror' | 'removal'>

export interface HowToRead {
  readonly lane: Lane
  /** The pass that it is part of; null = none. */
  readonly pass: number | null
  /** A person looks at it: it does not wait out a rest of the host. */
  readonly isWatched?: boolean
  /** Hears of every answer. */
  readonly answered?: (outcome: Outcome<unknown>) => void
  /** `record`: what is refused is this one question, not the list. */
  readonly about?: 'list' | 'record'
}

export interface PageRead<R> extends PageTaken {
  readonly page: ServicePage<R>
  /** Of its records, as the service knows them. */
  readonly ids: readonly string[]
  /** `nextTick` when the page was asked for. */
  readonly askedAt: number
}

/** As the service sends them at most; always said, as its default is an operator's setting. */
export const PER_PAGE = 100

/** null when nothing may be sent now, the answer was no list, or the disk does not take it. */
export function readImagePage(
  ports: ListPagesPorts,
  args: Omit<ImageListArgs, 'perPage'>,
  how: HowToRead
): Promise<PageRead<ServiceImage> | null> {
  const { client, mirror, removal } = ports
  return readPage(ports, how, {
    list: () => listImages(client, { ...args, perPage: PER_PAGE }),
    take: async (page, times) => {
      const taken = await mirror.takePage(page, times)
      if (taken !== null) removal.notePage(args, page, times.askedAt)
      return taken
    },
    idOf: ({ id }) => id
  })
}

/** As `readImagePage`. */
export function readProjectPage(
  ports: ListPagesPorts,
  args: Omit<ProjectListArgs, 'perPage'>,
  how: HowToRead
): Promise<PageRead<ServiceProject> | null> {
  return readPage(ports, how, {
    list: () => listProjects(ports.client, { ...args, perPage: PER_PAGE }),
    take: (page, times) => ports.mirror.takeProjects(page, times),
    idOf: ({ project }) => project
  })
}

interface Reading<R> {
  readonly list: () => Promise<Answered<ServicePage<R>>>
  readonly take: (page: ServicePage<R>, times: PageTimes) => Promise<PageTaken | null>
  readonly idOf: (record: R) => string
}

async function readPage<R>(
  { requests }: ListPagesPorts,
  { lane, pass, about = 'list', isWatched = false, answered }: HowToRead,
  { list, take, idOf }: Reading<R>
): Promise<PageRead<R> | null> {
  const read: { page: PageRead<R> | null } = { page: null }
  await requests.run({
    lane,
    isWatched,
    way: 'read',
    about,
    send: list,
    heard: async ({ outcome, askedAt }) => {
      answered?.(outcome)
      const page = shownBy(outcome)
      const taken = page === null ? null : await take(page, { askedAt, pass })
      if (page !== null && taken !== null) read.page = { page, ids: page.records.map(idOf), askedAt, ...taken }
    }
  })
  return read.page
}
