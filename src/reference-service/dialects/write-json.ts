/** JSON answers in the writing of a dialect. */
import type { ServiceAnswer } from '../exchange.ts'
import type { ServiceDialect } from './switches.ts'

export interface JsonAnswer {
  readonly status: number
  readonly body: unknown
  /** Added to the usual ones. */
  readonly headers?: Readonly<Record<string, string>>
}

const HEADERS = { 'content-type': 'application/json', 'cache-control': 'no-cache, private' }
const INDENT = 4

export function writeJson(dialect: ServiceDialect, as: 'success' | 'failure', answer: JsonAnswer): ServiceAnswer {
  const isPretty = as === 'failure' && dialect.errorJson === 'pretty'
  const text = plainJson(answer.body, isPretty ? INDENT : 0)
  const body = dialect.json === 'escaped' && !isPretty ? escapedJson(text) : text
  return { status: answer.status, headers: { ...HEADERS, ...answer.headers }, body }
}

/**
 * JSON as the service writes it: compact, `/` as `\/`, everything beyond ASCII as `\uXXXX`. Slashes and such letters
 * stand only inside strings, so the finished text can be rewritten without parsing it. A bigint is written as a number
 * with all its digits.
 */
export const serviceJson = (value: unknown): string => escapedJson(plainJson(value))

/** The same with letters as they are; `indent` spaces a level where it is given. */
export function plainJson(value: unknown, indent = 0): string {
  return JSON.stringify(value, markBigints, indent).replaceAll(BIGINT, '$1').replaceAll(DOUBLED, '"\\u0000')
}

/** Finished JSON with `/` and everything beyond ASCII escaped. */
export const escapedJson = (text: string): string => text.replaceAll('/', '\\/').replace(/[\u0080-\uffff]/g, escaped)

/** A bigint becomes a text with a NUL in front; a text that has one of its own gets a second one. */
function markBigints(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `\u0000${value.toString()}`
  return typeof value === 'string' && value.startsWith('\u0000') ? `\u0000${value}` : value
}
/** Quotes inside a text have a backslash before them: only those that open one are meant. */
const BIGINT = /(?<!\\)"\\u0000(\d+)"/g
const DOUBLED = /(?<!\\)"\\u0000\\u0000/g

const escaped = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
