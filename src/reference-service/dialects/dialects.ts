/** Named dialects, each defined by its differences from the standard one. */
import { SWITCH_NAMES, SWITCHES, valuesOf } from './switches.ts'
import type { ServiceDialect, Switch } from './switches.ts'

export interface NamedDialect {
  readonly sentence: string
  /** Differences from the standard dialect. */
  readonly changes: Partial<ServiceDialect>
}

const BARE: Partial<ServiceDialect> = { record: 'bare', list: 'flat' }
const CUSTOM: Partial<ServiceDialect> = {
  list: 'items',
  record: 'success',
  create: 'accepted',
  errors: 'errors-list',
  failures: 'inside',
  pictures: 'rooted',
  results: 'list',
  deleted: 'success'
}

const DJANGO: Partial<ServiceDialect> = {
  list: 'results',
  record: 'bare',
  past: 'missing',
  errors: 'root',
  stamps: 'created',
  flags: 'booleans',
  filter: 'both',
  favorite: 'both',
  demands: 'strict',
  carrier: 'numbered',
  deleted: 'no-content',
  json: 'plain'
}

const RAILS: Partial<ServiceDialect> = {
  list: 'named',
  record: 'bare',
  past: 'missing',
  errors: 'errors-alone',
  flags: 'booleans',
  filter: 'both',
  favorite: 'both',
  deleted: 'no-content',
  json: 'plain'
}
const JSON_API: Partial<ServiceDialect> = {
  list: 'links',
  record: 'resource',
  past: 'missing',
  errors: 'pointers',
  ids: 'text',
  flags: 'booleans',
  filter: 'both',
  favorite: 'both',
  deleted: 'no-content',
  json: 'plain'
}

export const DIALECTS = {
  standard: { sentence: 'The most common dialect.', changes: {} },
  A: {
    sentence: 'A stock framework.',
    changes: { list: 'meta-links', errors: 'errors-map', deleted: 'no-content', flags: 'booleans' }
  },
  B: {
    sentence: 'An older framework with values as text.',
    changes: { numbers: 'text-size', dates: 'sql', ids: 'text', flags: 'text' }
  },
  'B-zoned': {
    sentence: 'An older framework with dates as objects.',
    changes: { numbers: 'text', dates: 'zoned', ids: 'text', flags: 'text' }
  },
  C: { sentence: 'Records and lists without a wrapper.', changes: BARE },
  'C-array': { sentence: 'The same, with lists as arrays.', changes: { ...BARE, list: 'array' } },
  D: { sentence: 'Paging with a next page, but no last page and no total.', changes: { paging: 'simple' } },
  'D-cursor': { sentence: 'Paging by cursor.', changes: { paging: 'cursor' } },
  E: { sentence: 'A custom API; creates return 202 and finish later.', changes: CUSTOM },
  'E-processing': {
    sentence: 'The same, with 201 for unfinished records, and `results` of objects.',
    changes: { ...CUSTOM, create: 'processing', entries: 'objects' }
  },
  django: { sentence: 'Django REST framework.', changes: DJANGO },
  rails: { sentence: 'Ruby on Rails.', changes: RAILS },
  jsonapi: { sentence: 'JSON:API.', changes: JSON_API }
} as const satisfies Record<string, NamedDialect>

export type DialectName = keyof typeof DIALECTS
export const DIALECT_NAMES = Object.keys(DIALECTS) as readonly DialectName[] // exactly the keys

// Every switch has a first value of its own type.
const standardEntries = SWITCH_NAMES.map((name) => [name, valuesOf(name)[0]])
export const STANDARD = Object.fromEntries(standardEntries) as unknown as ServiceDialect

/** Returns a dialect by its name, with single switches overridden. */
export function dialectOf(name: DialectName, changes: Partial<ServiceDialect> = {}): ServiceDialect {
  return { ...STANDARD, ...DIALECTS[name].changes, ...changes }
}

/** Parses one switch as `name=value`; `null` if there is no such switch or value. */
export function readSwitch(text: string): Partial<ServiceDialect> | null {
  const [name = '', value = ''] = text.split('=', 2)
  return isSwitch(name) && Object.hasOwn(SWITCHES[name], value) ? { [name]: value } : null
}

/** Whether text is the name of a switch. */
export const isSwitch = (text: string): text is Switch => Object.hasOwn(SWITCHES, text)

/** Returns the description of a value of a switch; '' if it is not one of its values. */
export function sentenceOf(name: Switch, value: string): string {
  const sentences: Readonly<Record<string, string>> = SWITCHES[name]
  return Object.hasOwn(sentences, value) ? (sentences[value] ?? '') : ''
}
