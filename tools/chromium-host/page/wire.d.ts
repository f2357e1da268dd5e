/** Converts bytes to base64 and back: with Buffer in the host, with Uint8Array in the page. */
export interface Base64 {
  readonly encode: (bytes: Uint8Array) => string
  readonly decode: (text: string) => Uint8Array<ArrayBuffer>
}

/** Throws `An object could not be cloned.` for values that Electron refuses or the app never sends. */
export function packClone(value: unknown, base64: Base64): string

/** Decodes a text of `packClone`. */
export function unpackClone(text: string, base64: Base64): unknown
