/** Which addresses a picture may be fetched from. A record is written by others, so its addresses are not trusted. Pure. */

export type PicturePlace =
  | { readonly kind: 'fetch'; readonly url: string }
  /** The bytes are in the address. */
  | { readonly kind: 'inline'; readonly base64: string }
  | { readonly kind: 'refused' }

const INLINE = /^data:image\/[\w.+-]+;base64,([\w+/=\s%]+)$/i

/**
 * http and https only. An http address on the service's own host goes over https when the service does. Addresses
 * of this computer or of a private network are fetched only when the service itself is at such a one: a record
 * must not make this computer knock at its neighbors.
 */
export function judgePicture(address: string, base: string): PicturePlace {
  const inline = INLINE.exec(address)?.[1]
  if (inline !== undefined) return judgeInline(inline)
  if (!URL.canParse(address)) return { kind: 'refused' }
  const url = new URL(address)
  const service = new URL(base)
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  if (!isWeb || url.username !== '' || url.password !== '') return { kind: 'refused' }
  if (isPrivateHost(url.hostname) && !isPrivateHost(service.hostname)) return { kind: 'refused' }
  if (url.protocol === 'http:' && service.protocol === 'https:' && url.host === service.host) url.protocol = 'https:'
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

const PRIVATE_NAMES = /^(localhost|.+\.(localhost|local|internal|lan|home|intranet))\.?$/i
/** IPv4 in the form the URL parser leaves it in, whatever its spelling was. */
const PRIVATE_V4 =
  /^(0|10|127)\.|^169\.254\.|^192\.168\.|^172\.(1[6-9]|2\d|3[01])\.|^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./
const PRIVATE_V6 = /^\[(::1?|f[cd][0-9a-f]{2}:.*|fe[89ab][0-9a-f]:.*)\]$/i
const MAPPED_V4 = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/i

/** Names that only a local network resolves, and addresses of loopback, link-local, private and shared space. */
export function isPrivateHost(hostname: string): boolean {
  const mapped = MAPPED_V4.exec(hostname)
  if (mapped !== null) return PRIVATE_V4.test(dotted(mapped[1] ?? '', mapped[2] ?? ''))
  return PRIVATE_NAMES.test(hostname) || PRIVATE_V4.test(hostname) || PRIVATE_V6.test(hostname)
}

function dotted(high: string, low: string): string {
  const [a, b] = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return [a >> 8, a & 255, b >> 8, b & 255].join('.')
}
