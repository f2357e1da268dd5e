/** The project operations of the interface: list and delete. There are no others. */
import { ANSWER_TIMEOUT_MS } from '../../../shared/limits.ts'
import type { ServicePage, ServiceProject } from '../domain/service-records.ts'
import { callVerb } from './call-verb.ts'
import { decodeProjectPage } from './decode.ts'
import { deleteAnswerOf, judgeDelete } from './judge-delete.ts'
import { readList } from './list-outcome.ts'
import { type ProjectListArgs, projectListUrl, recordAddress } from './list-query.ts'
import { listNumbered } from './numbered-pages.ts'
import { call, noRequest, type Answered, type ServiceClient } from './service-client.ts'

/** One page of projects. Stops the group (`wrong-address`) where there is no list. */
export async function listProjects(
  client: ServiceClient,
  args: ProjectListArgs
): Promise<Answered<ServicePage<ServiceProject>>> {
  const request = { method: 'GET', form: null, timeoutMs: ANSWER_TIMEOUT_MS, once: false } as const
  const { dialect, address } = client
  return listNumbered({ dialect, idOf: ({ project }: ServiceProject) => project }, args, async (place) => {
    const heard = await call(client, {
      ...request,
      url: projectListUrl(address, { ...args, page: undefined, cursor: undefined, ...place })
    })
    return readList(heard, decodeProjectPage)
  })
}

/**
 * Deletes a project and everything the service keeps under it; never sent again by itself. One that is gone already
 * counts as deleted. The service may answer with an id of its own, so the answer's id is not compared. `id`: goes into
 * the address instead of the name.
 */
export async function deleteProject(
  client: ServiceClient,
  { project, id = null }: { readonly project: string; readonly id?: string | null }
): Promise<Answered<null>> {
  const address = recordAddress(client.address, 'projects', id ?? project)
  if (!address.ok) return { outcome: { kind: 'rejected', failure: address.failure }, facts: noRequest(client) }
  const request = { method: 'DELETE', form: null, timeoutMs: ANSWER_TIMEOUT_MS, once: true } as const
  const heard = await callVerb(client, { ...request, url: address.value })
  const outcome = judgeDelete('delete-project', heard, null)
  const told = outcome.kind === 'applied' ? deleteAnswerOf(heard.answer) : null
  if (told !== null) client.dialect.learn('delete.answer', told)
  return { outcome, facts: heard.facts }
}
