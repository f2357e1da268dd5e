/**
 * Holds back what a person does while the answer to a new filter is still on its way. Title and chips show the new
 * filter at once: "select everything, favorite it" pressed in that moment must not act on the records of the old one,
 * nor on those of a filter that is chosen after it.
 */
import type { StoreApi } from 'zustand'
import type { ImageQuery } from '../../../shared/query.ts'
import { matchesSame } from '../../stores/query-store.ts'
import type { ViewState } from './view-store.ts'

/** What was done, and the filter that title and chips showed then. */
interface Held {
  readonly run: () => void
  readonly query: ImageQuery
}

/**
 * Runs at once, or in the order of the calls when the view has arrived; never when it could not be had, or another one
 * came. `asked`: what title and chips show now.
 */
export function createAfterOpening(
  store: Pick<StoreApi<ViewState>, 'getState' | 'subscribe'>,
  asked: () => ImageQuery
): (run: () => void) => void {
  const held: Held[] = []

  /** Listens only while something is held: who made this may be gone long before the store. */
  const listen = (): void => {
    const stop = store.subscribe(({ isOpening, failure, shown }) => {
      if (isOpening) return
      stop()
      const due = held.splice(0)
      if (failure !== null || shown === null) return
      for (const { run, query } of due) if (matchesSame(query, shown.query)) run()
    })
  }

  return (run) => {
    if (!store.getState().isOpening) return run()
    if (held.length === 0) listen()
    held.push({ run, query: asked() })
  }
}
