/**
 * What the page has changed and not handed over yet. Whoever saves a moment later, instead of at once, waits here, so
 * that a page that is about to go can hand over everything.
 */
import { callAfter } from '../pending-work.ts'

/** A save may change a store whose own save is due then, and so on; more in a row would be a circle. */
const MAX_ROUNDS = 4

export function createPendingSaves() {
  const waiting = new Set<() => void>()
  return {
    /** Runs the save after a pause, or when the page is about to go. Returns what calls it off. */
    after: (save: () => void, ms: number): (() => void) => {
      const run = (): void => {
        callOff()
        save()
      }
      const cancel = callAfter(run, ms)
      const callOff = (): void => {
        cancel()
        waiting.delete(run)
      }
      waiting.add(run)
      return callOff
    },
    /** Runs every save that waits, now. Main has what they send, in order, before whatever is asked afterwards. */
    flush: (): void => {
      for (let round = 0; round < MAX_ROUNDS && waiting.size > 0; round += 1) {
        // What a save adds comes in the next round.
        const due = [...waiting]
        for (const run of due) run()
      }
    }
  }
}

/** The window's own. */
export const pendingSaves = createPendingSaves()
