/** Parses the body of a request, a form or JSON, with `results` only in the form that the dialect accepts. */
import type { ServiceRequest, OperationInput } from '../exchange.ts'
import { type FormMap, type FormValue, parseForm } from '../form.ts'
import type { UpdateArgs } from '../image-operations.ts'
import type { ServiceDialect } from './switches.ts'
import { readId, readFlag } from './wire-values.ts'

/**
 * Parses url-encoded bodies, and JSON if the dialect accepts it; any other body, such as multipart, is read as empty.
 */
export function readForm({ carrier }: ServiceDialect, { headers, body }: ServiceRequest): FormMap {
  const type = headers['content-type'] ?? ''
  if (/^application\/json\b/i.test(type)) return TAKES_JSON.has(carrier) ? readJson(body) : parseForm('')
  return parseForm(/^application\/x-www-form-urlencoded\b/i.test(type) ? LISTS[carrier](body) : '')
}

const TAKES_JSON: ReadonlySet<ServiceDialect['carrier']> = new Set(['numbered', 'json', 'last'])

const isOfResults = (pair: string): boolean => /^results($|%5B|\[|=)/i.test(pair)
const isNumbered = (pair: string): boolean => /^results(%5B|\[)\d/i.test(pair)
/** Whether an item has a value. */
const hasValue = (pair: string): boolean => !pair.endsWith('=')

/** Selects the parts of a form body that the dialect accepts as the list. */
const LISTS: Readonly<Record<ServiceDialect['carrier'], (body: string) => string>> = {
  brackets: (body) => body,
  numbered: (body) => keeping(body, (pairs) => pairs.filter((pair) => isNumbered(pair) && hasValue(pair))),
  json: (body) => keeping(body, () => []),
  repeated: (body) =>
    keeping(body, (pairs) =>
      pairs.filter((pair) => /^results=./.test(pair)).map((pair) => pair.replace('results=', 'results[]='))
    ),
  last: (body) =>
    keeping(body, (pairs) => pairs.filter((pair) => isNumbered(pair) && hasValue(pair)).slice(-1)).replace(
      /results(%5B|\[)\d+/i,
      'results$10'
    )
}

function keeping(body: string, choose: (pairs: readonly string[]) => readonly string[]): string {
  const pairs = body.split('&')
  return [...pairs.filter((pair) => !isOfResults(pair)), ...choose(pairs.filter(isOfResults))].join('&')
}

/** Parses JSON into the structure of a form; an empty list becomes one empty item. */
function readJson(body: string): FormMap {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? toMap(value) : parseForm('')
  } catch (error) {
    if (error instanceof SyntaxError) return parseForm('')
    throw error
  }
}

function toMap(value: object): FormMap {
  const entries = Object.entries(value).map(([key, member]): [string, FormValue] => [key, toValue(member)])
  return Object.assign(Object.create(null), Object.fromEntries(entries))
}

function toValue(value: unknown): FormValue {
  if (Array.isArray(value)) return value.length === 0 ? [null] : value.map(toValue)
  if (typeof value === 'object' && value !== null) return toMap(value)
  const text = typeof value === 'string' ? value.trim() : JSON.stringify(value ?? '')
  return text === '' || text === '""' ? null : text
}

export function readUpdate(dialect: ServiceDialect, { key, method, form }: OperationInput): UpdateArgs {
  return {
    id: readId(dialect.ids, key),
    form: withFlagInDigits(dialect, form),
    demands: dialect.demands,
    blanks: method === 'PUT' ? BLANKS[dialect.put] : 'nothing'
  }
}

const BLANKS: Readonly<Record<ServiceDialect['put'], UpdateArgs['blanks']>> = {
  partial: 'nothing',
  replaces: 'everything',
  'blanks-name': 'name',
  refused: 'nothing'
}

/** Converts `favorite` to 1 or 0; an invalid value becomes `null`. */
function withFlagInDigits(dialect: ServiceDialect, form: FormMap): FormMap {
  const sent = form['favorite']
  if (sent === undefined) return form
  const flag = readFlag(dialect.favorite, typeof sent === 'string' ? sent : null)
  return { ...form, favorite: flag === null ? null : flag ? '1' : '0' }
}
