import { useRef, useState } from 'react'
import { cleanApiKey } from '../../shared/api-key-format.ts'
import type { Failure } from '../../shared/failure.ts'
import type { Group } from '../../shared/sync-status.ts'
import { bridge } from '../bridge.ts'
import { failureText } from '../../copy/failures.ts'
import { copy } from '../../copy/language.ts'
import { useConnection } from '../stores/sync-store.ts'
import { closeConnectionQuestion, useConnectionQuestion } from '../stores/window-store.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog, Dialog } from '../ui/dialog.tsx'
import { SecretField, TextField } from '../ui/text-field.tsx'
import { type AddressChange, isKeychainFailure, pastedKey, readAddressChange } from './connection-input.ts'

/** The open question about an address or a key, if there is one. */
export function ConnectionDialogs() {
  const question = useConnectionQuestion((state) => state.question)
  if (question === null) return null
  const { group } = question
  if (question.kind === 'enter-key') return <NewKeyDialog group={group} onClose={closeConnectionQuestion} />
  if (question.kind === 'remove-key') return <RemoveKeyDialog group={group} onClose={closeConnectionQuestion} />
  return <ChangeAddressDialog group={group} proposed={question.proposed} onClose={closeConnectionQuestion} />
}

interface ChangeAddressDialogProps {
  readonly group: Group
  /** The address in a redirect of the service; `null` if there is none. */
  readonly proposed: string | null
  readonly onClose: () => void
}

/** Changes the address of a group. The text and the button name the host that receives the key. */
function ChangeAddressDialog({ group, proposed, onClose }: ChangeAddressDialogProps) {
  const now = useConnection((state) => state.connection?.[group].address ?? '')
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(proposed ?? now)
  const { failure, isSaving, save, forget } = useChangeAddress(group, onClose)
  const change = readAddressChange(text, group, now)
  const submit = () => {
    if (change.kind === 'ready') save(change.base, change.isInsecure)
    else if (change.kind === 'same') onClose()
    else input.current?.focus()
  }
  return (
    <Dialog
      title={proposed === null ? copy.connection.editTitle[group] : copy.connection.movedTitle[group]}
      initialFocus={input}
      onClose={onClose}
      actions={
        <>
          <Button variant="box" onClick={onClose}>
            {copy.connection.cancel}
          </Button>
          <Button variant="accent" isDisabled={isSaving || change.kind === 'wrong'} onClick={submit}>
            {isSaving ? copy.connection.saving : saveLabel(change)}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <TextField
          ref={input}
          label={copy.connection.address}
          inputMode="url"
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            forget()
          }}
          error={failure && failureText(failure, group)}
          help={<AddressEffect change={change} group={group} />}
        />
      </form>
    </Dialog>
  )
}

function saveLabel(change: AddressChange): string {
  if (change.kind !== 'ready') return copy.connection.save
  if (change.isInsecure) return copy.connection.useAnyway
  return change.keyGoesTo === null ? copy.connection.save : copy.connection.useHost(change.keyGoesTo)
}

/** The effect of the button. */
function AddressEffect({ change, group }: { readonly change: AddressChange; readonly group: Group }) {
  if (change.kind === 'wrong') return <p>{failureText(change.failure, group)}</p>
  if (change.kind === 'same') return <p>{copy.connection.sameAddress}</p>
  return (
    <>
      <p>
        {copy.connection.requestsGoTo} <code>{change.display}</code>
      </p>
      {change.keyGoesTo !== null && <p>{copy.connection.keyGoesTo(change.keyGoesTo)}</p>}
      {change.isInsecure && <p>{copy.connection.insecure}</p>}
    </>
  )
}

function useChangeAddress(group: Group, onSaved: () => void) {
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isSaving, setSaving] = useState(false)

  async function change(address: string, allowInsecure: boolean): Promise<void> {
    setSaving(true)
    const answer = await bridge.changeAddress({ group, address, allowInsecure })
    setSaving(false)
    if (!answer.ok) return setFailure(answer.failure)
    useConnection.setState({ connection: answer.value })
    onSaved()
  }
  return {
    failure,
    isSaving,
    forget: () => setFailure(null),
    save: (address: string, allowInsecure: boolean): void => {
      if (!isSaving) void change(address, allowInsecure)
    }
  }
}

interface NewKeyDialogProps {
  readonly group: Group
  readonly onClose: () => void
}

/** Passes a new key of one group to main; the page does not keep it. */
function NewKeyDialog({ group, onClose }: NewKeyDialogProps) {
  const input = useRef<HTMLInputElement>(null)
  const sharesKey = useConnection((state) => state.connection?.sharesKey ?? false)
  const { failure, isSaving, save } = useReplaceKey(group, input, onClose)
  const canKeepForNow = failure !== null && isKeychainFailure(failure.code)
  return (
    <Dialog
      title={sharesKey ? copy.newKey.titleShared : copy.newKey.title[group]}
      description={copy.newKey.lead}
      initialFocus={input}
      onClose={onClose}
      actions={
        <>
          <Button variant="box" onClick={onClose}>
            {copy.newKey.cancel}
          </Button>
          {canKeepForNow && (
            <Button variant="box" isDisabled={isSaving} onClick={() => save('session')}>
              {copy.keychain.keepUntilQuit}
            </Button>
          )}
          <Button variant="accent" isDisabled={isSaving} onClick={() => save('keychain')}>
            {isSaving ? copy.newKey.saving : copy.newKey.save}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save('keychain')
        }}
      >
        <SecretField
          label={group === 'projects' && !sharesKey ? copy.connect.projectsKey : copy.connect.key}
          showLabel={copy.connect.show}
          hideLabel={copy.connect.hide}
          error={failure && failureText(failure, group)}
          inputRef={input}
          cleanPasted={pastedKey}
        />
      </form>
    </Dialog>
  )
}

function useReplaceKey(group: Group, input: React.RefObject<HTMLInputElement | null>, onSaved: () => void) {
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isSaving, setSaving] = useState(false)

  async function replace(keep: 'keychain' | 'session'): Promise<void> {
    const key = cleanApiKey(input.current?.value ?? '')
    if (!key.ok) {
      setFailure(key.failure)
      input.current?.focus()
      return
    }
    setSaving(true)
    const answer = await bridge.replaceKey({ group, key: key.value, keep })
    setSaving(false)
    if (!answer.ok) return setFailure(answer.failure)
    // This closes the dialog, which clears its field.
    useConnection.setState({ connection: answer.value })
    onSaved()
  }
  const save = (keep: 'keychain' | 'session'): void => {
    if (!isSaving) void replace(keep)
  }
  return { failure, isSaving, save }
}

/** Removes a key, after saying that sync stops. */
function RemoveKeyDialog({ group, onClose }: { readonly group: Group; readonly onClose: () => void }) {
  const sharesKey = useConnection((state) => state.connection?.sharesKey ?? false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const remove = async (): Promise<void> => {
    const answer = await bridge.removeKey({ group })
    if (!answer.ok) return setFailure(answer.failure)
    useConnection.setState({ connection: answer.value })
    onClose()
  }
  const isBoth = sharesKey && group === 'images'
  return (
    <ConfirmDialog
      title={copy.connection.removeTitle[group]}
      description={
        <>
          <p>
            {copy.connection.removeLead}
            {isBoth && ` ${copy.connection.removeShared}`}
          </p>
          {failure && <p role="alert">{failureText(failure, group)}</p>}
        </>
      }
      confirmLabel={copy.connection.remove}
      cancelLabel={copy.connection.cancel}
      onConfirm={() => void remove()}
      onCancel={onClose}
    />
  )
}
