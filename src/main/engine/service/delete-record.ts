/** Deletes a record. The answer says that it is done, that it is not, or nothing that can be relied on. */
import { ANSWER_TIMEOUT_MS } from '../../../shared/limits.ts'
import type { SendAnswer } from '../../../shared/send.ts'
import type { Group } from '../../../shared/sync-status.ts'
import type { Operation, Outcome } from '../domain/outcome.ts'
import { callVerb, isBareAcknowledgement, type VerbHeard } from './call-verb.ts'
import { type Assessment, effectiveStatus, judge, UNREADABLE } from './reply.ts'
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
  if (!address.ok) return unsent(client, address.failure)
  const isProject = group === 'projects'
  const request = { method: 'DELETE', form: null, timeoutMs: ANSWER_TIMEOUT_MS, once: isProject } as const
  const heard = await callVerb(client, { ...request, url: address.value })
  const outcome = judgeDelete(isProject ? 'delete-project' : 'delete-image', heard, isProject ? null : id)
  const told = outcome.kind === 'applied' ? deleteAnswerOf(heard.answer) : null
  if (told !== null) client.dialect.learn('delete.answer', told)
  return { outcome, facts: heard.facts }
}

/**
 * Behind a POST that stands for DELETE only a word that the record is gone counts: what else answers well is unknown,
 * and looked up. `asked` is the id that an answer must not contradict; null where the service answers with ids of its
 * own (projects).
 */
function judgeDelete(
  operation: Extract<Operation, `delete-${string}`>,
  heard: VerbHeard,
  asked: string | null
): Outcome<null> {
  const { isSpoofed, answer } = heard
  const told = { isGone: false }
  const outcome = judge(operation, heard, (root) => {
    const assessment = assessDelete(root, { asked, isSpoofed })
    told.isGone = assessment.shape === 'shown'
    return assessment
  })
  const isMissing = answer.kind === 'answer' && answer.status >= 400
  if (outcome.kind !== 'applied' || !isSpoofed || told.isGone || isMissing) return outcome
  return { kind: 'unknown', failure: { code: 'not-understood' } }
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
function assessDelete(root: unknown, { asked, isSpoofed }: DeleteAsked): Assessment<null> {
  if (isBareAcknowledgement(root)) return { shape: 'empty', value: null }
  if (!isObject(root)) return UNREADABLE
  const record = findRecord(root)
  if (asked !== null && contradicts(record, asked)) return UNREADABLE
  const deleted = deletedFlag(root)
  if (deleted !== undefined) return deleted ? { shape: 'shown', value: null } : { shape: 'other', value: null }
  const isProof = record !== null && (!isSpoofed || isSoftDeleted(record))
  return isProof ? { shape: 'shown', value: null } : UNREADABLE
}

/** What an answer of success to a delete consists of; null where it is no such answer, or of no known kind. */
export function deleteAnswerOf(answer: SendAnswer): TraitValue<'delete.answer'> | null {
  if (answer.kind === 'failed') return null
  const reading = readJson(answer.body)
  const root = reading.kind === 'json' ? reading.value : null
  const status = effectiveStatus(answer.status, root)
  if (status < 200 || status >= 300) return null
  if (reading.kind === 'empty') return 'empty'
  if (isBareAcknowledgement(root)) return 'word'
  if (!isObject(root)) return null
  if (deletedFlag(root) !== undefined) return 'flag'
  return findRecord(root) === null ? null : 'record'
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
