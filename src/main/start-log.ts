/** Opens the log of a run, and writes down what goes wrong with its processes. */
import { app } from 'electron'
import { arch, platform, release } from 'node:os'
import { DECODER_NAME } from './desktop/decoder-process.ts'
import { createLog, type Log } from './log.ts'
import type { ProfilePaths } from './profile.ts'

const MAX_BYTES = 1024 * 1024
const NETWORK_SERVICE = 'network.mojom.NetworkService'

/** Begins with a line that names the program and the system, which the other lines depend on. */
export function startLog(paths: ProfilePaths): Log {
  const log = createLog({ folder: paths.logs, profile: paths.root, maxBytes: MAX_BYTES, now: Date.now })
  const { electron, chrome, node } = process.versions
  const system = `${platform()} ${release()} ${arch()}`
  log('info', 'started', { app: app.getVersion(), electron, chrome, node, system })
  reportBugs(log)
  return log
}

/** A bug is written down. After an uncaught one nothing can be trusted, and all that matters is on disk. */
function reportBugs(log: Log): void {
  const leave = async (error: Error): Promise<void> => {
    log('error', 'uncaught-exception', error)
    await log.flush()
    app.exit(1)
  }
  process.on('unhandledRejection', (error) => log('error', 'unhandled-rejection', error))
  process.on('uncaughtException', (error) => void leave(error))
}

/**
 * Writes down every death of a child process with its reason, except the wanted ones: an idle decoder is killed.
 * `onNetworkGone`: called when Chromium's network process died.
 */
export function watchChildren(log: Log, onNetworkGone: () => void): void {
  app.on('child-process-gone', (_event, { type, reason, exitCode, name, serviceName }) => {
    if (reason === 'clean-exit' || (reason === 'killed' && name === DECODER_NAME)) return
    log('warn', 'child-process-gone', { type, reason, exitCode, name, serviceName })
    if (serviceName === NETWORK_SERVICE) onNetworkGone()
  })
}
