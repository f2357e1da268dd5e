/** Finds the picture address of a record: the first usable one of the fields that services use. */
import { isObject, member, type JsonObject } from './read-fields.ts'

/** In order of priority, before `results` and `result`. */
const ADDRESS_FIELDS = ['url', 'image_url', 'image', 'src'] as const
/** Where services store files that a response only names. */
const UPLOADS = 'uploads/users/images/'
const FILE_NAME = /^[^/\\]+\.[a-z0-9]{2,5}$/i
/** A picture inside the response. Raster formats only, because others may contain scripts. */
const DATA_PICTURE = /^data:image\/(png|jpe?g|webp|gif|avif|bmp)[;,]/i
const MAX_ADDRESS = 4_096
const MAX_DATA_PICTURE = 2_000_000

/** Returns the base of relative addresses; parsed once for a whole page. */
export function pictureBase(base: string): URL | null {
  return URL.parse(`${base}/`)
}

export interface PictureRead {
  /** Absolute http(s) address or a data: picture; `null` if the record has no usable one. */
  readonly address: string | null
  /** The field that contained it. */
  readonly from: string | null
}

/**
 * Returns undefined if the response has none of the fields. `service` is the result of `pictureBase` for the group's
 * address.
 */
export function readPicture(record: JsonObject, service: URL | null): PictureRead | undefined {
  const fields = ADDRESS_FIELDS.map((from) => ({ from, value: member(record, from) }))
  const candidates = [...fields, { from: 'results', value: firstResult(member(record, 'results')) }]
  const result = member(record, 'result')
  if (result === undefined && candidates.every(({ value }) => value === undefined)) return undefined
  for (const { from, value } of candidates) {
    const address = usable(addressText(value), service)
    if (address !== null) return { address, from }
  }
  const address = fromResult(addressText(result), service)
  return { address, from: address === null ? null : 'result' }
}

function firstResult(results: unknown): unknown {
  if (Array.isArray(results)) return results[0] ?? null
  return results === undefined ? undefined : null
}

/** Returns the text, or the `url` of a picture object. */
function addressText(value: unknown): string {
  const text = isObject(value) ? member(value, 'url') : value
  return typeof text === 'string' ? text.trim() : ''
}

/** `result` is often a status or a number, so only an address, a path or a file name counts. */
function fromResult(text: string, service: URL | null): string | null {
  if (FILE_NAME.test(text)) return usable(UPLOADS + encodeURIComponent(text.toWellFormed()), service)
  return text.includes('/') || DATA_PICTURE.test(text) ? usable(text, service) : null
}

/** Resolves relative addresses against the service; anything but http(s) and raster data is refused. */
function usable(text: string, service: URL | null): string | null {
  if (DATA_PICTURE.test(text)) return text.length <= MAX_DATA_PICTURE ? text : null
  if (text === '' || text.length > MAX_ADDRESS) return null
  // A base is parsed for every address, but most are absolute and need none.
  const url = URL.parse(text, /^https?:\/\//i.test(text) ? undefined : service?.href)
  if (url === null || url.username !== '' || url.password !== '') return null
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null
}
