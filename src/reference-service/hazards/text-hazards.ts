/** The true answer, with something odd about its text. */
import type { ServiceAnswer } from '../exchange.ts'
import { ALL, always } from './hazard.ts'
import type { HazardBody, PlayedBy } from './hazard.ts'

const NESTED = 20_000
const DEEP = `${'['.repeat(NESTED)}${']'.repeat(NESTED)}`
const WARNING = 'Warning: Undefined variable $x in /srv/app/index.php on line 3'
const HTML_WARNING = '<br />\n<b>Deprecated</b>:  Old call in <b>/srv/app/index.php</b> on line <b>7</b><br />\n'

function changed(change: (answer: ServiceAnswer) => Partial<ServiceAnswer>): PlayedBy {
  return always({ kind: 'altered', alter: { answer: (answer) => ({ ...answer, ...change(answer) }) } })
}

const inBody = (change: (body: string) => string): PlayedBy => changed(({ body }) => ({ body: change(body) }))
const typed = (type: string | null): PlayedBy =>
  changed(({ headers }) => {
    const { 'content-type': _, ...others } = headers
    return { headers: type === null ? others : { ...others, 'content-type': type } }
  })

/** Puts a member in front of the first one of the first object; a text without an object stays. */
const withMember = (body: string, member: string): string => body.replace(/\{(?!\})/, () => `{${member},`)

/** The first member once more in front of itself, as null: the later one counts. */
function withFirstTwice(body: string): string {
  const name = /\{("(?:[^"\\]|\\.)*"):/.exec(body)?.[1]
  return name === undefined ? body : withMember(body, `${name}:null`)
}

const done = { operations: ALL, work: 'done' } as const

export const TEXT_HAZARDS = {
  'json-as-html': { sentence: 'JSON that is called text/html.', ...done, ...typed('text/html; charset=UTF-8') },
  'json-without-type': { sentence: 'JSON without a content type.', ...done, ...typed(null) },
  bom: { sentence: 'A byte order mark before the JSON.', ...done, ...inBody((body) => `\uFEFF${body}`) },
  warnings: {
    sentence: 'Warnings of the script engine before the JSON.',
    ...done,
    ...inBody((body) => `\n${WARNING}\nPHP ${WARNING}\n${body}`)
  },
  'html-warnings': {
    sentence: 'Warnings of the script engine before the JSON, as markup.',
    ...done,
    ...inBody((body) => HTML_WARNING + body)
  },
  'trailing-junk': {
    sentence: 'A comment behind the JSON.',
    ...done,
    ...inBody((body) => `${body}\n<!-- served in 0.21 s {} -->`)
  },
  broken: {
    sentence: 'Half of the JSON, with a length that fits.',
    ...done,
    ...inBody((body) => body.slice(0, Math.floor(body.length / 2)))
  },
  'deep-nesting': {
    sentence: 'A member of lists in lists, 20,000 deep.',
    ...done,
    ...inBody((body) => withMember(body, `"extra":${DEEP}`))
  },
  'huge-exponent': {
    sentence: 'A number that is larger than any: 1e400.',
    ...done,
    ...inBody((body) => withMember(body, '"weight":1e400'))
  },
  'duplicate-keys': {
    sentence: 'The first member twice: null, then what is true.',
    ...done,
    ...inBody(withFirstTwice)
  }
} as const satisfies Record<string, HazardBody>
