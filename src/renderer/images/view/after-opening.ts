/**
 * Holds back what a person does while the answer to a new filter is still on its way. Title and chips show the new
 * filter at once: "select everything, favorite it" pressed in that moment must not act on the records of the old one.
 */
import type { StoreApi } from 'zustand'
import type { ViewState } from './view-store.ts'

/** Runs at once, or in the order of the calls when the view has arrived; never when it could not be had. */
export function createAfterOpening(
  store: Pick<StoreApi<ViewState>, 'getState' | 'subscribe'>
): (run: () => void) => void {
  const held: (() => void)[] = []

  /** Listens only while something is held: who made this may be gone long before the store. */
  const listen = (): void => {
    const stop = store.subscribe(({ isOpening, failure }) => {
      if (isOpening) return
      stop()
      const runs = held.splice(0)
      if (failure === null) for (const run of runs) run()
    })
  }

  return (run) => {
    if (!store.getState().isOpening) return run()
    if (held.length === 0) listen()
    held.push(run)
  }
}
