import { useEffect, useId, useState } from 'react'
import type { FormField } from '../../shared/change.ts'
import { bridge } from '../bridge.ts'
import { madeText } from '../copy/create.ts'
import { forgetRecord, submit, useCreate } from '../stores/create-store.ts'
import { pendingSaves } from '../stores/pending-saves.ts'
import { usePreferences } from '../stores/preferences-store.ts'
import { currentSendTime, useConnection } from '../stores/sync-store.ts'
import { showToast } from '../ui/toast.tsx'
import { keepDraft } from './draft-keeper.ts'
import { firstMissing, formProblems, shownProblems } from './form-problems.ts'

/** What the form shows of its problems, and its way to the library. */
export function useCreateForm() {
  const fieldsId = useId()
  const [left, setLeft] = useState<ReadonlySet<FormField>>(new Set())
  const [hasTried, setTried] = useState(false)
  const form = useCreate((state) => state.form)
  const failure = useCreate((state) => state.failure)
  const refusedForm = useCreate((state) => state.refusedForm)
  const all = formProblems(form, { failure, refusedForm })
  const focusField = (field: FormField) => focusWithin(fieldsId, field)

  const send = async () => {
    const missing = firstMissing(all)
    setTried(missing !== null)
    if (missing !== null) return focusField(missing)
    const answer = await submit(bridge)
    if (answer?.ok !== true) return
    setLeft(new Set())
    sayMade(form.name.trim())
    // Whoever types on meanwhile keeps the place.
    if (useCreate.getState().form === form) focusField('name')
  }

  return {
    /** Problems that are to be shown now: of fields that were left, and all once sending was tried. */
    problems: shownProblems(all, hasTried ? null : left),
    /** Sending was tried and something was missing. */
    hasTried,
    leave: (field: FormField): void => setLeft((before) => new Set(before).add(field)),
    send,
    /** Id of the element around the fields, each of them marked with `data-field`. */
    fieldsId,
    focusField
  }
}

/** The images screen says it of itself, with a way to the new tile. */
function sayMade(name: string): void {
  if (usePreferences.getState().preferences.screen === 'images') return
  showToast({ text: madeText(name, currentSendTime('images')) })
}

function focusWithin(fieldsId: string, field: FormField): void {
  const fields = document.getElementById(fieldsId)
  const control = fields?.querySelector<HTMLElement>(`[data-field="${field}"] :is(input, textarea, button)`)
  control?.focus()
  if (control instanceof HTMLInputElement) control.select()
}

/** Keeps the draft for as long as the form may be opened, also over a window that is closed in the middle of a word. */
export function useDraftKeeper(): void {
  useEffect(() => keepDraft({ bridge, now: Date.now, after: pendingSaves.after }), [])
  useEffect(
    () =>
      useConnection.subscribe((now, before) => {
        // Record numbers of another library mean other records.
        if (now.connection?.id !== before.connection?.id) forgetRecord()
      }),
    []
  )
}
