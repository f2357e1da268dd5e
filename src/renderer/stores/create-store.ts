/**
 * The create form of the window: what is typed, what it is for, and how its sending went. One form, whoever opens it;
 * the sheet shows it, and the draft's file in main follows it.
 */
import { create } from 'zustand'
import type { Bridge } from '../../shared/bridge.ts'
import { type CreateDraft, type CreateForm, FORM_FIELDS } from '../../shared/change.ts'
import { type Failure, type Result, succeed } from '../../shared/failure.ts'
import { NO_LOOKS, type RecordNumber } from '../../shared/image.ts'

/** Before a person ever chose a size. */
const FIRST_RESOLUTION = '1024x1024'
/** Nobody means to create the same again within this time. */
const SLIP_MS = 1_000

export const EMPTY_FORM: CreateForm = {
  ...NO_LOOKS,
  name: '',
  description: '',
  resolution: FIRST_RESOLUTION
}

/** What the form holds, and the unsent or refused create that it would change; null record = a new one. */
interface CreateSubject {
  readonly form: CreateForm
  readonly record: RecordNumber | null
}

export interface CreateState extends CreateSubject {
  readonly isOpen: boolean
  readonly keepsOpen: boolean
  /** Rises whenever someone opens the form: the sheet then takes the focus, also when it was open. */
  readonly openings: number
  /** The form of `record` is still to be read. */
  readonly isLoading: boolean
  /** Why the service refused `record`, or the library the last attempt; null = nothing to say. */
  readonly failure: Failure | null
  /** What the form held when that was said: a field that was changed since is no longer meant. */
  readonly refusedForm: CreateForm | null
  readonly isSending: boolean
  /** The form that was handed over last, and when, in ms since epoch. */
  readonly handedOver: { readonly form: CreateForm; readonly at: number } | null
  /** The last one that was made from here; the images screen shows it at once. */
  readonly made: { readonly record: RecordNumber; readonly name: string } | null
  /** A draft that another opening has replaced, to be brought back. */
  readonly aside: CreateSubject | null
  /** What the last run left has been taken in. */
  readonly isRestored: boolean
  /** How the last saving of the draft went: when, in ms since epoch, or why not. */
  readonly saving: { readonly at: number } | { readonly failure: Failure } | null
}

/** As the window starts. */
const FIRST: CreateState = {
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

export const useCreate = create<CreateState>()(() => FIRST)

/** Whether something was typed that a person would miss. */
export function hasText({ name, description }: CreateForm): boolean {
  return name.trim() !== '' || description.trim() !== ''
}

/**
 * Opens the form. Without arguments: with the draft as it stands. `form`: filled with it, the rest empty.
 * `record`: to change that unsent or refused create; its own form is read when none is given. What was typed before
 * is set aside, not lost.
 */
export function openCreate(form?: Partial<CreateForm>, record?: RecordNumber): void {
  useCreate.setState((state) => ({
    ...(form === undefined && record === undefined ? newSubject(state) : givenSubject(state, form, record ?? null)),
    isOpen: true,
    openings: state.openings + 1
  }))
}

/** Closes it. The draft stays. */
export function closeCreate(): void {
  useCreate.setState({ isOpen: false })
}

/** The draft of a new one: the one at hand, or the one that an edit has set aside. */
function newSubject(state: CreateState): Partial<CreateState> {
  if (state.record === null) return {}
  return replaced(state, state.aside ?? emptied(state))
}

function givenSubject(
  state: CreateState,
  form: Partial<CreateForm> | undefined,
  record: RecordNumber | null
): Partial<CreateState> {
  // Opened twice for the same one: what was typed since counts.
  if (record !== null && record === state.record) return {}
  const { resolution } = state.form
  const subject = { form: { ...EMPTY_FORM, resolution, ...form }, record }
  return { ...replaced(state, subject), isLoading: form === undefined }
}

function replaced(state: CreateState, { form, record }: CreateSubject): Partial<CreateState> {
  const aside = hasText(state.form) ? { form: state.form, record: state.record } : null
  return { form, record, aside, failure: null, refusedForm: null, isLoading: false }
}

/** Nothing typed; the size last used stays. */
function emptied({ form }: CreateSubject): CreateSubject {
  return { form: { ...EMPTY_FORM, resolution: form.resolution }, record: null }
}

/** Takes in what a person typed or chose. */
export function changeForm(part: Partial<CreateForm>): void {
  useCreate.setState(({ form }) => ({ form: { ...form, ...part } }))
}

export function setKeepsOpen(keepsOpen: boolean): void {
  useCreate.setState({ keepsOpen })
}

/** Empties the form; what was typed is set aside. */
export function clearDraft(): void {
  useCreate.setState((state) => replaced(state, emptied(state)))
}

/** Swaps the form with what was set aside. */
export function bringBack(): void {
  useCreate.setState((state) => (state.aside === null ? state : replaced(state, state.aside)))
}

/** `record` belongs to a library that is no longer open, or was sent meanwhile: what is typed is a new one. */
export function forgetRecord(): void {
  useCreate.setState({ record: null, isLoading: false, failure: null, refusedForm: null })
}

/** What the library knows of the edited one: the form as it was asked, and why the service refused it, if it did. */
export function learnRecord(record: RecordNumber, form: CreateForm, failure: Failure | null): void {
  useCreate.setState((state) => {
    if (state.record !== record) return state
    const filled = state.isLoading ? { form, isLoading: false } : {}
    return { ...filled, failure, refusedForm: form }
  })
}

/**
 * Takes in what the last run left, once; null = it left nothing. What was filled in since the start stays, and the
 * older draft is set aside.
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

/** What the draft's file holds. */
export function draftOf({ form, isOpen, keepsOpen, record }: CreateState): CreateDraft {
  return { form, isOpen, keepsOpen, record }
}

/**
 * Hands the form to the library, which sends it as soon as it can. The record is the new one, or the edited one.
 * Fails as `createImage` and `updateCreate` do; the form then stays. Null = nothing was done: one is under way already,
 * or the very same form was handed over a moment ago, which is a slip of the finger, and each create costs.
 */
export async function submit(
  bridge: Pick<Bridge, 'createImage' | 'updateCreate'>,
  now = Date.now
): Promise<Result<{ readonly record: RecordNumber }> | null> {
  const { form, record, isSending, isLoading, handedOver } = useCreate.getState()
  if (isSending || isLoading) return null
  // Apart either way: a clock that was set back does not keep the form shut until it has caught up.
  if (handedOver?.form === form && Math.abs(now() - handedOver.at) < SLIP_MS) return null
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
 * The next one starts from the same form when it stays open, else from nothing or from what an edit had set aside.
 * What was typed while the answer was on its way is the beginning of the next one, and keeps the form open.
 */
function afterSending(state: CreateState, was: CreateSubject): Partial<CreateState> {
  // Another one was opened meanwhile: what was sent is not to be brought back.
  if (state.aside?.form === was.form) return { aside: null }
  if (state.record !== was.record && state.form !== was.form) return {}
  const isEdit = was.record !== null
  if (state.keepsOpen && !isEdit) return {}
  const typed = typedSince(was.form, state.form)
  if (typed !== null) return { form: { ...emptied(state).form, ...typed }, record: null }
  return { ...(isEdit && state.aside !== null ? state.aside : emptied(state)), aside: null, isOpen: false }
}

/** The fields that are no longer as they were sent; null = all still are. */
function typedSince(was: CreateForm, form: CreateForm): Partial<CreateForm> | null {
  const typed = FORM_FIELDS.filter((field) => form[field] !== was[field])
  return typed.length === 0 ? null : Object.fromEntries(typed.map((field) => [field, form[field]]))
}

/** An edited one that was sent meanwhile can no longer be changed; its form may become a new one. */
function refused(state: CreateState, was: CreateSubject, failure: Failure): Partial<CreateState> {
  const isGone = failure.code === 'unknown-record' && state.record === was.record
  return { failure, refusedForm: was.form, isSending: false, record: isGone ? null : state.record }
}
