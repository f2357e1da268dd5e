/** Answers of writes that show no record: a bare "done", or nothing that can be told apart from it. */
import type { Assessment } from './reply.ts'
import { UNREADABLE } from './reply.ts'
import { findRecord } from './decode.ts'
import { isObject, member, readFlag, readId, type JsonObject } from './read-fields.ts'

/** Members that say no more than that the request went well (a failure was ruled out before). */
const SAYS_NO_MORE: ReadonlySet<string> = new Set(['status', 'status_code', 'code', 'success', 'message', 'data'])

/** `{}`, `[]`, `{"status":200}`, `{"success":true,"message":"..."}`. */
export function isBareAcknowledgement(root: unknown): boolean {
  if (Array.isArray(root)) return root.length === 0
  if (!isObject(root)) return false
  return Object.entries(root).every(([key, value]) => SAYS_NO_MORE.has(key) && (key !== 'data' || isNothing(value)))
}

function isNothing(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0)
}

/**
 * A delete: `deleted` decides where it stands; a record or an id is taken for the deleted one. `asked` is the id that
 * an answer must not contradict, null where the service answers with ids of its own (projects).
 */
export function assessDelete(root: unknown, asked: string | null): Assessment<null> {
  if (isBareAcknowledgement(root)) return { shape: 'empty', value: null }
  if (!isObject(root)) return UNREADABLE
  const record = findRecord(root)
  if (asked !== null && contradicts(record, asked)) return UNREADABLE
  const deleted = deletedFlag(root)
  if (deleted !== undefined) return deleted ? { shape: 'shown', value: null } : { shape: 'other', value: null }
  return record === null ? UNREADABLE : { shape: 'shown', value: null }
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
