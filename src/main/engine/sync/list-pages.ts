/** Reads one page of a list into the library. The page is there before its turn ends. */
import { type Outcome, shownBy } from '../domain/outcome.ts'
import type { Lane } from '../domain/shares.ts'
import type { ServiceImage, ServicePage, ServiceProject } from '../domain/service-records.ts'
import { listImages } from '../service/images.ts'
import type { ImageListArgs, ProjectListArgs } from '../service/list-query.ts'
import { listProjects } from '../service/projects.ts'
import type { Answered } from '../service/service-client.ts'
import type { AppliedPage } from '../storage/images.ts'
import type { Parts } from './group-parts.ts'

export type ListPagesPorts = Pick<Parts, 'db' | 'client' | 'requests' | 'mirror' | 'removal'>

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

export interface ImagePageRead {
  readonly page: ServicePage<ServiceImage>
  readonly applied: AppliedPage
  /** `nextTick` when the page was asked for. */
  readonly askedAt: number
}

export interface ProjectPageRead {
  readonly page: ServicePage<ServiceProject>
  /** How many the pass had not met before; 0 without a pass. */
  readonly newlySeen: number
}

/** As the service sends them at most; always said, as its default is an operator's setting. */
export const PER_PAGE = 100

/** null when nothing may be sent now, the answer was no list, or the disk does not take it. */
export function readImagePage(
  ports: ListPagesPorts,
  args: Omit<ImageListArgs, 'perPage'>,
  how: HowToRead
): Promise<ImagePageRead | null> {
  const { client, mirror, removal } = ports
  const list = () => listImages(client, { ...args, perPage: PER_PAGE })
  return readPage(ports, how, list, async (page, askedAt) => {
    const applied = await mirror.takePage(page, { askedAt, pass: how.pass })
    if (applied === null) return null
    removal.notePage(args, page, askedAt)
    return { page, applied, askedAt }
  })
}

/** As `readImagePage`. */
export function readProjectPage(
  ports: Omit<ListPagesPorts, 'removal'>,
  args: Omit<ProjectListArgs, 'perPage'>,
  how: HowToRead
): Promise<ProjectPageRead | null> {
  const { client, mirror } = ports
  const list = () => listProjects(client, { ...args, perPage: PER_PAGE })
  return readPage(ports, how, list, async (page, askedAt) => {
    const newlySeen = await mirror.takeProjects(page, { askedAt, pass: how.pass })
    return newlySeen === null ? null : { page, newlySeen }
  })
}

async function readPage<P, T>(
  { requests }: Pick<ListPagesPorts, 'requests'>,
  { lane, about = 'list', isWatched = false, answered }: HowToRead,
  list: () => Promise<Answered<P>>,
  take: (page: P, askedAt: number) => Promise<T | null>
): Promise<T | null> {
  const taken: { read: T | null } = { read: null }
  await requests.run({
    lane,
    isWatched,
    way: 'read',
    about,
    send: list,
    heard: async ({ outcome, askedAt }) => {
      answered?.(outcome)
      const page = shownBy(outcome)
      if (page !== null) taken.read = await take(page, askedAt)
    }
  })
  return taken.read
}
