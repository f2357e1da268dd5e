import { useRef, useState } from 'react'
import { cleanApiKey } from '../../shared/api-key-format.ts'
import type { Failure } from '../../shared/failure.ts'
import type { Group } from '../../shared/sync-status.ts'
import { bridge } from '../bridge.ts'
import { connectCopy, keychainCopy, newKeyCopy } from '../copy/connect.ts'
import { failureText } from '../copy/failures.ts'
import { useConnection } from '../stores/connection-store.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { SecretField } from '../ui/secret-field.tsx'
import { isKeepingFailed } from './keeping-failed.ts'
import { pastedKey } from './pasted-key.ts'

interface NewKeyDialogProps {
  readonly group: Group
  readonly onClose: () => void
}

/** Takes a new key for one group and hands it to main; nothing of it stays here. */
export function NewKeyDialog({ group, onClose }: NewKeyDialogProps) {
  const input = useRef<HTMLInputElement>(null)
  const sharesKey = useConnection((state) => state.connection?.sharesKey ?? false)
  const { failure, isSaving, save } = useReplaceKey(group, input, onClose)
  const canKeepForNow = failure !== null && isKeepingFailed(failure.code)
  return (
    <Dialog
      isOpen
      title={sharesKey ? newKeyCopy.titleShared : newKeyCopy.title[group]}
      description={newKeyCopy.lead}
      initialFocus={input}
      onClose={onClose}
      actions={
        <>
          <Button look="box" onClick={onClose}>
            {newKeyCopy.cancel}
          </Button>
          {canKeepForNow && (
            <Button look="box" isDisabled={isSaving} onClick={() => save('session')}>
              {keychainCopy.keepUntilQuit}
            </Button>
          )}
          <Button look="accent" isDisabled={isSaving} onClick={() => save('keychain')}>
            {isSaving ? newKeyCopy.saving : newKeyCopy.save}
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
          label={group === 'projects' && !sharesKey ? connectCopy.projectsKey : connectCopy.key}
          showLabel={connectCopy.show}
          hideLabel={connectCopy.hide}
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
    // The dialog goes away with this, and its field empties itself.
    useConnection.setState({ connection: answer.value })
    onSaved()
  }
  const save = (keep: 'keychain' | 'session'): void => {
    if (!isSaving) void replace(keep)
  }
  return { failure, isSaving, save }
}
