import { useRef, useState } from 'react'
import { namesAndMore, undoNote } from '../../../copy/commands.ts'
import { copy } from '../../../copy/language.ts'
import { useSendTime } from '../../stores/sync-store.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useControl } from './control.ts'
import { type DeleteQuestion, isTypedNumber, canBecomeNumber, useDeleteQuestion } from './delete.ts'
import styles from './commands.module.css'

/** The question before images are deleted, while there is one. */
export function DeleteDialog() {
  const open = useDeleteQuestion((state) => state.asked)
  const { parts } = useControl()
  if (open === null) return null
  const answer = (isYes: boolean): void => {
    open.answer(isYes)
    parts.focusGrid()
  }
  const { question } = open
  return question.kind === 'draft' ? (
    <ConfirmDialog
      title={copy.deletion.draftTitle}
      description={<DraftToDiscard name={question.name} />}
      confirmLabel={copy.deletion.discard}
      cancelLabel={copy.commands.cancel}
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
    />
  ) : (
    <ImagesQuestion question={question} onAnswer={answer} />
  )
}

interface ImagesQuestionProps {
  readonly question: Extract<DeleteQuestion, { kind: 'images' }>
  readonly onAnswer: (isYes: boolean) => void
}

function ImagesQuestion({ question: { summary, mustType }, onAnswer }: ImagesQuestionProps) {
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const { size } = summary
  return (
    <ConfirmDialog
      title={copy.deletion.title(size)}
      description={<ImagesToDelete summary={summary} />}
      confirmLabel={copy.deletion.button(size)}
      cancelLabel={copy.commands.cancel}
      isConfirmDisabled={mustType && !isTypedNumber(typed, size)}
      {...(mustType ? { initialFocus: field } : {})}
      onConfirm={() => onAnswer(true)}
      onCancel={() => onAnswer(false)}
    >
      {mustType && (
        <TextField
          ref={field}
          label={copy.deletion.typeNumber(size)}
          inputMode="numeric"
          value={typed}
          error={canBecomeNumber(typed, size) ? null : copy.deletion.wrongNumber}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
    </ConfirmDialog>
  )
}

function DraftToDiscard({ name }: { readonly name: string }) {
  return (
    <>
      <p className={styles.names}>
        <bdi>{namesAndMore([name], 1)[0]}</bdi>
      </p>
      <p>{copy.deletion.draftBody}</p>
    </>
  )
}

function ImagesToDelete({
  summary: { names, size, favorites }
}: {
  readonly summary: ImagesQuestionProps['question']['summary']
}) {
  const [shown, more] = namesAndMore(names, size)
  const time = useSendTime('images')
  return (
    <>
      <p className={styles.names}>
        <bdi>{shown.join('\n')}</bdi>
      </p>
      {more !== '' && <p className={styles.names}>{more}</p>}
      {favorites > 0 && <p>{copy.deletion.favoritesAmong(favorites)}</p>}
      <p>{copy.deletion.cannotUndo}</p>
      <p className={styles.note}>{undoNote(time, size)}</p>
    </>
  )
}
