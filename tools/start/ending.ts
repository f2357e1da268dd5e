/** Ends everything that a command started: on Ctrl+C, with the terminal or the parent process, and after a bug. */
import { reportError } from '../../drivers/command-line.ts'
import { endChildren, killChildren } from '../setup/children.mjs'

/** The terminal sends Ctrl+C to all processes, and npm and the setup pass it on: signals this soon are the same one. */
const SAME_SIGNAL_MS = 1_000
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const FORCED_EXIT = 130

export interface Ending {
  /** Aborted when the user, the terminal or the parent process requests the end. */
  readonly signal: AbortSignal
  /** Resolves at the same time. */
  readonly requested: Promise<void>
  /** Adds a function to call at the end, in reverse order; a failure is reported. */
  readonly add: (cleanUp: () => unknown) => void
}

/**
 * Runs `work` until it is done or the end is requested, then cleans up and returns the exit code. Work in progress need
 * not finish. A second Ctrl+C ends the process immediately.
 */
export async function withEnding(
  say: (sentence: string) => void,
  work: (ending: Ending) => Promise<number>,
  requestedCode = 0
): Promise<number> {
  const control = new AbortController()
  const cleanUps: (() => unknown)[] = []
  const onSignal = createSignalHandler(control, say)
  for (const signal of SIGNALS) process.on(signal, onSignal)
  // The channel to the setup, if it started this process.
  process.once('disconnect', onSignal)
  process.on('exit', killChildren)
  const requested = new Promise<void>((resolve) => control.signal.addEventListener('abort', () => resolve()))
  const ending: Ending = { signal: control.signal, requested, add: (cleanUp) => void cleanUps.push(cleanUp) }
  const crashed = new Promise<number>((settle) =>
    process.once('uncaughtException', (error) => settle(reportError(error)))
  )
  const done = work(ending).catch((error: unknown) => (control.signal.aborted ? requestedCode : reportError(error)))
  const code = await Promise.race([done, crashed, requested.then(() => requestedCode)])
  control.abort()
  for (const cleanUp of cleanUps.toReversed()) {
    await Promise.resolve()
      .then(cleanUp)
      .catch((error: unknown) => say(`While ending: ${error instanceof Error ? error.message : String(error)}`))
  }
  await endChildren()
  return code
}

function createSignalHandler(requested: AbortController, say: (sentence: string) => void): () => void {
  let firstAt = 0
  return () => {
    if (firstAt === 0) {
      firstAt = performance.now()
      say('Ending…')
      requested.abort()
    } else if (performance.now() - firstAt > SAME_SIGNAL_MS) {
      process.exit(FORCED_EXIT)
    }
  }
}
