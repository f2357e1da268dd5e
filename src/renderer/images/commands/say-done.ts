/** What is said once a command is done, with the way back while there is one. */
import type { BatchReceipt } from '../../../shared/batch.ts'
import { sayDeleting } from '../../commands/deletions.ts'
import { undoOffer } from '../../commands/undo-store.ts'
import { deleteCopy, removedHere, renamedTo, unavailableCopy } from '../../copy/commands.ts'
import { favoriteDone } from '../../copy/images.ts'
import { showToast } from '../../ui/toast.tsx'
import type { DeleteDone } from './delete.ts'
import type { FavoriteOutcome } from './favorite.ts'

/** One star is its own word; several are said. */
export function sayFavorites({ favorite, size, changed, batch }: FavoriteOutcome): void {
  if (size <= 1) return
  const text = favoriteDone(favorite, { size, changed })
  showToast({ text, ...(changed > 0 && { action: undoOffer([batch]) }) })
}

export function sayRenamed({ batch, name }: { readonly batch: BatchReceipt; readonly name: string }): void {
  showToast({ text: renamedTo(name), action: undoOffer([batch]) })
}

/** Nothing is sent for copies of what is gone, and nothing is said of what was on its way out already. */
export function sayDeleted({ batch, changed, name, isDraft }: DeleteDone): void {
  if (isDraft) showToast({ text: deleteCopy.draftDiscarded })
  else if (batch.waiting > 0) sayDeleting(batch, name)
  else if (changed.length > 0) showToast({ text: removedHere(batch.size, name) })
}

export function sayRefused(why: 'being-sent' | 'being-deleted'): void {
  showToast({ text: why === 'being-sent' ? unavailableCopy.beingSent : unavailableCopy.beingDeleted })
}
