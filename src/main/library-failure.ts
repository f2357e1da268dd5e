/**
 * Handles a library that cannot be used: reports it to the window and offers recovery actions. Every cause (a failed
 * opening, a damaged page, a thread that keeps crashing) ends here, and every recovery opens the library again.
 */
import { basename } from 'node:path'
import type { LibraryRebuilt, LibraryFailure } from '../shared/connection.ts'
import { fail, succeed, type Failure, type Result } from '../shared/failure.ts'
import type { Connections, LibraryAtFault } from './connection/connections.ts'
import type { Engine } from './engine/client.ts'
import type { Broadcast } from './ipc/gate.ts'
import type { Log } from './log.ts'

export interface LibraryFailureParts {
  readonly connections: Pick<Connections, 'failure' | 'openLibrary' | 'closeLibrary' | 'summary'>
  readonly engine: Pick<Engine, 'request'>
  readonly broadcast: Broadcast
  readonly log: Log
  /** Shows a file in the desktop's file manager. */
  readonly showInFolder: (file: string) => void
}

export interface LibraryFailureHandler {
  /** Closes the open library because of this failure and reports it to the window. */
  report(failure: Failure): Promise<void>
  /** Reports a restarted thread to the window, whose views and selections are out of date. */
  revived(): void
  get(): Promise<Result<LibraryFailure | null>>
  /** Opens the library again. Fails as opening does. */
  retry(): Promise<Result<null>>
  /** Rebuilds a damaged library. Fails with `disk-*`, and then the damaged file is unchanged. */
  rebuild(): Promise<Result<LibraryRebuilt>>
  /** Shows the library file, or the nearest folder that exists. */
  show(): Result<null>
}

export function createLibraryFailureHandler(parts: LibraryFailureParts): LibraryFailureHandler {
  const { connections, broadcast, log } = parts

  const notifyWindow = async (): Promise<void> =>
    broadcast('libraryFailure', await describe(parts, connections.failure()))

  const reopen = async (): Promise<Result<null>> => {
    const opened = await connections.openLibrary()
    if (!opened.ok) log('error', 'library-not-opened', opened.failure)
    else broadcast('connectionChanged', connections.summary())
    return opened
  }

  return {
    report: async (failure) => {
      // Only the first report counts, because later ones have the same cause.
      if (connections.failure() !== null) return
      log('error', 'library-failed', failure)
      await connections.closeLibrary(failure)
      await notifyWindow()
    },
    revived: () => broadcast('libraryFailure', null),
    get: async () => succeed(await describe(parts, connections.failure())),
    retry: reopen,
    rebuild: async () => {
      const fault = connections.failure()
      if (fault?.failure.code !== 'library-damaged') return fail('arguments-invalid')
      const rebuilt = await parts.engine.request('rebuildLibrary', { file: fault.file })
      log(rebuilt.ok ? 'warn' : 'error', 'library-rebuilt', rebuilt.ok ? counts(rebuilt.value) : rebuilt.failure)
      if (!rebuilt.ok) return rebuilt
      const opened = await reopen()
      return opened.ok ? rebuilt : opened
    },
    show: () => {
      const fault = connections.failure()
      if (fault === null) return fail('no-connection')
      parts.showInFolder(fault.file)
      return succeed(null)
    }
  }
}

async function describe({ engine }: LibraryFailureParts, fault: LibraryAtFault | null): Promise<LibraryFailure | null> {
  if (fault === null) return null
  const { failure } = fault
  const file = basename(fault.file)
  // A newer or locked file must not be opened, and a full disk hides no changes.
  if (failure.code !== 'library-damaged') return { failure, file, unsent: null }
  const inspected = await engine.request('inspectLibrary', { file: fault.file })
  return { failure, file, unsent: inspected.ok ? inspected.value.unsent : null }
}

/** Counts the results, because names of lost items must not appear in the log. */
const counts = ({ kept, lost }: LibraryRebuilt) => ({ kept, lost: lost.length })
