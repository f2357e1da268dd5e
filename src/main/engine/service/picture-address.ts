/** Where the picture of a record is to be had: the first usable of the fields that services put it in. */
import { isObject, member, type JsonObject } from './read-fields.ts'

/** In the order they are tried; `results` and `result` come behind them. */
const ADDRESS_FIELDS = ['url', 'image_url', 'image', 'src'] as const
/** Where services of this kind keep files that an answer tells only the name of. */
const UPLOADS = 'uploads/users/images/'
const FILE_NAME = /^[^/\\]+\.[a-z0-9]{2,5}$/i
/** A picture inside the answer. Only raster kinds: others are programs. */
const DATA_PICTURE = /^data:image\/(png|jpe?g|webp|gif|avif|bmp)[;,]/i
const MAX_ADDRESS = 4_096
const MAX_DATA_PICTURE = 2_000_000

/** The address that relative ones are meant from; parsed once for a whole page. */
export function pictureBase(base: string): URL | null {
  return URL.parse(`${base}/`)
}

export interface PictureRead {
  /** Absolute http(s) address or a data: picture; null when the record has none that can be used. */
  readonly address: string | null
  /** The field that told it. */
  readonly from: string | null
}

/**
 * undefined when the answer has none of the fields. `service` is what `pictureBase` makes of the group's address.
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

/** Text, or the `url` of an object that stands for a picture. */
function addressText(value: unknown): string {
  const text = isObject(value) ? member(value, 'url') : value
  return typeof text === 'string' ? text.trim() : ''
}

/** `result` is a status word or a number as often as a file: only an address, a path or a file name counts. */
function fromResult(text: string, service: URL | null): string | null {
  if (FILE_NAME.test(text)) return usable(UPLOADS + encodeURIComponent(text.toWellFormed()), service)
  return text.includes('/') || DATA_PICTURE.test(text) ? usable(text, service) : null
}

/** Relative addresses are meant from the service's own; anything but http(s) and raster data is refused. */
function usable(text: string, service: URL | null): string | null {
  if (DATA_PICTURE.test(text)) return text.length <= MAX_DATA_PICTURE ? text : null
  if (text === '' || text.length > MAX_ADDRESS) return null
  // A base is parsed anew for every address: most are absolute and need none.
  const url = URL.parse(text, /^https?:\/\//i.test(text) ? undefined : service?.href)
  if (url === null || url.username !== '' || url.password !== '') return null
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null
}
