/** The result of a failed check. */

/** Numbers of docs/sync.md; `end`: the final state is wrong; `thrown`: an unexpected error. */
export type Invariant = 'I1' | 'I2' | 'I3' | 'I4' | 'I5' | 'I6' | 'I7' | 'I8' | 'I9' | 'I10' | 'end' | 'thrown'

export class Violation extends Error {
  readonly invariant: Invariant

  constructor(invariant: Invariant, message: string) {
    super(message)
    this.invariant = invariant
  }
}

/** Throws the violation if the condition is false. */
export function hold(invariant: Invariant, holds: boolean, say: () => string): asserts holds {
  if (!holds) throw new Violation(invariant, say())
}
