/** Reads one page of a list into the library. The library contains the page before its turn ends. */
import { type Outcome, shownBy } from '../domain/outcome.ts'
import type { Lane } from '../domain/shares.ts'
import type { ServiceImage, ServicePage, ServiceProject } from '../domain/service-records.ts'
import { listImages } from '../service/images.ts'
import type { ImageListArgs, ProjectListArgs } from '../service/list-query.ts'
import { listProjects } from '../service/projects.ts'
import type { ServiceResult } from '../service/service-client.ts'
import type { Parts } from './group-parts.ts'
import type { PageTaken, PageTimes } from './mirror.ts'

export type ListPagesPorts = Pick<Parts, 'client' | 'requests' | 'mirror' | 'removal'>

export interface HowToRead {
  readonly lane: Lane
  /** The pass that the page belongs to; `null` if none. */
  readonly pass: number | null
  /** A user watches the read: it does not wait for the end of a cooldown. */
  readonly failFastOnCooldown?: boolean
  /** Called with every outcome. */
  readonly answered?: (outcome: Outcome<unknown>) => void
  /** `record`: a rejection concerns this request, not the list. */
  readonly about?: 'list' | 'record'
}

export interface PageRead<R> extends PageTaken {
  readonly page: ServicePage<R>
  /** Service ids of its records. */
  readonly ids: readonly string[]
  /** `nextSequence` when the page was requested. */
  readonly requestSequence: number
}

/** The service's maximum; always sent, because its default is an operator's setting. */
export const PER_PAGE = 100

/** Reads a page of images; `null` if nothing may be sent now, no list came, or the disk rejects it. */
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
      if (taken !== null) removal.notePage(args, page, times.requestSequence)
      return taken
    },
    idOf: ({ id }) => id
  })
}

/** Reads a page of projects, like `readImagePage`. */
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
  readonly list: () => Promise<ServiceResult<ServicePage<R>>>
  readonly take: (page: ServicePage<R>, times: PageTimes) => Promise<PageTaken | null>
  readonly idOf: (record: R) => string
}

async function readPage<R>(
  { requests }: ListPagesPorts,
  { lane, pass, about = 'list', failFastOnCooldown = false, answered }: HowToRead,
  { list, take, idOf }: Reading<R>
): Promise<PageRead<R> | null> {
  const read: { page: PageRead<R> | null } = { page: null }
  await requests.run({
    lane,
    failFastOnCooldown,
    requestClass: 'read',
    about,
    send: list,
    onResponse: async ({ outcome, requestSequence }) => {
      answered?.(outcome)
      const page = shownBy(outcome)
      const taken = page === null ? null : await take(page, { requestSequence, pass })
      if (page !== null && taken !== null) read.page = { page, ids: page.records.map(idOf), requestSequence, ...taken }
    }
  })
  return read.page
}
