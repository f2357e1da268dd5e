/** What may be wrong with a picture file: other bytes, another type, a refusal. */

export interface PictureAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Uint8Array
  /** Promised in the head where it is more than there is; absent = as many as there are. */
  readonly promised?: number
}

/** Makes the answer out of the true one. */
export type PictureFault = (picture: PictureAnswer) => PictureAnswer
