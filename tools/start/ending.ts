/** What a start has begun and must end: on Ctrl+C, with the terminal, with its parent, and on a fault of its own. */
import { tellError } from '../../drivers/command-line.ts'
import { endChildren, killChildren } from '../setup/children.mjs'

/** The terminal sends Ctrl+C to everyone, and npm and the set-up hand it on: what comes this soon is the same one. */
const SAME_SIGNAL_MS = 1_000
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const FORCED_EXIT = 130

export interface Ending {
  /** Aborted when the person, the terminal or the parent wants the end. */
  readonly signal: AbortSignal
  /** Settles at the same moment. */
  readonly asked: Promise<void>
  /** Is done at the end, the latest first; one that fails is reported and does not keep the others. */
  readonly add: (undo: () => unknown) => void
}

/**
 * Runs `work` until it is done or the end is asked for, and ends all that it began; the exit code. What is in the middle of
 * something then need not come to its own end. A second Ctrl+C ends at once, with what can be done without waiting.
 */
export async function withEnding(
  say: (sentence: string) => void,
  work: (ending: Ending) => Promise<number>,
  askedCode = 0
): Promise<number> {
  const control = new AbortController()
  const undoings: (() => unknown)[] = []
  const onSignal = createSignalReader(control, say)
  for (const signal of SIGNALS) process.on(signal, onSignal)
  // The channel to the set-up, if it was that which started this.
  process.once('disconnect', onSignal)
  process.on('exit', killChildren)
  const asked = new Promise<void>((resolve) => control.signal.addEventListener('abort', () => resolve()))
  const ending: Ending = { signal: control.signal, asked, add: (undo) => void undoings.push(undo) }
  const crashed = new Promise<number>((settle) =>
    process.once('uncaughtException', (error) => settle(tellError(error)))
  )
  const done = work(ending).catch((error: unknown) => (control.signal.aborted ? askedCode : tellError(error)))
  const code = await Promise.race([done, crashed, asked.then(() => askedCode)])
  control.abort()
  for (const undo of undoings.toReversed()) {
    await Promise.resolve()
      .then(undo)
      .catch((error: unknown) => say(`While ending: ${error instanceof Error ? error.message : String(error)}`))
  }
  await endChildren()
  return code
}

function createSignalReader(asked: AbortController, say: (sentence: string) => void): () => void {
  let firstAt = 0
  return () => {
    if (firstAt === 0) {
      firstAt = performance.now()
      say('Ending…')
      asked.abort()
    } else if (performance.now() - firstAt > SAME_SIGNAL_MS) {
      process.exit(FORCED_EXIT)
    }
  }
}
