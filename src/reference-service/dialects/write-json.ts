/** JSON answers in the writing of a dialect. */
import type { ServiceAnswer } from '../exchange.ts'
import { escapedJson, plainJson } from '../service-json.ts'
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
