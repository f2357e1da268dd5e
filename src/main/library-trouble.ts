/**
 * The library that cannot be used: what the window is told of it, and the ways out. Every way in (a failed opening, a
 * damaged page met while it was open, a thread that dies again and again) ends here, and every way out goes over
 * opening it once more.
 */
import { basename } from 'node:path'
import type { LibraryRebuilt, LibraryTrouble } from '../shared/connection.ts'
import { fail, succeed, type Failure, type Result } from '../shared/failure.ts'
import type { Connections, LibraryAtFault } from './connection/connections.ts'
import type { Engine } from './engine/client.ts'
import type { Broadcast } from './ipc/register.ts'
import type { Log } from './log.ts'

export interface LibraryTroubleParts {
  readonly connections: Pick<Connections, 'trouble' | 'openLibrary' | 'closeLibrary' | 'summary'>
  readonly engine: Pick<Engine, 'ask'>
  readonly broadcast: Broadcast
  readonly log: Log
  /** Shows a file in the file manager of the desktop. */
  readonly showInFolder: (file: string) => void
}

export interface LibraryTroubleDesk {
  /** The open library can no longer be used. */
  report(failure: Failure): Promise<void>
  /** A thread was started again: what the window holds of views and selections is out of date. */
  revived(): void
  get(): Promise<Result<LibraryTrouble | null>>
  /** Opens it once more. Fails as opening does. */
  retry(): Promise<Result<null>>
  /** Only of a damaged library. Fails with `disk-*`, and then the damaged file is where it was. */
  rebuild(): Promise<Result<LibraryRebuilt>>
  /** Shows the file, or what is there of its folder. */
  show(): Result<null>
}

export function createLibraryTrouble(parts: LibraryTroubleParts): LibraryTroubleDesk {
  const { connections, broadcast, log } = parts

  const tell = async (): Promise<void> => broadcast('libraryTrouble', await describe(parts, connections.trouble()))

  const reopen = async (): Promise<Result<null>> => {
    const opened = await connections.openLibrary()
    if (!opened.ok) log('error', 'library-not-opened', opened.failure)
    else broadcast('connectionChanged', connections.summary())
    return opened
  }

  return {
    report: async (failure) => {
      // The first word counts: what follows it is the same trouble.
      if (connections.trouble() !== null) return
      log('error', 'library-trouble', failure)
      await connections.closeLibrary(failure)
      await tell()
    },
    revived: () => broadcast('libraryTrouble', null),
    get: async () => succeed(await describe(parts, connections.trouble())),
    retry: reopen,
    rebuild: async () => {
      const fault = connections.trouble()
      if (fault?.failure.code !== 'library-damaged') return fail('arguments-invalid')
      const rebuilt = await parts.engine.ask('rebuildLibrary', { file: fault.file })
      log(rebuilt.ok ? 'warn' : 'error', 'library-rebuilt', rebuilt.ok ? counts(rebuilt.value) : rebuilt.failure)
      if (!rebuilt.ok) return rebuilt
      const opened = await reopen()
      return opened.ok ? rebuilt : opened
    },
    show: () => {
      const fault = connections.trouble()
      if (fault === null) return fail('no-connection')
      parts.showInFolder(fault.file)
      return succeed(null)
    }
  }
}

async function describe({ engine }: LibraryTroubleParts, fault: LibraryAtFault | null): Promise<LibraryTrouble | null> {
  if (fault === null) return null
  const { failure } = fault
  const file = basename(fault.file)
  // A newer or locked file is none of ours to look into, and a full disk hides nothing.
  if (failure.code !== 'library-damaged') return { failure, file, unsent: null }
  const inspected = await engine.ask('inspectLibrary', { file: fault.file })
  return { failure, file, unsent: inspected.ok ? inspected.value.unsent : null }
}

/** Names of what was lost are the person's, not the log's. */
const counts = ({ kept, lost }: LibraryRebuilt) => ({ kept, lost: lost.length })
