/** What a start has begun and must end: on Ctrl+C, with the terminal, with its parent, and on a fault of its own. */
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
  /** Is done at the end, the latest first. */
  readonly add: (undo: () => unknown) => void
  /** Does all of it, and ends every program; one that fails is told and does not keep the others. */
  readonly run: () => Promise<void>
}

/** Listens for signals from here on. A second Ctrl+C ends at once, with what can be done without waiting. */
export function createEnding(say: (sentence: string) => void): Ending {
  const asked = new AbortController()
  const undoings: (() => unknown)[] = []
  const onSignal = createSignalReader(asked, say)
  for (const signal of SIGNALS) process.on(signal, onSignal)
  // The channel to the set-up, if it was that which started this.
  process.once('disconnect', onSignal)
  process.on('exit', killChildren)
  return {
    signal: asked.signal,
    asked: new Promise((resolve) => asked.signal.addEventListener('abort', () => resolve())),
    add: (undo) => void undoings.push(undo),
    run: async () => {
      asked.abort()
      for (const undo of undoings.splice(0).toReversed()) {
        await Promise.resolve()
          .then(undo)
          .catch((error: unknown) => say(`While ending: ${error instanceof Error ? error.message : String(error)}`))
      }
      await endChildren()
    }
  }
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
