/** A new library in the place of one that is damaged. The damaged file is set aside, never changed and never deleted. */
import type { LibraryRebuilt } from '../../../shared/connection.ts'
import { fail, succeed, type Result } from '../../../shared/failure.ts'
import { close, openForWriting } from './database.ts'
import { beginRebuild, completeRebuild } from './rebuild-files.ts'
import { salvage } from './salvage.ts'
import { tryStorage } from './storage-failure.ts'

/**
 * Needs the file closed. `now`: ms since epoch. Fails with `disk-full`, `disk-read-only` and `library-locked`; the
 * damaged file is then where it was, and trying again begins anew.
 */
export function rebuildLibrary(file: string, now: number): Result<LibraryRebuilt> {
  const draft = tryStorage(() => beginRebuild(file))
  if (!draft.ok) return draft
  const opened = openForWriting(draft.value)
  if (!opened.ok) return opened
  const salvaged = tryStorage(() => salvage(file, opened.value, now))
  close(opened.value)
  if (!salvaged.ok) return salvaged
  const stamp = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const completed = tryStorage(() => completeRebuild(file, stamp))
  if (!completed.ok) return fail(completed.failure.code, completed.failure)
  return succeed({ ...salvaged.value, setAside: completed.value })
}
