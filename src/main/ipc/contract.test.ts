/**
 * Every request accepts what its schema describes and refuses everything else. The tests put invalid values into each
 * position of each argument, so they find any string, list or number without a limit. Exact limits are listed below.
 */
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { REQUEST_NAMES, requestChannel, type RequestName } from '../../shared/bridge.ts'
import {
  MAX_ADDRESS_LENGTH,
  MAX_DESCRIPTION_LENGTH,
  MAX_LISTED_ENTRIES,
  MAX_NAME_LENGTH,
  MAX_ROWS_PER_CALL,
  MAX_SEARCH_LENGTH,
  MAX_TARGET_RECORDS
} from '../../shared/limits.ts'
import { MAX_PICTURE_HOSTS } from '../../shared/preferences.ts'
import { parseArguments } from './gate.ts'
import { schemaOf } from './schemas.ts'
import { NO_FACETS } from '../../shared/image.ts'

const KEY = 'sk-canary-0123456789abcdef'
const long = (length: number): string => 'x'.repeat(length)
/** String that no request may accept and no refusal may repeat. */
const FLOOD = `${KEY}${long(100_000)}`

/** Values that no request with an argument accepts, such as a hostile page would send. */
const NEVER: readonly unknown[] = [undefined, 0, '', [], { __proto__: null, constructor: 1 }, () => 1]

/** Part of zod's schema definition that these tests traverse. */
interface Kind {
  readonly type: string
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly options?: readonly z.ZodType[]
  readonly innerType?: z.ZodType
  readonly element?: z.ZodType
  readonly entries?: Readonly<Record<string, string>>
  readonly values?: readonly unknown[]
}
const kindOf = (schema: z.ZodType): Kind => schema.def

/** Values that one position accepts and refuses. */
interface Samples {
  readonly good: readonly unknown[]
  readonly bad: readonly unknown[]
}

const LEAVES: Readonly<Record<string, Samples>> = {
  null: { good: [null], bad: [undefined, 0, '', false, [], {}] },
  // Valid as a host, a name and a search.
  string: { good: ['nas'], bad: [undefined, 7, {}, [], FLOOD] },
  number: { good: [100], bad: [undefined, '7', Number.NaN, Infinity, -1, 1e12 + 0.5] },
  boolean: { good: [true, false], bad: [undefined, 0, 1, 'yes'] },
  // The only class in the contract is the list of record numbers.
  custom: {
    good: [new Uint32Array(), Uint32Array.of(1)],
    bad: [undefined, [1], { length: 2 }, new Float64Array(2), new Uint32Array(MAX_TARGET_RECORDS + 1)]
  }
}

function samplesOf(schema: z.ZodType): Samples {
  const { type, shape, options, innerType, element, entries, values } = kindOf(schema)
  if (shape !== undefined) return objectSamples(shape)
  if (options !== undefined) {
    const each = options.map(samplesOf)
    // One option may accept what another refuses, so only values that match no option are bad.
    return { good: each.flatMap(({ good }) => good), bad: [undefined, null, 'all', {}, { kind: 'query' }] }
  }
  if (innerType !== undefined) {
    const inner = samplesOf(innerType)
    // An optional or nullable value also accepts `undefined` or `null`.
    const more: readonly unknown[] = type === 'nullable' ? [null] : [undefined]
    return {
      good: type === 'nullable' ? [null, ...inner.good] : inner.good,
      bad: inner.bad.filter((value) => !more.includes(value))
    }
  }
  if (element !== undefined) {
    const { good, bad } = samplesOf(element)
    const flood = Array.from({ length: 5_000 }, () => good[0])
    return { good: [[], good], bad: [undefined, null, {}, 'nas', flood, ...bad.map((item) => [item])] }
  }
  if (type === 'record')
    return { good: [{}, { KeyF: 'a' }], bad: [undefined, null, [], { KeyF: 1 }, { KeyF: FLOOD }, { [FLOOD]: 'a' }] }
  const choices = entries === undefined ? values : Object.values(entries)
  if (choices !== undefined) {
    const others = [undefined, null, '', 'no-such', '__proto__', 0]
    return { good: choices, bad: others.filter((value) => !choices.includes(value)) }
  }
  const leaf = LEAVES[type]
  if (leaf === undefined) throw new Error(`No samples for ${type}`)
  return leaf
}

/** Varies one field at a time, starting from the first good value of each; a missing or extra field is bad. */
function objectSamples(shape: Readonly<Record<string, z.ZodType>>): Samples {
  const fields = Object.entries(shape).map(([name, schema]) => ({ name, schema, ...samplesOf(schema) }))
  const base = Object.fromEntries(fields.map(({ name, good }) => [name, good[0]]))
  const put = (pick: (field: Samples) => readonly unknown[]): unknown[] =>
    fields.flatMap((field) => pick(field).map((value) => ({ ...base, [field.name]: value })))
  const missing = fields
    .filter(({ schema }) => !['optional', 'default'].includes(kindOf(schema).type))
    .map(({ name }) => Object.fromEntries(Object.entries(base).filter(([field]) => field !== name)))
  return {
    good: [base, ...put(({ good }) => good)],
    bad: [null, 7, [], { ...base, extra: 1 }, ...missing, ...put(({ bad }) => bad)]
  }
}

const hosts = (...pictureHosts: readonly unknown[]) => ({ pictureHosts })
const target = { kind: 'records', numbers: Uint32Array.of(1, 2) }
const form = { name: 'Koi', description: 'A koi pond', resolution: '512x512', ...NO_FACETS }
const page = { offset: 0, limit: MAX_ROWS_PER_CALL }
const draft = {
  images: { address: 'https://h.test', key: KEY },
  projects: { address: 'h', key: null },
  allowInsecure: false
}

/** Exact limits, and values that cannot be derived from a schema. */
const EXACT: { readonly [N in RequestName]?: Samples } = {
  exportLog: { good: [], bad: [{ file: '/etc/passwd' }] },
  setPreferences: {
    good: [{}, hosts('nas', '[fd00::1]'), { topRecord: null, screen: 'projects' }],
    bad: [
      { tile: undefined },
      { tile: 1e9 },
      { theme: 'dark' },
      ...['', 'nas/photos', 'http://nas', 'nas:80', 'NAS', 'me@nas'].map((host) => hosts(host)),
      hosts(...Array.from({ length: MAX_PICTURE_HOSTS + 1 }, () => 'nas'))
    ]
  },
  setKeyboardLayout: {
    good: [{ layout: { KeyF: 'а', Digit1: '&' } }],
    bad: [{ layout: Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`Key${index}`, 'a'])) }]
  },
  testConnection: {
    good: [{ ...draft, images: { address: long(MAX_ADDRESS_LENGTH), key: KEY } }],
    bad: [{ ...draft, images: { address: long(MAX_ADDRESS_LENGTH + 1), key: KEY } }]
  },
  listLog: {
    good: [{ search: long(MAX_SEARCH_LENGTH), filter: null, limit: MAX_ROWS_PER_CALL }],
    bad: [
      { search: long(MAX_SEARCH_LENGTH + 1), filter: null, limit: 50 },
      { search: '', filter: null, limit: MAX_ROWS_PER_CALL + 1 },
      { search: '', filter: null, limit: 0 }
    ]
  },
  getImages: {
    good: [{ records: new Uint32Array(MAX_ROWS_PER_CALL) }],
    bad: [{ records: new Uint32Array(MAX_ROWS_PER_CALL + 1) }]
  },
  setFavorite: {
    good: [],
    bad: [
      { target: { ...target, numbers: new Uint32Array(MAX_TARGET_RECORDS + 1) }, favorite: true },
      { target: { ...target, kind: 'selection' }, favorite: true },
      { target: { ...target, plus: Uint32Array.of(1) }, favorite: true }
    ]
  },
  renameImage: {
    good: [{ record: 7, name: long(MAX_NAME_LENGTH) }],
    bad: [
      { record: 7, name: long(MAX_NAME_LENGTH + 1) },
      { record: 1.5, name: 'Koi' }
    ]
  },
  createImage: {
    good: [{ form: { ...form, description: long(MAX_DESCRIPTION_LENGTH) } }],
    bad: [{ form: { ...form, description: long(MAX_DESCRIPTION_LENGTH + 1) } }]
  },
  listChanges: {
    good: [{ filter: { state: 'waiting', reason: null, batch: null }, ...page }],
    bad: [{ filter: { state: 'waiting', reason: null, batch: null }, offset: 0.5, limit: 10 }]
  },
  repairChanges: {
    good: [],
    bad: [
      { target: { kind: 'entries', entries: [1] }, repairAction: 'edit', choice: null },
      { target: { kind: 'entries', entries: ['1'] }, repairAction: 'retry', choice: null },
      {
        target: { kind: 'entries', entries: Array.from({ length: MAX_LISTED_ENTRIES + 1 }, () => 1) },
        repairAction: 'retry',
        choice: null
      },
      {
        target: { kind: 'reason', reason: { kind: 'favorite', code: 'no-such-code', key: '' } },
        repairAction: 'retry',
        choice: null
      }
    ]
  }
}

test('each request has its own channel', () => {
  expect(new Set(REQUEST_NAMES.map(requestChannel)).size).toBe(REQUEST_NAMES.length)
})

describe.each(REQUEST_NAMES)('%s', (name) => {
  const { good, bad } = samplesOf(schemaOf(name))
  const exact: Samples = EXACT[name] ?? { good: [], bad: [] }

  test('accepts what the contract describes', () => {
    for (const args of [...good, ...exact.good]) {
      expect(parseArguments(name, [args])).toEqual({ ok: true, value: args })
    }
  })

  test('refuses everything else, without repeating it', () => {
    const all = [...NEVER, ...bad, ...exact.bad]
    const parsed = all.map((args) => ({ args, result: parseArguments(name, [args]) }))
    expect(parsed.filter(({ result }) => result.ok || result.failure.code !== 'arguments-invalid')).toEqual([])
    expect(JSON.stringify(parsed.map(({ result }) => result))).not.toContain('canary')
  })

  test('accepts exactly one argument', () => {
    expect(parseArguments(name, [])).toMatchObject({ failure: { code: 'arguments-invalid' } })
    expect(parseArguments(name, [good[0], good[0]])).toMatchObject({ failure: { code: 'arguments-invalid' } })
  })
})
