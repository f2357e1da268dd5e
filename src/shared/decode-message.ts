/** What main and the decoder process say to each other. Bytes in, bytes out. */

export interface DecodeJob {
  readonly id: number
  readonly bytes: Uint8Array
  /** Longest edges of the wanted pictures in px, all made from one decoding. */
  readonly sizes: readonly number[]
  /** Every frame is kept, not only the first. */
  readonly isMoving: boolean
}

export interface DecodeAnswer {
  readonly id: number
  /** WebP in the order of the sizes; `null` if it is not a picture that this decoder reads. */
  readonly pictures: readonly Uint8Array[] | 'too-large' | null
  /** The process has grown too large for another job; main ends it. */
  readonly isLast: boolean
}
