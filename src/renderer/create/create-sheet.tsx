import { type RefObject, useEffect, useEffectEvent, useId, useRef } from 'react'
import { FORM_FIELDS, type FormField } from '../../shared/change.ts'
import type { Failure } from '../../shared/failure.ts'
import { asSentence, failureSentence, failureText } from '../../copy/failures.ts'
import { fieldLabel } from '../../copy/images.ts'
import { copy } from '../../copy/language.ts'
import { restoreAside, clearDraft, closeCreate, hasText, setKeepsOpen, useCreate } from '../stores/create-store.ts'
import { useSendTime } from '../stores/sync-store.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Tickbox } from '../ui/choices.tsx'
import { CreateFields } from './create-fields.tsx'
import { type FormProblems, isShownAtFields, unmatchedTexts } from './form-problems.ts'
import { useCreateForm, useDraftKeeper } from './use-create-form.ts'
import styles from './create-sheet.module.css'

/** The form for a new image at the end of the window; the screen beside it stays usable. */
export function CreateSheet() {
  useDraftKeeper()
  const isOpen = useCreate((state) => state.isOpen)
  const openings = useCreate((state) => state.openings)
  return isOpen ? <Sheet key={openings} /> : null
}

function Sheet() {
  const titleId = useId()
  const sheet = useRef<HTMLElement>(null)
  const view = useCreateForm()
  const isEdit = useCreate((state) => state.record !== null)
  const isLoading = useCreate((state) => state.isLoading)
  useOpeningFocus(view.focusField)
  useSheetKeys(sheet, view.send)
  return (
    <section ref={sheet} className={styles.sheet} role="dialog" aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          {isEdit ? copy.create.changeImage : copy.create.newImage}
        </h2>
        <DraftState />
        <IconButton icon="cross" label={copy.create.close} onClick={closeCreate} />
      </div>
      <form
        className={styles.form}
        noValidate
        aria-busy={isLoading}
        onSubmit={(event) => {
          event.preventDefault()
          void view.send()
        }}
      >
        <div className={styles.body} id={view.fieldsId}>
          <FormSummary problems={view.problems} hasTried={view.hasTried} onFocusField={view.focusField} />
          <CreateFields problems={view.problems} onLeave={view.leave} />
          <DraftActions />
        </div>
        <Footer isEdit={isEdit} />
      </form>
    </section>
  )
}

/**
 * Handles Escape (close) and Ctrl or Cmd with Enter (send). Listens on the element, because lists in portals have keys
 * of their own.
 */
function useSheetKeys(sheet: RefObject<HTMLElement | null>, send: () => Promise<void>): void {
  useEffect(() => {
    const element = sheet.current
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.isComposing || event.defaultPrevented) return
      if (event.key === 'Escape') closeCreate()
      else if (isSendKey(event)) void send()
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    element?.addEventListener('keydown', onKeyDown)
    return () => element?.removeEventListener('keydown', onKeyDown)
  }, [sheet, send])
}

function isSendKey({ key, ctrlKey, metaKey, repeat }: KeyboardEvent): boolean {
  return key === 'Enter' && (ctrlKey || metaKey) && !repeat
}

/** Focuses the name when the form is opened by an action; a form restored with the window leaves the focus alone. */
function useOpeningFocus(focusField: (field: FormField) => void): void {
  const focusName = useEffectEvent(() => focusField('name'))
  useEffect(() => {
    if (useCreate.getState().openings === 0) return undefined
    const opener = document.activeElement
    focusName()
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [])
}

function DraftState() {
  const saving = useCreate((state) => state.saving)
  const isTyped = useCreate((state) => hasText(state.form))
  if (saving === null || !isTyped) return <span className={styles.saved} />
  if ('at' in saving) return <span className={styles.saved}>{copy.create.draftSaved(saving.at)}</span>
  return <span className={styles.unsaved}>{asSentence(failureSentence(saving.failure, 'library').headline)}</span>
}

function DraftActions() {
  const isTyped = useCreate((state) => hasText(state.form))
  const hasAside = useCreate((state) => state.aside !== null)
  return (
    <div className={styles.draft}>
      {isTyped && (
        <Button variant="link" onClick={clearDraft}>
          {copy.create.clearDraft}
        </Button>
      )}
      {hasAside && (
        <Button variant="link" onClick={restoreAside}>
          {copy.create.restoreAside}
        </Button>
      )}
    </div>
  )
}

function Footer({ isEdit }: { readonly isEdit: boolean }) {
  const keepsOpen = useCreate((state) => state.keepsOpen)
  const isBusy = useCreate((state) => state.isSending || state.isLoading)
  const isOffline = useSendTime('images') === 'when-reached'
  const create = isOffline ? copy.create.createLater : copy.create.create
  const send = isOffline ? copy.create.sendLater : copy.create.send
  return (
    <div className={styles.foot}>
      {!isEdit && (
        <Tickbox isTicked={keepsOpen} onChange={setKeepsOpen}>
          {copy.create.keepOpen}
        </Tickbox>
      )}
      <span className={styles.space} />
      <Button variant="box" onClick={closeCreate}>
        {copy.create.cancel}
      </Button>
      <Button variant="accent" type="submit" isDisabled={isBusy}>
        {isEdit ? send : create}
      </Button>
    </div>
  )
}

interface FormSummaryProps {
  readonly problems: FormProblems
  /** Missing fields are listed only after an attempt to send. */
  readonly hasTried: boolean
  readonly onFocusField: (field: FormField) => void
}

/** Problems at the top of the form: messages without a field, and links to fields with a problem. */
function FormSummary({ problems, hasTried, onFocusField }: FormSummaryProps) {
  const failure = useCreate((state) => state.failure)
  const texts = failureTexts(failure)
  const fields = FORM_FIELDS.filter((field) => {
    const kind = problems[field]?.kind
    return kind === 'refused' || (kind === 'missing' && hasTried)
  })
  if (texts.length === 0 && fields.length === 0) return null
  return (
    <div className={styles.summary} role="alert">
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {fields.length > 0 && (
        <p>
          {copy.create.problems(fields.length)}
          {fields.map((field) => (
            <Button key={field} variant="link" size="small" onClick={() => onFocusField(field)}>
              {fieldLabel(field)}
            </Button>
          ))}
        </p>
      )}
    </div>
  )
}

function failureTexts(failure: Failure | null): readonly string[] {
  if (failure === null) return []
  if (failure.code === 'unknown-record') return [copy.create.sentMeanwhile]
  return isShownAtFields(failure) ? unmatchedTexts(failure) : [failureText(failure, 'images')]
}
