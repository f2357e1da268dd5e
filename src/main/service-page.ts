/** Opens the address of a group in the browser of the desktop: a sign-in page of the network answers there as it does here. */
import type { ConnectionSummary } from '../shared/connection.ts'
import { fail, succeed, type Result } from '../shared/failure.ts'
import type { Group } from '../shared/sync-status.ts'

/** Nothing but http and https, and nothing but what the parser made of the group's own address. Fails with `no-connection`. */
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
    // The desktop has no browser; its words name programs, not causes.
    return fail('internal', { detail: 'No browser could be opened.' })
  }
}
