import { create } from 'zustand'
import type { Failure } from '../../../shared/failure.ts'
import { failureSentence } from '../../copy/failures.ts'
import { imagesCopy } from '../../copy/images.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'

interface CommandFailureState {
  /** Why the last command came to nothing; null = it did not, or it was dismissed. */
  readonly failure: Failure | null
}

export const useCommandFailure = create<CommandFailureState>()(() => ({ failure: null }))

/** A command that came to nothing stays said until it is dismissed. */
export function CommandFailure() {
  const failure = useCommandFailure((state) => state.failure)
  if (failure === null) return null
  const { headline, body } = failureSentence(failure, 'library')
  return (
    <Banner
      tone="danger"
      icon="triangle"
      headline={headline}
      actions={
        <Button look="box" size="small" onClick={() => useCommandFailure.setState({ failure: null })}>
          {imagesCopy.dismiss}
        </Button>
      }
    >
      {body}
    </Banner>
  )
}
