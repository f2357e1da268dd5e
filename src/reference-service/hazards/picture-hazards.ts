/** Hazards of picture files and of their addresses. */
import { crc32 } from 'node:zlib'
import type { Row } from '../dialects/write-record.ts'
import type { PictureResponse } from '../faults.ts'
import { IMAGES, always, type HazardBody, type PlayedBy } from './hazard.ts'

const MEBI = 1024 * 1024
const GIANT_BYTES = 80 * MEBI
const GIANT_SIDE = 60_000
const PAGE = '<!DOCTYPE html><html><head><title>Not a picture</title></head><body>Sign in</body></html>'
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script><rect width="9" height="9"/></svg>'
/** PNG with one transparent pixel. */
const POINT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const file = (sentence: string, change: (picture: PictureResponse) => Partial<PictureResponse>): HazardBody => ({
  sentence,
  operations: [],
  work: 'not-done',
  level: 'picture',
  picture: (picture) => ({ ...picture, ...change(picture) })
})
const typed = (type: string, body: string | Uint8Array): Partial<PictureResponse> => ({
  headers: { 'content-type': type },
  bytes: Buffer.from(body)
})
const refused = (status: number, sentence: string): HazardBody =>
  file(sentence, () => ({ status, ...typed('text/html', PAGE) }))

/** Changes the picture address in the field that the dialect uses. */
function addressed(change: (address: string) => string): PlayedBy {
  const row = (record: Row): Row =>
    Object.fromEntries(
      Object.entries(record).map(([name, value]) => [name, isAddress(name, value) ? change(value) : value])
    )
  return always({ kind: 'altered', alter: { row } })
}

const FIELDS = ['url', 'image_url', 'image', 'src']
const isAddress = (name: string, value: unknown): value is string => FIELDS.includes(name) && typeof value === 'string'

const images = { operations: IMAGES, work: 'done' } as const
const withoutScheme = (address: string): string => address.replace(/^https?:/, '')

export const PICTURE_HAZARDS = {
  'picture-html-as-jpeg': file('A web page of type image/jpeg.', () => typed('image/jpeg', PAGE)),
  'picture-svg': file('An SVG with a script in it.', () => typed('image/svg+xml', SVG)),
  'picture-empty': file('An empty picture file.', () => typed('image/jpeg', '')),
  'picture-wrong-type': file('A picture of type text/plain.', ({ bytes }) => typed('text/plain', bytes)),
  'picture-broken': file('The first half of a picture.', ({ bytes }) => ({
    bytes: bytes.subarray(0, bytes.length / 2)
  })),
  'picture-cut': file('A picture that is shorter than its length header.', ({ bytes }) => ({
    bytes: bytes.subarray(0, bytes.length / 2),
    promised: bytes.length
  })),
  'picture-giant': file('A small file that claims to have 60,000 by 60,000 pixels.', () =>
    typed('image/png', giantPng())
  ),
  'picture-heavy': file('A picture of 80 MiB.', ({ bytes, headers }) => ({
    headers,
    bytes: Buffer.concat([bytes, Buffer.alloc(GIANT_BYTES)])
  })),
  'picture-403': refused(403, 'The URL of a picture has expired: 403.'),
  'picture-404': refused(404, 'The URL of a picture has expired: 404.'),
  'picture-410': refused(410, 'The URL of a picture has expired: 410.'),
  'picture-500': refused(500, 'The picture server fails: 500.'),
  'address-protocol-relative': {
    sentence: 'Image URLs without a scheme: `//host/…`.',
    ...images,
    ...addressed(withoutScheme)
  },
  'address-data': {
    sentence: 'Pictures inside the record: `data:image/png`.',
    ...images,
    ...addressed(() => `data:image/png;base64,${POINT}`)
  },
  'address-unescaped': {
    sentence: 'Image URLs with unescaped spaces and letters.',
    ...images,
    ...addressed((address) => address.replace(/[^/]+$/, 'ein schönes bild 100% [1].jpg'))
  },
  'address-script': {
    sentence: 'Image URLs that are a script: `javascript:`.',
    ...images,
    ...addressed(() => 'javascript:alert(1)')
  },
  'address-plain': {
    sentence: 'Image URLs with http, even if the service uses https.',
    ...images,
    ...addressed((address) => `http:${withoutScheme(address)}`)
  },
  'address-private': {
    sentence: 'Image URLs in a private network.',
    ...images,
    ...addressed(() => 'http://169.254.169.254/latest/meta-data/picture.jpg')
  },
  'address-password': {
    sentence: 'Image URLs with a user name and a password.',
    ...images,
    ...addressed((address) => address.replace('://', '://user:pass@'))
  }
} as const satisfies Record<string, HazardBody>

/** Returns the one-pixel picture with another size in its header and a matching checksum. */
function giantPng(): Uint8Array {
  const bytes = Buffer.from(POINT, 'base64')
  const [head, width, height, end] = [12, 16, 20, 29]
  bytes.writeUInt32BE(GIANT_SIDE, width)
  bytes.writeUInt32BE(GIANT_SIDE, height)
  bytes.writeUInt32BE(crc32(bytes.subarray(head, end)), end)
  return bytes
}
