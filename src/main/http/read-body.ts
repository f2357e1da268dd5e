/** Body of an answer as text: capped, decoded as the service meant it. */

/**
 * `null` if the decompressed body is larger than the cap. The caller then aborts the request, because a canceled body
 * keeps Electron's connection, and six of those block the host.
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
 * The charset of the content type when there is such a one; else UTF-8, or Latin-1 where the bytes are no
 * UTF-8. A byte order mark is dropped.
 */
export function decodeText(bytes: Uint8Array, contentType: string | null): string {
  const label = /charset\s*=\s*"?([\w.:-]+)/i.exec(contentType ?? '')?.[1]
  const named = label === undefined ? null : decoderFor(label)
  if (named !== null && named.encoding !== 'utf-8') return named.decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Not UTF-8 whatever the header says: every byte is a character of Latin-1, nothing is lost.
    return new TextDecoder('latin1').decode(bytes)
  }
}

function decoderFor(label: string): InstanceType<typeof TextDecoder> | null {
  try {
    return new TextDecoder(label)
  } catch {
    // A label no decoder knows is the same as none.
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
