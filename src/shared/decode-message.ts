/** Messages between main and the decoder process. */

export interface DecodeJob {
  readonly id: number
  readonly bytes: Uint8Array
  /** Longest edges of the requested pictures in px, all created from one decoding. */
  readonly sizes: readonly number[]
  /** Whether to keep every frame instead of only the first. */
  readonly isMoving: boolean
}

export interface DecodeResponse {
  readonly id: number
  /** WebP files in the order of the sizes; `null` if the bytes are not a supported picture. */
  readonly pictures: readonly Uint8Array[] | 'too-large' | null
  /** Whether the process uses too much memory for another job, so that main stops it. */
  readonly isLast: boolean
}
