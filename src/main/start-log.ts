/** Opens the log of a run and logs failures of its processes. */
import { app } from 'electron'
import { arch, platform, release } from 'node:os'
import { DECODER_NAME } from './desktop/decoder-process.ts'
import { createLog, type Log } from './log.ts'
import type { ProfilePaths } from './profile.ts'

const MAX_BYTES = 1024 * 1024
const NETWORK_SERVICE = 'network.mojom.NetworkService'

/** Opens the log and writes the versions of the app and the system, which explain later lines. */
export function startLog(paths: ProfilePaths): Log {
  const log = createLog({ folder: paths.logs, profile: paths.root, maxBytes: MAX_BYTES, now: Date.now })
  const { electron, chrome, node } = process.versions
  const system = `${platform()} ${release()} ${arch()}`
  log('info', 'started', { app: app.getVersion(), electron, chrome, node, system })
  reportBugs(log)
  return log
}

/** Logs bugs. Exits after an uncaught exception, because the state is unknown and all changes are on disk. */
function reportBugs(log: Log): void {
  const exit = async (error: Error): Promise<void> => {
    log('error', 'uncaught-exception', error)
    await log.flush()
    app.exit(1)
  }
  process.on('unhandledRejection', (error) => log('error', 'unhandled-rejection', error))
  process.on('uncaughtException', (error) => void exit(error))
}

/**
 * Logs every crash of a child process with its reason, except that an idle decoder is killed on purpose. Calls
 * `onNetworkGone` when Chromium's network process crashed.
 */
export function watchChildren(log: Log, onNetworkGone: () => void): void {
  app.on('child-process-gone', (_event, { type, reason, exitCode, name, serviceName }) => {
    if (reason === 'clean-exit' || (reason === 'killed' && name === DECODER_NAME)) return
    log('warn', 'child-process-gone', { type, reason, exitCode, name, serviceName })
    if (serviceName === NETWORK_SERVICE) onNetworkGone()
  })
}
