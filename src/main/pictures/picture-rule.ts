/**
 * Which addresses a picture may be fetched from. A record is written by others, so its addresses are not trusted. Pure;
 * check-host.ts decides about the host.
 */

export type PicturePlace =
  | { readonly kind: 'fetch'; readonly url: string }
  /** The bytes are in the address. */
  | { readonly kind: 'inline'; readonly base64: string }
  | { readonly kind: 'refused' }

const INLINE = /^data:image\/[\w.+-]+;base64,([\w+/=\s%]+)$/i

/** http and https only. An http address on the service's own host goes over https when the service does. */
export function judgePicture(address: string, base: string): PicturePlace {
  const inline = INLINE.exec(address)?.[1]
  if (inline !== undefined) return judgeInline(inline)
  if (!URL.canParse(address)) return { kind: 'refused' }
  const url = new URL(address)
  const service = new URL(base)
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  if (!isWeb || url.username !== '' || url.password !== '') return { kind: 'refused' }
  // An explicit port is another server: it stays, and so does its scheme, unless it is the service's own.
  const isSameHost = url.hostname === service.hostname && (url.port === '' || url.port === service.port)
  if (isSameHost && service.protocol === 'https:') url.protocol = 'https:'
  return { kind: 'fetch', url: url.href }
}

function judgeInline(text: string): PicturePlace {
  try {
    return { kind: 'inline', base64: decodeURIComponent(text) }
  } catch {
    // A percent sign that stands for nothing: a record of others may hold any text.
    return { kind: 'refused' }
  }
}
