/** What main and the decoder process say to each other. Bytes in, bytes out. */

export interface DecodeJob {
  readonly id: number
  readonly bytes: Uint8Array
  /** Longest edge of the wanted picture, px. */
  readonly size: number
}

/** null bytes: not a picture this decoder reads, or larger than it accepts. */
export interface DecodeAnswer {
  readonly id: number
  readonly bytes: Uint8Array | null
}
