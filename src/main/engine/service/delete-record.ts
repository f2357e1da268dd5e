/** Deletes a record. The response confirms the deletion, denies it, or is inconclusive. */
import { RESPONSE_TIMEOUT_MS } from '../../../shared/limits.ts'
import type { Group } from '../../../shared/sync-status.ts'
import { callVerb, isBareAcknowledgement } from './call-verb.ts'
import { type Assessment, judge, UNREADABLE } from './reply.ts'
import { findRecord } from './decode.ts'
import type { TraitValue } from './dialect.ts'
import { readJson } from './json-text.ts'
import { isObject, member, readFlag, readId, type JsonObject } from './read-fields.ts'
import { recordAddress } from './list-query.ts'
import { isSoftDeleted } from './records.ts'
import { type ServiceResult, type ServiceClient, unsent } from './service-client.ts'

/**
 * Deletes a record; one that is already gone counts as deleted. An image is deleted by its id, which the response must
 * not contradict. A project is deleted by name or id and never sent again automatically, and the service may respond
 * with an id of its own.
 */
export async function deleteRecord(client: ServiceClient, group: Group, id: string): Promise<ServiceResult<null>> {
  const address = recordAddress(client.address, group, id)
  if (!address.ok) return unsent(address.failure)
  const isProject = group === 'projects'
  const request = { method: 'DELETE', form: null, timeoutMs: RESPONSE_TIMEOUT_MS, once: isProject } as const
  const received = await callVerb(client, { ...request, url: address.value })
  const read: { assessment: DeleteRead | null } = { assessment: null }
  const outcome = judge(isProject ? 'delete-project' : 'delete-image', received, (root) => {
    read.assessment = readDelete(root, { requestedId: isProject ? null : id, isSpoofed: received.isSpoofed })
    return read.assessment
  })
  const { response, facts } = received
  if (outcome.kind !== 'applied' || response.kind === 'failed') return { outcome, facts }
  // After a POST that replaces DELETE, only an explicit deletion counts; anything else is looked up.
  const isProved = !received.isSpoofed || read.assessment?.shape === 'shown' || response.status >= 400
  if (!isProved) return { outcome: { kind: 'unknown', failure: { code: 'not-understood' } }, facts }
  const how = read.assessment?.how ?? (readJson(response.body).kind === 'empty' ? 'empty' : null)
  if (how !== null) client.dialect.learn('delete.response', how)
  return { outcome, facts }
}

interface DeleteRead extends Assessment<null> {
  /** The kind of response; `null` if it does not answer a delete. */
  readonly how: TraitValue<'delete.response'> | null
}

interface DeleteRequest {
  /** The id that a response must not contradict; `null` if the service responds with ids of its own (projects). */
  readonly requestedId: string | null
  /** Sent as POST: a service that does not know `_method` may have treated it as an update. */
  readonly isSpoofed: boolean
}

/**
 * Reads the response to a delete: `deleted` decides; a record or an id counts as the deleted one, but not after a POST,
 * unless it is shown as deleted.
 */
function readDelete(root: unknown, { requestedId, isSpoofed }: DeleteRequest): DeleteRead {
  if (isBareAcknowledgement(root)) return { shape: 'empty', value: null, how: 'word' }
  const record = findRecord(root)
  if (!isObject(root) || (requestedId !== null && contradicts(record, requestedId))) return { ...UNREADABLE, how: null }
  const deleted = deletedFlag(root)
  if (deleted !== undefined) return { shape: deleted ? 'shown' : 'other', value: null, how: 'flag' }
  const isProof = record !== null && (!isSpoofed || isSoftDeleted(record))
  return isProof ? { shape: 'shown', value: null, how: 'record' } : { ...UNREADABLE, how: null }
}

function contradicts(record: JsonObject | null, requestedId: string): boolean {
  const id = record === null ? undefined : readId(member(record, 'id'))
  return id !== undefined && id !== requestedId
}

function deletedFlag(root: JsonObject): boolean | undefined {
  const data = member(root, 'data')
  const flag = member(root, 'deleted') ?? (isObject(data) ? member(data, 'deleted') : undefined)
  return flag === undefined ? undefined : readFlag(flag)
}
