import { useEffect, useRef, useState } from 'react'
import type { BatchReceipt } from '../../shared/batch.ts'
import type { ChangeRow } from '../../shared/change.ts'
import type { ImageRow } from '../../shared/image.ts'
import { MAX_ROWS_PER_CALL } from '../../shared/limits.ts'
import { bridge } from '../bridge.ts'
import { stopBatch, valueOrReport } from '../commands/batch-commands.ts'
import { stopBody } from '../../copy/batches.ts'
import { formatDateTime } from '../../copy/format.ts'
import { copy } from '../../copy/language.ts'
import { titleOf } from '../../copy/names.ts'
import { confirmStop, useJob, useSync } from '../stores/sync-store.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog, Dialog } from '../ui/dialog.tsx'
import { canWriteBack } from './job-line.ts'
import { RecordThumb } from './record-picture.tsx'
import { adopt, answerRepair, useRepair } from './repair-store.ts'
import styles from './app-frame.module.css'

/** The questions before repair actions. */
export function RepairDialogs() {
  const question = useRepair((state) => state.question)
  const adopting = useRepair((state) => state.adopting)
  return (
    <>
      {question !== null && (
        <ConfirmDialog
          title={question.title}
          description={question.body}
          confirmLabel={question.go}
          cancelLabel={copy.activity.cancel}
          onConfirm={() => answerRepair(true)}
          onCancel={() => answerRepair(false)}
        />
      )}
      {adopting !== null && <AdoptDialog row={adopting} />}
    </>
  )
}

const EDGE = 120

/** Several records may be the created one, so the user chooses. */
function AdoptDialog({ row }: { readonly row: ChangeRow }) {
  const choices = useChoices(row)
  return (
    <Dialog
      title={copy.questions.adopt.title}
      description={choices?.length === 0 ? copy.questions.adopt.gone : copy.questions.adopt.body}
      onClose={() => adopt(null)}
      actions={
        <Button variant="box" onClick={() => adopt(null)}>
          {copy.activity.cancel}
        </Button>
      }
    >
      <ul className={styles.choices}>
        {choices?.map((image) => (
          <li key={image.record}>
            <button type="button" className={styles.choice} onClick={() => adopt(image.record)}>
              <RecordThumb record={image.record} stamp={image.picture} edge={EDGE} />
              <bdi>{titleOf(image.name)}</bdi>
              <span>{image.createdAt === null ? copy.questions.adopt.choose : formatDateTime(image.createdAt)}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function useChoices(row: ChangeRow): readonly ImageRow[] | null {
  const [images, setImages] = useState<readonly ImageRow[] | null>(null)
  useEffect(() => {
    const dialog = { isClosed: false }
    const load = async (): Promise<void> => {
      const records = Uint32Array.from((row.failure?.choices ?? []).slice(0, MAX_ROWS_PER_CALL))
      const answer = await bridge.getImages({ records })
      if (!dialog.isClosed) setImages(valueOrReport(answer) ?? [])
    }
    void load()
    return () => {
      dialog.isClosed = true
    }
  }, [row])
  return images
}

/** The question before a batch is stopped. Closes automatically if the batch ends in the meantime. */
export function StopDialog() {
  const batch = useJob((state) => state.stopping)
  const receipt = useSync(({ status }) => status?.running.find((running) => running.batch === batch) ?? null)
  return receipt !== null && <StopQuestion receipt={receipt} />
}

function StopQuestion({ receipt }: { readonly receipt: BatchReceipt }) {
  const continueButton = useRef<HTMLButtonElement>(null)
  const close = () => confirmStop(null)
  const stop = (isUndoing: boolean) => {
    close()
    void stopBatch(receipt.batch, isUndoing)
  }
  return (
    <Dialog
      title={copy.stopping.title}
      description={receipt.sending > 0 ? `${stopBody(receipt)} ${copy.stopping.inFlight}` : stopBody(receipt)}
      initialFocus={continueButton}
      onClose={close}
      actions={
        <>
          <Button ref={continueButton} variant="box" onClick={close}>
            {copy.stopping.keepGoing}
          </Button>
          <Button variant="accent" onClick={() => stop(false)}>
            {copy.stopping.stop}
          </Button>
          {canWriteBack(receipt) && (
            <Button variant="box" onClick={() => stop(true)}>
              {copy.stopping.stopAndUndo(receipt.done)}
            </Button>
          )}
        </>
      }
    />
  )
}
