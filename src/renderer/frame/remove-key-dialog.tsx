import { useState } from 'react'
import type { Failure } from '../../shared/failure.ts'
import type { Group } from '../../shared/sync-status.ts'
import { bridge } from '../bridge.ts'
import { buttonOrder } from '../commands/button-order.ts'
import { connectionCopy, removeKeyTitle } from '../copy/connection.ts'
import { failureText } from '../copy/failures.ts'
import { useConnection } from '../stores/connection-store.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

/** Lets go of a key, after saying what waits from then on. */
export function RemoveKeyDialog({ group, onClose }: { readonly group: Group; readonly onClose: () => void }) {
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
      title={removeKeyTitle(group)}
      description={
        <>
          <p>
            {connectionCopy.removeLead}
            {isBoth && ` ${connectionCopy.removeShared}`}
          </p>
          {failure && <p role="alert">{failureText(failure, group)}</p>}
        </>
      }
      confirmLabel={connectionCopy.remove}
      cancelLabel={connectionCopy.cancel}
      order={buttonOrder()}
      onConfirm={() => void remove()}
      onCancel={onClose}
    />
  )
}
