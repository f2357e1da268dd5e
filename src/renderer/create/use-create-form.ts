import { useEffect, useId, useState } from 'react'
import type { FormField } from '../../shared/change.ts'
import { bridge } from '../bridge.ts'
import { copy } from '../../copy/language.ts'
import { forgetRecord, submit, useCreate } from '../stores/create-store.ts'
import { pendingSaves } from '../stores/pending-saves.ts'
import { usePreferences } from '../stores/preferences-store.ts'
import { currentSendTime, useConnection } from '../stores/sync-store.ts'
import { showToast } from '../ui/toast.tsx'
import { keepDraft } from './draft-keeper.ts'
import { firstMissing, formProblems, shownProblems } from './form-problems.ts'

/** Returns the problems to show and the actions of the form. */
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
    showMadeToast(form.name.trim())
    // Typing during the request keeps the focus where it is.
    if (useCreate.getState().form === form) focusField('name')
  }

  return {
    /** Problems to show: of fields that were left, and all after an attempt to send. */
    problems: shownProblems(all, hasTried ? null : left),
    /** Whether sending was attempted with a missing field. */
    hasTried,
    leave: (field: FormField): void => setLeft((before) => new Set(before).add(field)),
    send,
    /** Id of the element around the fields; each field has `data-field`. */
    fieldsId,
    focusField
  }
}

/** Confirms the created image on other screens; the images screen has its own toast, with a link to the tile. */
function showMadeToast(name: string): void {
  if (usePreferences.getState().preferences.screen === 'images') return
  showToast({ text: copy.create.made[currentSendTime('images')](name) })
}

function focusWithin(fieldsId: string, field: FormField): void {
  const fields = document.getElementById(fieldsId)
  const control = fields?.querySelector<HTMLElement>(`[data-field="${field}"] :is(input, textarea, button)`)
  control?.focus()
  if (control instanceof HTMLInputElement) control.select()
}

/** Keeps the draft while the form can be opened, even if the window closes during typing. */
export function useDraftKeeper(): void {
  useEffect(() => keepDraft({ bridge, now: Date.now, after: pendingSaves.after }), [])
  useEffect(
    () =>
      useConnection.subscribe((now, before) => {
        // Record numbers belong to one library.
        if (now.connection?.id !== before.connection?.id) forgetRecord()
      }),
    []
  )
}
