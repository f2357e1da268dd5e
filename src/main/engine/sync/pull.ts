/** Reading a group in rounds. */

/** `interrupted`: something may not be sent now; the next round goes on where this one stopped. */
export type RoundEnd = 'done' | 'interrupted'

export interface Pull {
  /** Reads what is due. Only one round runs at a time. */
  round(): Promise<RoundEnd>
  /** A page that fails each time is left alone for so many ms; 0 = none is. */
  readonly waitMs: number
  /** A person asked: what is looked at rarely is looked at now, unless it was a short while ago. */
  ask(): void
  /** Whether the whole list should be gone through with the turns that are left. */
  readonly isScrubDue: boolean
  /** Goes through it, beside rounds. Only one runs at a time. */
  scrub(): Promise<RoundEnd>
}
