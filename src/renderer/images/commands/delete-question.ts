/** The question before a deletion, while it stands on the screen. */
import { create } from 'zustand'
import type { DeleteQuestion } from './delete.ts'

interface QuestionState {
  /** null = nothing is asked. */
  readonly asked: { readonly question: DeleteQuestion; readonly answer: (isYes: boolean) => void } | null
}

export const useDeleteQuestion = create<QuestionState>()(() => ({ asked: null }))

/** Puts the question up; settles with the answer. One at a time: a second one answers the first with no. */
export function askDelete(question: DeleteQuestion): Promise<boolean> {
  useDeleteQuestion.getState().asked?.answer(false)
  return new Promise((resolve) => {
    const answer = (isYes: boolean): void => {
      useDeleteQuestion.setState({ asked: null })
      resolve(isYes)
    }
    useDeleteQuestion.setState({ asked: { question, answer } })
  })
}

/** The number as typed: spaces and separators do not matter, anything else does. Digits of other scripts are not read. */
export function isTypedNumber(typed: string, wanted: number): boolean {
  const digits = digitsOf(typed)
  return /^\d+$/.test(digits) && Number(digits) === wanted
}

/** What stands there may still become the number: nothing to say against it yet. */
export function isTypedSoFar(typed: string, wanted: number): boolean {
  return wanted.toString().startsWith(digitsOf(typed))
}

const digitsOf = (typed: string): string => typed.replaceAll(/[\s.,'’]/g, '')
