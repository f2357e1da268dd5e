/**
 * Decides which addresses a picture may be fetched from, because addresses of items are untrusted. Pure; check-host.ts
 * checks the host.
 */

export type PicturePlace =
  | { readonly kind: 'fetch'; readonly url: string }
  /** The address contains the bytes. */
  | { readonly kind: 'inline'; readonly base64: string }
  | { readonly kind: 'refused' }

const INLINE = /^data:image\/[\w.+-]+;base64,([\w+/=\s%]+)$/i

/** Accepts only http and https. An http address on the service's host is changed to https if the service uses https. */
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
    // The address is untrusted and may contain invalid percent-encoding.
    return { kind: 'refused' }
  }
}
