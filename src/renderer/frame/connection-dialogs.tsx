import { closeConnectionQuestion, useConnectionQuestion } from '../stores/connection-dialogs.ts'
import { ChangeAddressDialog } from './change-address-dialog.tsx'
import { NewKeyDialog } from './new-key-dialog.tsx'
import { RemoveKeyDialog } from './remove-key-dialog.tsx'

/** The question about an address or a key that is open, if one is. */
export function ConnectionDialogs() {
  const question = useConnectionQuestion((state) => state.question)
  if (question === null) return null
  const { group } = question
  if (question.kind === 'enter-key') return <NewKeyDialog group={group} onClose={closeConnectionQuestion} />
  if (question.kind === 'remove-key') return <RemoveKeyDialog group={group} onClose={closeConnectionQuestion} />
  return <ChangeAddressDialog group={group} proposed={question.proposed} onClose={closeConnectionQuestion} />
}
