/** Address of one record: its id as exactly one path segment. */
import { apiAddress } from '../../../shared/address.ts'
import { fail, succeed, type Result } from '../../../shared/failure.ts'
import type { Group } from '../../../shared/sync-status.ts'

/**
 * Failure `arguments-invalid`: an empty id would address the list, `.` and `..` another path. These never leave this
 * computer; everything else is encoded, slashes and all.
 */
export function recordAddress(base: string, group: Group, id: string): Result<string> {
  if (id === '' || id === '.' || id === '..' || !id.isWellFormed()) return fail('arguments-invalid')
  return succeed(`${apiAddress(base, group)}/${encodeURIComponent(id)}`)
}
