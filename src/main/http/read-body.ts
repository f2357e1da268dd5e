/** Reads and decodes the body of a response up to a size limit. */

/**
 * Reads a body; `null` if it is larger than the limit after decompression. The caller then aborts the request, because
 * a canceled body keeps Electron's connection, and six of those block the host.
 */
export async function readBytes(response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
  if (response.body === null) return new Uint8Array()
  const reader = response.body.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return joinChunks(chunks, length)
    length += value.byteLength
    if (length > maxBytes) return null
    chunks.push(value)
  }
}

/**
 * Decodes text with the charset of the content type if it is known, otherwise as UTF-8, or as Latin-1 if the bytes are
 * not valid UTF-8. Drops a byte order mark.
 */
export function decodeText(bytes: Uint8Array, contentType: string | null): string {
  const label = /charset\s*=\s*"?([\w.:-]+)/i.exec(contentType ?? '')?.[1]
  const named = label === undefined ? null : decoderFor(label)
  if (named !== null && named.encoding !== 'utf-8') return named.decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Every byte is a character of Latin-1, so no data is lost.
    return new TextDecoder('latin1').decode(bytes)
  }
}

function decoderFor(label: string): InstanceType<typeof TextDecoder> | null {
  try {
    return new TextDecoder(label)
  } catch {
    // An unknown label is ignored.
    return null
  }
}

function joinChunks(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    joined.set(chunk, offset)
    offset += chunk.byteLength
  }
  return joined
}
