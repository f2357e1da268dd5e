/** The project operations of the interface: list and delete. There are no others. */
import { ANSWER_TIMEOUT_MS } from '../../../shared/limits.ts'
import type { ServicePage, ServiceProject } from '../domain/service-records.ts'
import { assessDelete } from './acknowledgement.ts'
import { decodeProjectPage } from './decode.ts'
import { learnPaging, listOutcome } from './list-outcome.ts'
import { projectListUrl, type ProjectListArgs } from './list-query.ts'
import { recordAddress } from './record-address.ts'
import { judge, UNREADABLE } from './reply.ts'
import { call, noRequest, type Answered, type ServiceClient } from './service-client.ts'

/** One page of projects. Stops the group (`wrong-address`) where there is no list. */
export async function listProjects(
  client: ServiceClient,
  args: ProjectListArgs
): Promise<Answered<ServicePage<ServiceProject>>> {
  const request = { method: 'GET', form: null, timeoutMs: ANSWER_TIMEOUT_MS, once: false } as const
  const heard = await call(client, { ...request, url: projectListUrl(client.address, args) })
  const outcome = listOutcome(
    judge('read', heard, (root) => {
      const page = decodeProjectPage(root)
      return page === null ? UNREADABLE : { shape: 'shown', value: page }
    })
  )
  if (outcome.kind === 'applied' && outcome.value !== null) learnPaging(client.dialect, outcome.value)
  return { outcome, facts: heard.facts }
}

/**
 * Deletes a project and everything the service keeps under it; never sent again by itself. One that is gone already
 * counts as deleted. The service may answer with an id of its own, so the answer's id is not compared.
 */
export async function deleteProject(client: ServiceClient, args: { project: string }): Promise<Answered<null>> {
  const address = recordAddress(client.address, 'projects', args.project)
  if (!address.ok) return { outcome: { kind: 'rejected', failure: address.failure }, facts: noRequest(client) }
  const request = { method: 'DELETE', form: null, timeoutMs: ANSWER_TIMEOUT_MS, once: true } as const
  const heard = await call(client, { ...request, url: address.value })
  return { outcome: judge('delete-project', heard, (root) => assessDelete(root, null)), facts: heard.facts }
}
