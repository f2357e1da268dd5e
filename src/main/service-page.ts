/** Opens the address of a group in the default browser, where a sign-in page of the network can be used. */
import { copy } from '../copy/language.ts'
import type { ConnectionSummary } from '../shared/connection.ts'
import { fail, succeed, type Result } from '../shared/failure.ts'
import type { Group } from '../shared/sync-status.ts'

/** Opens only the parsed http or https address of the group. Failures: `no-connection`, `internal`. */
export async function openServicePage(
  connection: ConnectionSummary | null,
  group: Group,
  openExternal: (url: string) => Promise<void>
): Promise<Result<null>> {
  const url = connection === null || connection.isSample ? null : URL.parse(connection[group].address)
  if (url === null || !/^https?:$/.test(url.protocol)) return fail('no-connection')
  try {
    await openExternal(url.href)
    return succeed(null)
  } catch {
    // The desktop has no browser; the system's message names programs rather than the cause.
    return fail('internal', { detail: copy.desktop.noBrowser })
  }
}
