/**
 * Changes of the page that are not sent yet. Delayed saves register here, so that a page that is about to unload can
 * send them all.
 */
import { callAfter } from '../pending-work.ts'

/** A save may change a store whose own save is then due; more rounds than this are a cycle. */
const MAX_ROUNDS = 4

export function createPendingSaves() {
  const pending = new Set<() => void>()
  return {
    /** Runs the save after a pause, or when the page is about to unload. Returns a function that cancels it. */
    after: (save: () => void, ms: number): (() => void) => {
      const run = (): void => {
        stop()
        save()
      }
      const cancel = callAfter(run, ms)
      const stop = (): void => {
        cancel()
        pending.delete(run)
      }
      pending.add(run)
      return stop
    },
    /** Runs every pending save now. Main receives them in order before any later request. */
    flush: (): void => {
      for (let round = 0; round < MAX_ROUNDS && pending.size > 0; round += 1) {
        // Saves that are added by a save run in the next round.
        const due = [...pending]
        for (const run of due) run()
      }
    }
  }
}

/** The pending saves of this window. */
export const pendingSaves = createPendingSaves()
