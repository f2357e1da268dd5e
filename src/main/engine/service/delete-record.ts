/** Deletes a record. The answer says that it is done, that it is not, or nothing that can be relied on. */
import { ANSWER_TIMEOUT_MS } from '../../../shared/limits.ts'
import type { Group } from '../../../shared/sync-status.ts'
import { callVerb, isBareAcknowledgement } from './call-verb.ts'
import { type Assessment, judge, UNREADABLE } from './reply.ts'
import { findRecord } from './decode.ts'
import type { TraitValue } from './dialect.ts'
import { readJson } from './json-text.ts'
import { isObject, member, readFlag, readId, type JsonObject } from './read-fields.ts'
import { recordAddress } from './list-query.ts'
import { isSoftDeleted } from './records.ts'
import { type Answered, type ServiceClient, unsent } from './service-client.ts'

/**
 * One that is gone already counts as deleted. An image is deleted by its id, which the answer must not contradict; a
 * project by name or id, never sent again by itself, and the service may answer with an id of its own.
 */
export async function deleteRecord(client: ServiceClient, group: Group, id: string): Promise<Answered<null>> {
  const address = recordAddress(client.address, group, id)
  if (!address.ok) return unsent(address.failure)
  const isProject = group === 'projects'
  const request = { method: 'DELETE', form: null, timeoutMs: ANSWER_TIMEOUT_MS, once: isProject } as const
  const heard = await callVerb(client, { ...request, url: address.value })
  const read: { told: DeleteRead | null } = { told: null }
  const outcome = judge(isProject ? 'delete-project' : 'delete-image', heard, (root) => {
    read.told = readDelete(root, { asked: isProject ? null : id, isSpoofed: heard.isSpoofed })
    return read.told
  })
  const { answer, facts } = heard
  if (outcome.kind !== 'applied' || answer.kind === 'failed') return { outcome, facts }
  // Behind a POST that stands for DELETE only a word that the record is gone counts: all else is looked up.
  const isProved = !heard.isSpoofed || read.told?.shape === 'shown' || answer.status >= 400
  if (!isProved) return { outcome: { kind: 'unknown', failure: { code: 'not-understood' } }, facts }
  const how = read.told?.how ?? (readJson(answer.body).kind === 'empty' ? 'empty' : null)
  if (how !== null) client.dialect.learn('delete.answer', how)
  return { outcome, facts }
}

interface DeleteRead extends Assessment<null> {
  /** What the answer consists of; null of one that is no answer to a delete. */
  readonly how: TraitValue<'delete.answer'> | null
}

interface DeleteAsked {
  /** The id that an answer must not contradict; null where the service answers with ids of its own (projects). */
  readonly asked: string | null
  /** Sent as POST: a service that does not know `_method` may have taken it for an update. */
  readonly isSpoofed: boolean
}

/**
 * A delete: `deleted` decides where it stands; a record or an id is taken for the deleted one, but not behind a POST,
 * unless it is shown as deleted.
 */
function readDelete(root: unknown, { asked, isSpoofed }: DeleteAsked): DeleteRead {
  if (isBareAcknowledgement(root)) return { shape: 'empty', value: null, how: 'word' }
  const record = findRecord(root)
  if (!isObject(root) || (asked !== null && contradicts(record, asked))) return { ...UNREADABLE, how: null }
  const deleted = deletedFlag(root)
  if (deleted !== undefined) return { shape: deleted ? 'shown' : 'other', value: null, how: 'flag' }
  const isProof = record !== null && (!isSpoofed || isSoftDeleted(record))
  return isProof ? { shape: 'shown', value: null, how: 'record' } : { ...UNREADABLE, how: null }
}

function contradicts(record: JsonObject | null, asked: string): boolean {
  const id = record === null ? undefined : readId(member(record, 'id'))
  return id !== undefined && id !== asked
}

function deletedFlag(root: JsonObject): boolean | undefined {
  const data = member(root, 'data')
  const told = member(root, 'deleted') ?? (isObject(data) ? member(data, 'deleted') : undefined)
  return told === undefined ? undefined : readFlag(told)
}
