/** Writes JSON responses, by dialect. */
import type { ServiceResponse } from '../exchange.ts'
import type { ServiceDialect } from './switches.ts'

export interface JsonResponse {
  readonly status: number
  readonly body: unknown
  /** Added to the default headers. */
  readonly headers?: Readonly<Record<string, string>>
}

const HEADERS = { 'content-type': 'application/json', 'cache-control': 'no-cache, private' }
const INDENT = 4

export function writeJson(dialect: ServiceDialect, as: 'success' | 'failure', response: JsonResponse): ServiceResponse {
  const isPretty = as === 'failure' && dialect.errorJson === 'pretty'
  const text = plainJson(response.body, isPretty ? INDENT : 0)
  const body = dialect.json === 'escaped' && !isPretty ? escapedJson(text) : text
  return { status: response.status, headers: { ...HEADERS, ...response.headers }, body }
}

/**
 * Writes JSON as the service does: compact, `/` as `\/`, non-ASCII characters as `\uXXXX`. Such characters occur only
 * inside strings, so the finished text can be rewritten without parsing it. A bigint is written as a number with all
 * its digits.
 */
export const serviceJson = (value: unknown): string => escapedJson(plainJson(value))

/** Like `serviceJson` without escapes, with `indent` spaces per level. */
function plainJson(value: unknown, indent = 0): string {
  return JSON.stringify(value, markBigints, indent).replaceAll(BIGINT, '$1').replaceAll(DOUBLED, '"\\u0000')
}

/** Escapes `/` and non-ASCII characters in finished JSON. */
const escapedJson = (text: string): string => text.replaceAll('/', '\\/').replace(/[\u0080-\uffff]/g, escaped)

/** Marks a bigint as text with a leading NUL; text that already has one gets a second. */
function markBigints(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `\u0000${value.toString()}`
  return typeof value === 'string' && value.startsWith('\u0000') ? `\u0000${value}` : value
}
/** Matches only opening quotes, because quotes inside a string follow a backslash. */
const BIGINT = /(?<!\\)"\\u0000(\d+)"/g
const DOUBLED = /(?<!\\)"\\u0000\\u0000/g

const escaped = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
