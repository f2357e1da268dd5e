/**
 * Review: one image after the other in the full view. Marks viewed images, and stores where the review of each view
 * stopped. Both stay on this computer.
 */
import type { Bridge } from '../../../shared/bridge.ts'
import type { RecordNumber } from '../../../shared/image.ts'
import type { ImageQuery } from '../../../shared/query.ts'
import { pendingSaves } from '../../stores/pending-saves.ts'
import { listRecords, positionOf } from '../selection/records.ts'
import { focusRecord, useSelection } from '../selection/selection.ts'
import { isFullViewOpen, openReview, toggleReview, useFullView } from '../view/full-view-store.ts'
import { continuePosition, shownOrder, useView } from '../view/view-store.ts'

/** Combines the steps of a held arrow key into one save. */
const SAVE_PAUSE_MS = 300

export type Review = ReturnType<typeof createReview>

export function createReview(bridge: Pick<Bridge, 'markViewed' | 'saveReviewStop'>) {
  let sent: Promise<unknown> = Promise.resolve()
  let due: { readonly query: ImageQuery; readonly record: RecordNumber } | null = null
  let cancel = (): void => {}
  // A mark that cannot be stored, as on a full disk, is not worth a message; the next change reports it.
  const send = (request: Promise<unknown>): void => void (sent = sent.then(() => request))

  function save(): void {
    cancel()
    if (due !== null) send(bridge.saveReviewStop(due))
    due = null
  }

  function stopAt(record: RecordNumber): void {
    const { shown } = useView.getState()
    if (shown === null || positionOf(shown.order, record) < 0) return
    useView.setState({ continueAt: record })
    cancel()
    due = { query: shown.query, record }
    cancel = pendingSaves.after(save, SAVE_PAUSE_MS)
  }

  return {
    /** Stores the position of each image that review shows; returns the function that ends this. */
    follow: (): (() => void) =>
      useFullView.subscribe((now, before) => {
        const isNew = now.record !== before.record || !before.isReviewing
        if (now.isReviewing && now.record !== null && isNew) stopAt(now.record)
      }),
    markViewed: (record: RecordNumber): void => send(bridge.markViewed({ records: Uint32Array.of(record) })),
    /** Saves now; resolves when every mark and position is stored. */
    saved: async (): Promise<void> => {
      save()
      await sent
    }
  }
}

/**
 * Reviews from `on`, or else from the only selected image, from where the review of this view stopped, or from the
 * focused image. In the full view, switches review on or off.
 */
export function startReview(on?: RecordNumber): void {
  if (isFullViewOpen()) return toggleReview()
  const { selection, active } = useSelection.getState()
  const chosen = selection.members.size === 1 ? listRecords(selection.members)[0] : undefined
  reviewFirst([on, chosen, stoppedAt(), active])
}

/** Reviews from where the review of this view stopped; without that, from the focused image. */
export function continueReview(): void {
  reviewFirst([stoppedAt(), useFullView.getState().record ?? useSelection.getState().active])
}

function stoppedAt(): RecordNumber | undefined {
  const view = useView.getState()
  return shownOrder(view).numbers[continuePosition(view)]
}

/** Reviews from the first of the records that the view has, or from its first image. */
function reviewFirst(records: readonly (RecordNumber | null | undefined)[]): void {
  const order = shownOrder(useView.getState())
  const found = records.find((record) => record !== null && record !== undefined && positionOf(order, record) >= 0)
  const record = found ?? order.numbers[0]
  if (record === undefined) return
  openReview(record)
  focusRecord(record)
}
