/**
 * The create form of the window: its text, the image that it edits, and the result of sending. One form for all
 * openers; the sheet shows it, and main stores its draft.
 */
import { create } from 'zustand'
import type { Bridge } from '../../shared/bridge.ts'
import { type CreateDraft, type CreateForm, FORM_FIELDS } from '../../shared/change.ts'
import { type Failure, type Result, succeed } from '../../shared/failure.ts'
import { NO_FACETS, type RecordNumber } from '../../shared/image.ts'

/** The resolution before the user has chosen one. */
const DEFAULT_RESOLUTION = '1024x1024'
/** A second create of an unchanged form within this time is accidental. */
const REPEAT_MS = 1_000

export const EMPTY_FORM: CreateForm = {
  ...NO_FACETS,
  name: '',
  description: '',
  resolution: DEFAULT_RESOLUTION
}

/** The content of the form, and the unsent or refused create that it edits; `record` is `null` for a new one. */
interface CreateSubject {
  readonly form: CreateForm
  readonly record: RecordNumber | null
}

export interface CreateState extends CreateSubject {
  readonly isOpen: boolean
  readonly keepsOpen: boolean
  /** Increases whenever the form is opened: the sheet then takes the focus, even if it was open. */
  readonly openings: number
  /** The form of `record` is not read yet. */
  readonly isLoading: boolean
  /** Why the service refused `record`, or the library the last attempt; `null` if neither did. */
  readonly failure: Failure | null
  /** The form at the time of that failure; a field changed since is no longer marked. */
  readonly refusedForm: CreateForm | null
  readonly isSending: boolean
  /** The last submitted form, and when, in ms since epoch. */
  readonly handedOver: { readonly form: CreateForm; readonly at: number } | null
  /** The last image created here; the images screen shows it immediately. */
  readonly made: { readonly record: RecordNumber; readonly name: string } | null
  /** A draft that another opening replaced, and that can be restored. */
  readonly aside: CreateSubject | null
  /** Whether the draft of the last run was restored. */
  readonly isRestored: boolean
  /** Result of the last save of the draft: its time in ms since epoch, or its failure. */
  readonly saving: { readonly at: number } | { readonly failure: Failure } | null
}

/** The state at the start of the window. */
const INITIAL: CreateState = {
  form: EMPTY_FORM,
  record: null,
  isOpen: false,
  keepsOpen: false,
  openings: 0,
  isLoading: false,
  failure: null,
  refusedForm: null,
  isSending: false,
  handedOver: null,
  made: null,
  aside: null,
  isRestored: false,
  saving: null
}

export const useCreate = create<CreateState>()(() => INITIAL)

/** Returns whether the form contains text worth keeping. */
export function hasText({ name, description }: CreateForm): boolean {
  return name.trim() !== '' || description.trim() !== ''
}

/**
 * Opens the form. Without arguments: with the current draft. `form`: fills these fields, the others are empty.
 * `record`: edits that unsent or refused create; its form is read if `form` is omitted. The previous text is set aside.
 */
export function openCreate(form?: Partial<CreateForm>, record?: RecordNumber): void {
  useCreate.setState((state) => ({
    ...(form === undefined && record === undefined ? newSubject(state) : givenSubject(state, form, record ?? null)),
    isOpen: true,
    openings: state.openings + 1
  }))
}

/** Closes the form and keeps the draft. */
export function closeCreate(): void {
  useCreate.setState({ isOpen: false })
}

/** Returns the draft of a new image: the current one, or the one that an edit has set aside. */
function newSubject(state: CreateState): Partial<CreateState> {
  if (state.record === null) return {}
  return replaced(state, state.aside ?? emptied(state))
}

function givenSubject(
  state: CreateState,
  form: Partial<CreateForm> | undefined,
  record: RecordNumber | null
): Partial<CreateState> {
  // Opening the same record twice keeps the text.
  if (record !== null && record === state.record) return {}
  const { resolution } = state.form
  const subject = { form: { ...EMPTY_FORM, resolution, ...form }, record }
  return { ...replaced(state, subject), isLoading: form === undefined }
}

function replaced(state: CreateState, { form, record }: CreateSubject): Partial<CreateState> {
  const aside = hasText(state.form) ? { form: state.form, record: state.record } : null
  return { form, record, aside, failure: null, refusedForm: null, isLoading: false }
}

/** Returns an empty form with the last resolution. */
function emptied({ form }: CreateSubject): CreateSubject {
  return { form: { ...EMPTY_FORM, resolution: form.resolution }, record: null }
}

/** Applies input to the form. */
export function changeForm(part: Partial<CreateForm>): void {
  useCreate.setState(({ form }) => ({ form: { ...form, ...part } }))
}

export function setKeepsOpen(keepsOpen: boolean): void {
  useCreate.setState({ keepsOpen })
}

/** Empties the form and sets its text aside. */
export function clearDraft(): void {
  useCreate.setState((state) => replaced(state, emptied(state)))
}

/** Swaps the form with the one set aside. */
export function restoreAside(): void {
  useCreate.setState((state) => (state.aside === null ? state : replaced(state, state.aside)))
}

/** Turns the form into a new image, because `record` belongs to another library or was sent in the meantime. */
export function forgetRecord(): void {
  useCreate.setState({ record: null, isLoading: false, failure: null, refusedForm: null })
}

/** Stores what the library knows of the edited create: its form, and why the service refused it, if so. */
export function learnRecord(record: RecordNumber, form: CreateForm, failure: Failure | null): void {
  useCreate.setState((state) => {
    if (state.record !== record) return state
    const filled = state.isLoading ? { form, isLoading: false } : {}
    return { ...filled, failure, refusedForm: form }
  })
}

/**
 * Restores the draft of the last run, once; `null`: there is none. Input since the start stays, and the older draft is
 * set aside.
 */
export function restoreDraft(draft: CreateDraft | null): void {
  useCreate.setState((state) => {
    if (draft === null || state.isRestored) return { isRestored: true }
    const { form, record, keepsOpen } = draft
    if (state.form !== EMPTY_FORM) return { isRestored: true, aside: hasText(form) ? { form, record } : state.aside }
    return { isRestored: true, form, record, keepsOpen, isOpen: state.isOpen || draft.isOpen }
  })
}

export function noteSaved(saving: CreateState['saving']): void {
  useCreate.setState({ saving })
}

/** Returns the content of the draft’s file. */
export function draftOf({ form, isOpen, keepsOpen, record }: CreateState): CreateDraft {
  return { form, isOpen, keepsOpen, record }
}

/**
 * Submits the form to the library, which sends it as soon as possible. Resolves with the new or edited record. Fails as
 * `createImage` and `updateCreate` do; the form then stays. Resolves with `null` and does nothing if a submission is
 * running or the same form was submitted a moment ago, because that is accidental and each create costs.
 */
export async function submit(
  bridge: Pick<Bridge, 'createImage' | 'updateCreate'>,
  now = Date.now
): Promise<Result<{ readonly record: RecordNumber }> | null> {
  const { form, record, isSending, isLoading, handedOver } = useCreate.getState()
  if (isSending || isLoading) return null
  // The absolute difference, so that a clock that was set back does not block the form.
  if (handedOver?.form === form && Math.abs(now() - handedOver.at) < REPEAT_MS) return null
  useCreate.setState({ isSending: true, failure: null })
  const answer = await (record === null ? bridge.createImage({ form }) : sendEdited(bridge, record, form))
  useCreate.setState((state) =>
    answer.ok
      ? { ...sent(state, { form, record }, answer.value.record), handedOver: { form, at: now() } }
      : refused(state, { form, record }, answer.failure)
  )
  return answer
}

async function sendEdited(
  bridge: Pick<Bridge, 'updateCreate'>,
  record: RecordNumber,
  form: CreateForm
): Promise<Result<{ readonly record: RecordNumber }>> {
  const answer = await bridge.updateCreate({ record, form })
  return answer.ok ? succeed({ record }) : answer
}

function sent(state: CreateState, was: CreateSubject, made: RecordNumber): Partial<CreateState> {
  return {
    ...afterSending(state, was),
    made: { record: made, name: was.form.name.trim() },
    isSending: false,
    refusedForm: null
  }
}

/**
 * Returns the next form: the same one if it stays open, else an empty one or the one set aside by an edit. Text typed
 * during the request starts the next form and keeps it open.
 */
function afterSending(state: CreateState, was: CreateSubject): Partial<CreateState> {
  // Another form was opened in the meantime, and the sent one must not be restored.
  if (state.aside?.form === was.form) return { aside: null }
  if (state.record !== was.record && state.form !== was.form) return {}
  const isEdit = was.record !== null
  if (state.keepsOpen && !isEdit) return {}
  const typed = typedSince(was.form, state.form)
  if (typed !== null) return { form: { ...emptied(state).form, ...typed }, record: null }
  return { ...(isEdit && state.aside !== null ? state.aside : emptied(state)), aside: null, isOpen: false }
}

/** Returns the fields that changed since the submission; `null` if none did. */
function typedSince(was: CreateForm, form: CreateForm): Partial<CreateForm> | null {
  const typed = FORM_FIELDS.filter((field) => form[field] !== was[field])
  return typed.length === 0 ? null : Object.fromEntries(typed.map((field) => [field, form[field]]))
}

/**
 * Keeps the form with the failure. An edited create that was sent in the meantime can no longer be changed, so its form
 * becomes a new one.
 */
function refused(state: CreateState, was: CreateSubject, failure: Failure): Partial<CreateState> {
  const isGone = failure.code === 'unknown-record' && state.record === was.record
  return { failure, refusedForm: was.form, isSending: false, record: isGone ? null : state.record }
}
