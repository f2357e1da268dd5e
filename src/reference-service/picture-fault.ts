/** Faults of picture files: other bytes, another type, an error status. */

export interface PictureResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Uint8Array
  /** Declared length if it differs from the number of bytes. */
  readonly promised?: number
}

/** Changes the real response. */
export type PictureFault = (picture: PictureResponse) => PictureResponse
