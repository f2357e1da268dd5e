/** Reads one page of the list of projects into the library. */
import type { Outcome } from '../domain/outcome.ts'
import type { Lane } from '../domain/shares.ts'
import type { ServicePage, ServiceProject } from '../domain/service-records.ts'
import { listProjects } from '../service/projects.ts'
import type { ProjectListArgs } from '../service/list-query.ts'
import type { ServiceClient } from '../service/service-client.ts'
import type { WriteDb } from '../storage/database.ts'
import type { Mirror } from './mirror.ts'
import type { Requests } from './requests.ts'

export interface ProjectPagesPorts {
  readonly db: WriteDb
  readonly client: ServiceClient
  readonly requests: Requests
  readonly mirror: Mirror
}

export interface ProjectPageRead {
  readonly page: ServicePage<ServiceProject>
  readonly names: readonly string[]
  /** How many the pass had not met before; 0 without a pass. */
  readonly newlySeen: number
}

const PER_PAGE = 100

export interface ProjectReading {
  readonly lane: Lane
  readonly pass: number | null
  /** `record`: a refusal says nothing of the list as such, as that of a search. */
  readonly about?: 'list' | 'record'
  readonly answered?: (outcome: Outcome<ServicePage<ServiceProject>>) => void
}

/** null when nothing may be sent now, the answer was no list, or the disk does not take it. */
export async function readProjectPage(
  ports: ProjectPagesPorts,
  args: Omit<ProjectListArgs, 'perPage'>,
  { lane, pass, about = 'list', answered }: ProjectReading
): Promise<ProjectPageRead | null> {
  const { client, requests, mirror } = ports
  const taken: { read: ProjectPageRead | null } = { read: null }
  await requests.run({
    lane,
    way: 'read',
    about,
    send: () => listProjects(client, { ...args, perPage: PER_PAGE }),
    heard: async ({ outcome, askedAt }) => {
      answered?.(outcome)
      if (outcome.kind !== 'applied' || outcome.value === null) return
      const newlySeen = await mirror.takeProjects(outcome.value, { askedAt, pass })
      if (newlySeen === null) return
      const names = outcome.value.records.map((project) => project.project)
      taken.read = { page: outcome.value, names, newlySeen }
    }
  })
  return taken.read
}
