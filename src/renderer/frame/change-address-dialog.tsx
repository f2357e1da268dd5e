import { useRef, useState } from 'react'
import type { Failure } from '../../shared/failure.ts'
import type { Group } from '../../shared/sync-status.ts'
import { bridge } from '../bridge.ts'
import { connectionCopy, editAddressTitle, keyGoesToText, movedTitle, trustHostLabel } from '../copy/connection.ts'
import { failureText } from '../copy/failures.ts'
import { useConnection } from '../stores/connection-store.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/text-field.tsx'
import { readAddressChange, type AddressChange } from './address-change.ts'

interface ChangeAddressDialogProps {
  readonly group: Group
  /** Where the service says it is now; null = nothing was said. */
  readonly proposed: string | null
  readonly onClose: () => void
}

/** Where a group is from now on. Says where the key goes with it, and the button says it again. */
export function ChangeAddressDialog({ group, proposed, onClose }: ChangeAddressDialogProps) {
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
      isOpen
      title={proposed === null ? editAddressTitle(group) : movedTitle(group)}
      initialFocus={input}
      onClose={onClose}
      actions={
        <>
          <Button look="box" onClick={onClose}>
            {connectionCopy.cancel}
          </Button>
          <Button look="accent" isDisabled={isSaving || change.kind === 'wrong'} onClick={submit}>
            {isSaving ? connectionCopy.saving : saveLabel(change)}
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
          label={connectionCopy.address}
          inputMode="url"
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            forget()
          }}
          error={failure && failureText(failure, group)}
          help={<Meaning change={change} group={group} />}
        />
      </form>
    </Dialog>
  )
}

function saveLabel(change: AddressChange): string {
  if (change.kind !== 'ready') return connectionCopy.save
  if (change.isInsecure) return connectionCopy.useAnyway
  return change.keyGoesTo === null ? connectionCopy.save : trustHostLabel(change.keyGoesTo)
}

/** What pressing the button would do. */
function Meaning({ change, group }: { readonly change: AddressChange; readonly group: Group }) {
  if (change.kind === 'wrong') return <p>{failureText(change.failure, group)}</p>
  if (change.kind === 'same') return <p>{connectionCopy.sameAddress}</p>
  return (
    <>
      <p>
        {connectionCopy.requestsGoTo} <code>{change.display}</code>
      </p>
      {change.keyGoesTo !== null && <p>{keyGoesToText(change.keyGoesTo)}</p>}
      {change.isInsecure && <p>{connectionCopy.insecure}</p>}
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
