/** Hazards of the text or the encoding of a real response. */
import { gzipSync } from 'node:zlib'
import type { ServiceResponse } from '../exchange.ts'
import type { Fault } from '../faults.ts'
import { ALL, always, type HazardBody, type PlayedBy, IMAGES } from './hazard.ts'

const NESTED = 20_000
const DEEP = `${'['.repeat(NESTED)}${']'.repeat(NESTED)}`
const WARNING = 'Warning: Undefined variable $x in /srv/app/index.php on line 3'
const HTML_WARNING = '<br />\n<b>Deprecated</b>:  Old call in <b>/srv/app/index.php</b> on line <b>7</b><br />\n'

function changed(change: (response: ServiceResponse) => Partial<ServiceResponse>): PlayedBy {
  return always({ kind: 'altered', alter: { response: (response) => ({ ...response, ...change(response) }) } })
}

const inBody = (change: (body: string) => string): PlayedBy => changed(({ body }) => ({ body: change(body) }))
const typed = (type: string | null): PlayedBy =>
  changed(({ headers }) => {
    const { 'content-type': _, ...others } = headers
    return { headers: type === null ? others : { ...others, 'content-type': type } }
  })

/** Inserts a member at the start of the first object; text without an object is unchanged. */
const withMember = (body: string, member: string): string => body.replace(/\{(?!\})/, () => `{${member},`)

/** Repeats the first member with the value null before it; the later one applies. */
function withFirstTwice(body: string): string {
  const name = /\{("(?:[^"\\]|\\.)*"):/.exec(body)?.[1]
  return name === undefined ? body : withMember(body, `${name}:null`)
}

const done = { operations: ALL, work: 'done' } as const

export const TEXT_HAZARDS = {
  'json-as-html': { sentence: 'JSON of type text/html.', ...done, ...typed('text/html; charset=UTF-8') },
  'json-without-type': { sentence: 'JSON without a content type.', ...done, ...typed(null) },
  bom: { sentence: 'A byte order mark before the JSON.', ...done, ...inBody((body) => `\uFEFF${body}`) },
  warnings: {
    sentence: 'Script warnings before the JSON.',
    ...done,
    ...inBody((body) => `\n${WARNING}\nPHP ${WARNING}\n${body}`)
  },
  'html-warnings': {
    sentence: 'Script warnings before the JSON, as markup.',
    ...done,
    ...inBody((body) => HTML_WARNING + body)
  },
  'trailing-junk': {
    sentence: 'A comment after the JSON.',
    ...done,
    ...inBody((body) => `${body}\n<!-- served in 0.21 s {} -->`)
  },
  broken: {
    sentence: 'Half of the JSON, with a matching length.',
    ...done,
    ...inBody((body) => body.slice(0, Math.floor(body.length / 2)))
  },
  'deep-nesting': {
    sentence: 'A field with lists in lists, 20,000 deep.',
    ...done,
    ...inBody((body) => withMember(body, `"extra":${DEEP}`))
  },
  'huge-exponent': {
    sentence: 'A number that is too large: 1e400.',
    ...done,
    ...inBody((body) => withMember(body, '"weight":1e400'))
  },
  'duplicate-keys': {
    sentence: 'The first field twice: null, then its value.',
    ...done,
    ...inBody(withFirstTwice)
  }
} as const satisfies Record<string, HazardBody>

const BOMB_BYTES = 64 * 1024 * 1024
const TAIL = 16
const LATIN_NAME = 'Café à la crème, 20 °C'

const played = (fault: Fault): PlayedBy => ({ level: 'bytes', fault: () => fault })
const answering = (response: (response: ServiceResponse) => ServiceResponse): PlayedBy =>
  played({ kind: 'altered', alter: { response } })

/** Compresses the body; a response without a body is unchanged. */
function packed(encoding: string, pack: (body: string) => Uint8Array): PlayedBy {
  return answering((response) =>
    response.body === ''
      ? response
      : { ...response, headers: { ...response.headers, 'content-encoding': encoding }, bytes: pack(response.body) }
  )
}

/** Appends 64 MiB of spaces, which do not change the JSON. */
const bomb = (body: string): Uint8Array => gzipSync(Buffer.concat([Buffer.from(body), Buffer.alloc(BOMB_BYTES, ' ')]))

/** Encodes the unescaped text in Latin-1. */
function inLatin(type: string): PlayedBy {
  return played({
    kind: 'altered',
    alter: {
      row: (row) => ('name' in row ? { ...row, name: LATIN_NAME } : row),
      response: (response) => ({
        ...response,
        headers: { ...response.headers, 'content-type': type },
        bytes: Buffer.from(unescaped(response.body), 'latin1')
      })
    }
  })
}

const unescaped = (body: string): string =>
  body.replaceAll(/\\u00([89a-f][0-9a-f])/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

const all = { operations: ALL, work: 'done' } as const

export const ENCODING_HAZARDS = {
  gzip: { sentence: 'Packed with gzip.', ...all, ...packed('gzip', gzipSync) },
  'gzip-truncated': {
    sentence: 'Packed with gzip, without its end.',
    ...all,
    ...packed('gzip', (body) => gzipSync(body).subarray(0, -TAIL))
  },
  'gzip-not': {
    sentence: 'Plain text that claims to be gzip.',
    ...all,
    ...packed('gzip', (body) => Buffer.from(body))
  },
  'gzip-bomb': { sentence: 'Packed with gzip, 64 MiB when unpacked.', ...all, ...packed('gzip', bomb) },
  'latin-1': {
    sentence: 'Text in Latin-1, as its type says.',
    operations: IMAGES,
    work: 'done',
    ...inLatin('application/json; charset=ISO-8859-1')
  },
  'latin-1-unlabeled': {
    sentence: 'Text in Latin-1 without a charset.',
    operations: IMAGES,
    work: 'done',
    ...inLatin('application/json')
  }
} as const satisfies Record<string, HazardBody>
