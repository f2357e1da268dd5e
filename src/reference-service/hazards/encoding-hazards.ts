/** The true answer, packed or in other letters. */
import { gzipSync } from 'node:zlib'
import type { ServiceAnswer } from '../exchange.ts'
import type { Fault } from '../faults.ts'
import { ALL, IMAGES } from './hazard.ts'
import type { HazardBody, PlayedBy } from './hazard.ts'

const BOMB_BYTES = 64 * 1024 * 1024
const TAIL = 16
const LATIN_NAME = 'Café à la crème, 20 °C'

const played = (fault: Fault): PlayedBy => ({ level: 'bytes', fault: () => fault })
const answering = (answer: (answer: ServiceAnswer) => ServiceAnswer): PlayedBy =>
  played({ kind: 'altered', alter: { answer } })

/** An answer without a body stays as it is. */
function packed(encoding: string, pack: (body: string) => Uint8Array): PlayedBy {
  return answering((answer) =>
    answer.body === ''
      ? answer
      : { ...answer, headers: { ...answer.headers, 'content-encoding': encoding }, bytes: pack(answer.body) }
  )
}

/** Blanks behind the JSON: harmless to read, and 64 MiB of them. */
const bomb = (body: string): Uint8Array => gzipSync(Buffer.concat([Buffer.from(body), Buffer.alloc(BOMB_BYTES, ' ')]))

/** Letters as they are, one byte each. */
function inLatin(type: string): PlayedBy {
  return played({
    kind: 'altered',
    alter: {
      row: (row) => ('name' in row ? { ...row, name: LATIN_NAME } : row),
      answer: (answer) => ({
        ...answer,
        headers: { ...answer.headers, 'content-type': type },
        bytes: Buffer.from(unescaped(answer.body), 'latin1')
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
    sentence: 'Packed with gzip, and the end is missing.',
    ...all,
    ...packed('gzip', (body) => gzipSync(body).subarray(0, -TAIL))
  },
  'gzip-not': {
    sentence: 'Called gzip, and plain text.',
    ...all,
    ...packed('gzip', (body) => Buffer.from(body))
  },
  'gzip-bomb': { sentence: 'Packed with gzip, and 64 MiB large when unpacked.', ...all, ...packed('gzip', bomb) },
  'latin-1': {
    sentence: 'Letters in latin-1, and the type says so.',
    operations: IMAGES,
    work: 'done',
    ...inLatin('application/json; charset=ISO-8859-1')
  },
  'latin-1-untold': {
    sentence: 'Letters in latin-1, and nothing says so.',
    operations: IMAGES,
    work: 'done',
    ...inLatin('application/json')
  }
} as const satisfies Record<string, HazardBody>
