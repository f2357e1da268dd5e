import type { Failure } from '../../shared/failure.ts'
import { keychainCopy } from '../copy/connect.ts'
import { failureSentence } from '../copy/failures.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

interface KeepKeyDialogProps {
  readonly failure: Failure
  readonly onKeep: (keep: 'keychain' | 'session') => void
  readonly onCancel: () => void
}

/** The key store would not take the key: ask before keeping it in memory alone, never in plain text. */
export function KeepKeyDialog({ failure, onKeep, onCancel }: KeepKeyDialogProps) {
  const { headline, body } = failureSentence(failure, 'library')
  const canTryAgain = failure.code !== 'keychain-unavailable'
  return (
    <Dialog
      isOpen
      title={headline}
      description={body}
      onClose={onCancel}
      actions={
        <>
          <Button look="box" onClick={onCancel}>
            {keychainCopy.cancel}
          </Button>
          {canTryAgain && (
            <Button look="box" onClick={() => onKeep('keychain')}>
              {keychainCopy.tryAgain}
            </Button>
          )}
          <Button look="accent" onClick={() => onKeep('session')}>
            {keychainCopy.keepUntilQuit}
          </Button>
        </>
      }
    />
  )
}
