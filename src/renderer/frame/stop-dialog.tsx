import { useRef } from 'react'
import type { BatchReceipt } from '../../shared/batch.ts'
import { stopAndUndoLabel, stopBody, stopCopy } from '../copy/batches.ts'
import { useJob } from '../stores/job-store.ts'
import { useSync } from '../stores/sync-store.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { stopBatch } from '../commands/batch-commands.ts'
import { canWriteBack } from './job-line.ts'

/** The question before a batch is stopped. Goes away by itself when the batch comes to its end meanwhile. */
export function StopDialog() {
  const batch = useJob((state) => state.stopping)
  const receipt = useSync(({ status }) => status?.running.find((running) => running.batch === batch) ?? null)
  return receipt !== null && <StopQuestion receipt={receipt} />
}

function StopQuestion({ receipt }: { readonly receipt: BatchReceipt }) {
  const askToStop = useJob((state) => state.askToStop)
  const harmless = useRef<HTMLButtonElement>(null)
  const close = () => askToStop(null)
  const stop = (isUndoing: boolean) => {
    close()
    void stopBatch(receipt.batch, isUndoing)
  }
  return (
    <Dialog
      isOpen
      title={stopCopy.title}
      description={receipt.sending > 0 ? `${stopBody(receipt)} ${stopCopy.inFlight}` : stopBody(receipt)}
      initialFocus={harmless}
      onClose={close}
      actions={
        <>
          <Button ref={harmless} look="box" onClick={close}>
            {stopCopy.keepGoing}
          </Button>
          <Button look="accent" onClick={() => stop(false)}>
            {stopCopy.stop}
          </Button>
          {canWriteBack(receipt) && (
            <Button look="box" onClick={() => stop(true)}>
              {stopAndUndoLabel(receipt.done)}
            </Button>
          )}
        </>
      }
    />
  )
}
