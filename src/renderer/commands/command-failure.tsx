import type { FailureSubject } from '../../copy/en/failures.ts'
import { asSentence, failureSentence } from '../../copy/failures.ts'
import { copy } from '../../copy/language.ts'
import { useCommandFailure } from '../stores/window-store.ts'
import { Button } from '../ui/button.tsx'
import { Banner } from '../ui/notes.tsx'

/** The failure of a command, shown until it is dismissed. */
export function CommandFailure({ subject = 'library' }: { readonly subject?: FailureSubject }) {
  const failure = useCommandFailure((state) => state.failure)
  if (failure === null) return null
  const { headline, body } = failureSentence(failure, subject)
  return (
    <Banner
      tone="danger"
      icon="triangle"
      headline={asSentence(headline)}
      actions={
        <Button variant="box" size="small" onClick={() => useCommandFailure.setState({ failure: null })}>
          {copy.images.dismiss}
        </Button>
      }
    >
      {body}
    </Banner>
  )
}
