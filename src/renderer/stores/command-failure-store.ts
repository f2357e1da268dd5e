/** Why the last command came to nothing. Every screen says it until it is dismissed. */
import { create } from 'zustand'
import type { Failure } from '../../shared/failure.ts'

interface CommandFailureState {
  /** null = nothing failed, or it was dismissed. */
  readonly failure: Failure | null
}

export const useCommandFailure = create<CommandFailureState>()(() => ({ failure: null }))
