/** Information about a record's picture for the window. */

export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** Reason why a picture cannot be shown. `host` is the host of its address. */
export type PictureProblem =
  /** The host is in a private network while the service is public. */
  | { readonly code: 'private-host'; readonly host: string }
  /** The host has no such file. */
  | { readonly code: 'not-found'; readonly host: string }
  /** The host denies access to the file. */
  | { readonly code: 'refused'; readonly host: string }
  /** The host reports an error. */
  | { readonly code: 'host-error'; readonly host: string }
  /** No response: no network, unknown name, or host down. */
  | { readonly code: 'unreachable'; readonly host: string }
  /** The address is not a web address. */
  | { readonly code: 'bad-address' }
  | { readonly code: 'too-large' }
  /** Decoding exceeded its time limit; the file may be valid. */
  | { readonly code: 'too-slow' }
  | { readonly code: 'not-a-picture' }

export interface PictureInfo {
  /** Size of the source in pixels; `null` if no copy is cached. */
  readonly size: PictureSize | null
  /** `null` if its last request did not fail. */
  readonly problem: PictureProblem | null
}
