/** What a history found wrong. */

/** Of docs/sync.md; `end`: what must hold once all is well again; `thrown`: an error that is a bug. */
export type Invariant = 'I1' | 'I2' | 'I3' | 'I4' | 'I5' | 'I6' | 'I7' | 'I8' | 'I9' | 'I10' | 'end' | 'thrown'

export class Violation extends Error {
  readonly invariant: Invariant

  constructor(invariant: Invariant, message: string) {
    super(message)
    this.invariant = invariant
  }
}

/** Throws the violation when it does not hold. */
export function hold(invariant: Invariant, holds: boolean, say: () => string): asserts holds {
  if (!holds) throw new Violation(invariant, say())
}
