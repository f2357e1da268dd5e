/** Reading a group in rounds. */

/** `interrupted`: something may not be sent now; the next round goes on where this one stopped. */
export type RoundEnd = 'done' | 'interrupted'

export interface Pull {
  /** Reads what is due. Only one round runs at a time. */
  round(): Promise<RoundEnd>
}
