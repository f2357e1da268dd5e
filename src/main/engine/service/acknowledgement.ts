/** Answers of writes that show no record: a bare "done", or nothing that can be told apart from it. */
import { findRecord } from './decode.ts'
import { isObject, member } from './read-fields.ts'

/** Members that say no more than that the request went well (a failure was ruled out before). */
const SAYS_NO_MORE: ReadonlySet<string> = new Set(['status', 'status_code', 'code', 'success', 'message', 'data'])

/**
 * `{}`, `[]`, `{"status":200}`, `{"success":true,"message":"..."}`. Beside a plain `success` may stand what nobody
 * knows, but no record.
 */
export function isBareAcknowledgement(root: unknown): boolean {
  if (Array.isArray(root)) return root.length === 0
  if (!isObject(root)) return false
  const data = member(root, 'data')
  if (data !== undefined && !isNothing(data)) return false
  const names = Object.keys(root)
  if (names.every((name) => SAYS_NO_MORE.has(name))) return true
  return member(root, 'success') === true && findRecord(root) === null && !names.includes('deleted')
}

function isNothing(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0)
}
