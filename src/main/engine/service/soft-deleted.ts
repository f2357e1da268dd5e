/** Records that a service still shows although they were deleted: it marks them instead of removing them. */
import { member, readFlag, type JsonObject } from './read-fields.ts'
import { readTime } from './read-time.ts'

const FLAGS = ['deleted', 'is_deleted', 'trashed'] as const

/** Told by a time in `deleted_at` or by a flag; a time of zeros is none. Such a record counts as gone. */
export function isSoftDeleted(record: JsonObject): boolean {
  if (typeof readTime(member(record, 'deleted_at')) === 'number') return true
  return FLAGS.some((name) => readFlag(member(record, name)) === true)
}
