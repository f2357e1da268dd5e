/** Every request of the contract has a schema, a bridge channel, good arguments that pass and bad ones that do not. */
import { describe, expect, test } from 'vitest'
import { REQUEST_NAMES, requestChannel, type RequestArgs, type RequestName } from '../../shared/bridge.ts'
import type { ConnectionDraft } from '../../shared/connection.ts'
import { MAX_ADDRESS_LENGTH, MAX_ROWS_PER_CALL, MAX_SEARCH_LENGTH, MAX_TARGET_RECORDS } from '../../shared/limits.ts'
import type { ProjectQuery } from '../../shared/project.ts'
import type { ImageQuery, RecordTarget } from '../../shared/query.ts'
import { parseArguments } from './gate.ts'
import { REQUEST_SCHEMAS } from './schemas.ts'

const KEY = 'sk-canary-0123456789abcdef'
const long = (length: number): string => 'x'.repeat(length)

const draft: ConnectionDraft = {
  images: { address: 'https://h.test', key: KEY },
  projects: { address: 'https://h.test', key: null },
  allowInsecure: false
}
const query: ImageQuery = {
  search: 'wave',
  searchBy: 'name',
  looks: { style: ['anime'], medium: [], filter: [''], resolution: [] },
  favorite: true,
  mark: 'any',
  sortBy: 'id',
  sort: 'desc'
}
const projectQuery: ProjectQuery = { search: '', searchBy: 'project', sortBy: 'created_at', sort: 'asc' }
const target: RecordTarget = { kind: 'records', numbers: Uint32Array.of(1, 2) }
const selection: RecordTarget = {
  kind: 'selection',
  selection: 3,
  plus: new Uint32Array(),
  except: Uint32Array.of(9)
}

interface Samples<A> {
  readonly good: readonly A[]
  readonly bad: readonly unknown[]
}

/** Values that no request with an argument takes, and that stand in for what a hostile page would try first. */
const NEVER: readonly unknown[] = [undefined, 0, '', [], {}, { __proto__: null, constructor: 1 }, () => 1]
const NOTHING: Samples<null> = { good: [null], bad: [...NEVER, false] }

/** Exhaustive by type: a request without samples does not compile. */
const SAMPLES: { readonly [N in RequestName]: Samples<RequestArgs<N>> } = {
  getAppInfo: NOTHING,
  getDiagnostics: NOTHING,
  getPreferences: NOTHING,
  quit: NOTHING,
  getConnection: NOTHING,
  getSyncStatus: NOTHING,
  syncNow: NOTHING,
  setPreferences: {
    good: [{}, { tile: 200 }, { topRecord: null, screen: 'projects' }, { query }],
    bad: [null, { tile: undefined }, { tile: 1e9 }, { tile: Number.NaN }, { theme: 'dark' }, { openLooks: [long(500)] }]
  },
  testConnection: {
    good: [draft],
    bad: [
      ...NEVER,
      { ...draft, extra: 1 },
      { ...draft, images: { address: long(MAX_ADDRESS_LENGTH + 1), key: KEY } },
      { ...draft, images: { address: 'h', key: long(5_000) } },
      { ...draft, images: { address: 'h', key: null } }
    ]
  },
  connect: {
    good: [
      { draft, keep: 'keychain' },
      { draft, keep: 'session' }
    ],
    bad: [...NEVER, { draft, keep: 'file' }, { draft }, { draft: null, keep: 'session' }]
  },
  replaceKey: {
    good: [{ group: 'projects', key: KEY, keep: 'session' }],
    bad: [
      ...NEVER,
      { group: 'other', key: KEY, keep: 'session' },
      { group: 'images', key: long(5_000), keep: 'session' }
    ]
  },
  removeKey: { good: [{ group: 'images' }], bad: [...NEVER, { group: '__proto__' }, { group: 'images', force: true }] },
  openView: {
    good: [{ query }],
    bad: [
      ...NEVER,
      { query: { ...query, search: long(MAX_SEARCH_LENGTH + 1) } },
      { query: { ...query, sortBy: 'id; drop table images' } },
      { query: { ...query, looks: { ...query.looks, color: [] } } },
      { query: { ...query, looks: { ...query.looks, style: Array.from({ length: 65 }, () => 'a') } } }
    ]
  },
  countFacets: { good: [{ query }], bad: [...NEVER, { query: { ...query, favorite: 'yes' } }, { query: null }] },
  getImages: {
    good: [{ records: new Uint32Array() }, { records: new Uint32Array(MAX_ROWS_PER_CALL) }],
    bad: [
      ...NEVER,
      { records: new Uint32Array(MAX_ROWS_PER_CALL + 1) },
      { records: [1, 2] },
      { records: new Float64Array(2) },
      { records: { length: 2 } }
    ]
  },
  freezeSelection: {
    good: [{ view: 0 }],
    bad: [...NEVER, { view: -1 }, { view: 1.5 }, { view: '1' }, { view: Infinity }]
  },
  describeTarget: {
    good: [
      { target, view: null },
      { target: selection, view: 4 }
    ],
    bad: [...NEVER, { target, view: -1 }, { target: { kind: 'query' }, view: null }]
  },
  listProjects: {
    good: [{ query: projectQuery, offset: 0, limit: MAX_ROWS_PER_CALL }],
    bad: [
      ...NEVER,
      { query: projectQuery, offset: -1, limit: 10 },
      { query: projectQuery, offset: 0, limit: MAX_ROWS_PER_CALL + 1 },
      { query: { ...projectQuery, sortBy: 'password' }, offset: 0, limit: 10 }
    ]
  },
  setFavorite: {
    good: [
      { target, favorite: true },
      { target: selection, favorite: false }
    ],
    bad: [
      ...NEVER,
      { target, favorite: 1 },
      { target: { ...target, numbers: new Uint32Array(MAX_TARGET_RECORDS + 1) }, favorite: true },
      { target: { ...selection, except: new Uint32Array(MAX_TARGET_RECORDS + 1) }, favorite: true },
      { target: { ...target, kind: 'selection' }, favorite: true },
      { target: { kind: 'records', numbers: Uint32Array.of(1), plus: Uint32Array.of(1) }, favorite: true }
    ]
  },
  getBatch: { good: [{ batch: 15 }], bad: [...NEVER, { batch: 'latest' }, { batch: -1 }] },
  setPaused: { good: [{ isPaused: true }], bad: [...NEVER, { isPaused: 'false' }, { isPaused: true, until: 1 }] }
}

test('each request has a schema and a channel of its own', () => {
  expect(Object.keys(REQUEST_SCHEMAS).toSorted()).toEqual([...REQUEST_NAMES].toSorted())
  expect(new Set(REQUEST_NAMES.map(requestChannel)).size).toBe(REQUEST_NAMES.length)
})

describe.each(REQUEST_NAMES)('%s', (name) => {
  test('takes what the contract says', () => {
    for (const args of SAMPLES[name].good) expect(parseArguments(name, [args])).toEqual({ ok: true, value: args })
  })

  test('refuses everything else, without repeating it', () => {
    const parsed = SAMPLES[name].bad.map((args) => ({ args, result: parseArguments(name, [args]) }))
    expect(parsed.filter(({ result }) => result.ok || result.failure.code !== 'arguments-invalid')).toEqual([])
    expect(JSON.stringify(parsed.map(({ result }) => result))).not.toContain('canary')
  })

  test('takes exactly one argument', () => {
    const [args] = SAMPLES[name].good
    expect(parseArguments(name, [])).toMatchObject({ failure: { code: 'arguments-invalid' } })
    expect(parseArguments(name, [args, args])).toMatchObject({ failure: { code: 'arguments-invalid' } })
  })
})
