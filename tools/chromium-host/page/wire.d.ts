/** Bytes as base64 and back: Buffer in the host, Uint8Array's own methods in the page. */
export interface Base64 {
  readonly encode: (bytes: Uint8Array) => string
  readonly decode: (text: string) => Uint8Array<ArrayBuffer>
}

/** Throws `An object could not be cloned.` for what Electron refuses, and for what the program never sends. */
export function packClone(value: unknown, base64: Base64): string

/** The text must come from `packClone`. */
export function unpackClone(text: string, base64: Base64): unknown
