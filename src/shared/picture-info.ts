/** What the window can know of a record's picture besides its pixels. */

export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** Why a picture cannot be shown. `host`: where its address leads. */
export type PictureProblem =
  /** A private network, while the service is public. */
  | { readonly code: 'private-host'; readonly host: string }
  /** The host has no such file. */
  | { readonly code: 'not-found'; readonly host: string }
  /** The host has it, and does not give it. */
  | { readonly code: 'refused'; readonly host: string }
  /** The host answers that it is in trouble. */
  | { readonly code: 'host-trouble'; readonly host: string }
  /** No answer: no network, no such name, nobody there. */
  | { readonly code: 'unreachable'; readonly host: string }
  /** Not an address of the web. */
  | { readonly code: 'bad-address' }
  | { readonly code: 'too-large' }
  /** Decoding was ended after its time; the file may be a good one. */
  | { readonly code: 'too-slow' }
  | { readonly code: 'not-a-picture' }

export interface PictureInfo {
  /** Pixels of the source, of which larger ones are kept in a smaller copy; `null` if no copy is kept. */
  readonly size: PictureSize | null
  /** `null` if nothing went wrong when it was last wanted. */
  readonly problem: PictureProblem | null
}
