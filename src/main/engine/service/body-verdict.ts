/** What a body says about success beside its HTTP status: a failure inside a 200. Only numbers and flags decide. */
import { readComplaint } from './complaint.ts'
import { isObject, member, readCount, readFlag } from './read-fields.ts'

const STATUS_FIELDS = ['status', 'status_code', 'code'] as const

/** The status that counts: the body may turn a success into a failure, never a failure into a success. */
export function effectiveStatus(httpStatus: number, root: unknown): number {
  if (httpStatus < 200 || httpStatus >= 300 || !isObject(root)) return httpStatus
  const isFailure = readFlag(member(root, 'success')) === false
  // `code` alone is as often an own numbering: it counts only beside a plain `success: false`.
  const names = isFailure ? STATUS_FIELDS : STATUS_FIELDS.slice(0, 1)
  const told = names.map((name) => readCount(member(root, name))).find((value) => isFailureStatus(value))
  if (told !== undefined) return told
  if (!isFailure) return httpStatus
  return readComplaint(root).fields === undefined ? 400 : 422
}

function isFailureStatus(status: number | undefined): boolean {
  return status !== undefined && status >= 400 && status <= 599
}
