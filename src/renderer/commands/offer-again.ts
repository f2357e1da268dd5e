/** Offers a new image from the same form after a single deletion was sent, because that has no undo. */
import type { BatchReceipt } from '../../shared/batch.ts'
import type { Bridge } from '../../shared/bridge.ts'
import { finishedText } from '../../copy/batches.ts'
import { copy } from '../../copy/language.ts'
import { openCreate, useCreate } from '../stores/create-store.ts'
import { useJob } from '../stores/sync-store.ts'
import { showToast, until } from '../ui/toast.tsx'

type AgainBridge = Pick<Bridge, 'listBatchItems' | 'getCreateForm'>

/** Watches batches that end, for as long as the window exists. */
export function offerAgain(bridge: AgainBridge): void {
  useJob.subscribe(({ finished }, before) => {
    if (finished !== null && finished !== before.finished && isSingleDeletion(finished)) void offerFor(bridge, finished)
  })
}

/** Returns whether the service deleted exactly one image, which the user deleted individually. */
export function isSingleDeletion({ verb, size, done }: Pick<BatchReceipt, 'verb' | 'size' | 'done'>): boolean {
  return verb === 'delete' && size === 1 && done === 1
}

/** Offers nothing if the image is no longer known. */
async function offerFor(bridge: AgainBridge, receipt: BatchReceipt): Promise<void> {
  const { batch } = receipt
  const items = await bridge.listBatchItems({ batch, status: 'done', offset: 0, limit: 1 })
  const record = items.ok ? items.value.rows[0]?.record : undefined
  if (record === undefined) return
  const form = await bridge.getCreateForm({ record })
  if (!form.ok) return
  showToast({
    text: finishedText(receipt),
    action: {
      label: copy.commands.createAgain,
      run: () => openCreate(form.value),
      // The offer ends when a form is open, so that it is not overwritten.
      watch: until(useCreate, ({ isOpen }) => isOpen)
    }
  })
}
