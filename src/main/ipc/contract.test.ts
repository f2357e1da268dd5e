/** Every request of the contract has a schema, a bridge channel, good arguments that pass and bad ones that do not. */
import { describe, expect, test } from 'vitest'
import { REQUEST_NAMES, requestChannel, type RequestArgs, type RequestName } from '../../shared/bridge.ts'
import type { CreateDraft, CreateForm, NeedReason } from '../../shared/change.ts'
import type { ConnectionDraft } from '../../shared/connection.ts'
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
import type { ProjectQuery } from '../../shared/project.ts'
import type { ImageQuery, RecordTarget } from '../../shared/query.ts'
import type { Group } from '../../shared/sync-status.ts'
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

const OF_RECORD: Samples<{ record: number }> = {
  good: [{ record: 7 }],
  bad: [...NEVER, { record: '7' }, { record: -1 }, { record: 1.5 }, { record: 7, other: 8 }]
}
const OF_PICTURE: Samples<{ record: number; stamp: string }> = {
  good: [{ record: 7, stamp: 's1' }],
  bad: [...NEVER, { record: 7 }, { record: 7, stamp: long(65) }, { record: -1, stamp: 's1' }]
}
const OF_BATCH: Samples<{ batch: number }> = {
  good: [{ batch: 15 }],
  bad: [...NEVER, { batch: 'latest' }, { batch: -1 }]
}
const OF_GROUP: Samples<{ group: Group }> = { good: [{ group: 'images' }], bad: [...NEVER, { group: '__proto__' }] }
const firstPage = { offset: 0, limit: MAX_ROWS_PER_CALL }
const form: CreateForm = {
  name: 'Koi',
  description: 'A koi pond',
  resolution: '512x512',
  style: 'anime',
  medium: null,
  filter: null
}
const createDraft: CreateDraft = { form, isOpen: true, keepsOpen: false, record: null }
const reason: NeedReason = { kind: 'favorite', code: 'not-found', key: '404' }

/** More than any keyboard has. */
const KEYS = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`Key${index}`, 'a']))

/** Exhaustive by type: a request without samples does not compile. */
const SAMPLES: { readonly [N in RequestName]: Samples<RequestArgs<N>> } = {
  getAppInfo: NOTHING,
  getDiagnostics: NOTHING,
  getPreferences: NOTHING,
  setMenuTitles: {
    good: [
      { undo: 'Undo Add 894 to Favorites', redo: null },
      { undo: null, redo: null }
    ],
    bad: [...NEVER, { undo: 1, redo: null }, { undo: long(500), redo: null }, { undo: null, redo: null, quit: 'x' }]
  },
  setKeyboardLayout: {
    good: [{ layout: {} }, { layout: { KeyF: 'а', Digit1: '&' } }],
    bad: [
      ...NEVER,
      { layout: { KeyF: 1 } },
      { layout: { KeyF: long(9) } },
      { layout: { [long(21)]: 'f' } },
      { layout: KEYS }
    ]
  },
  quit: NOTHING,
  readyToClose: NOTHING,
  getConnection: NOTHING,
  getSyncStatus: NOTHING,
  syncNow: NOTHING,
  setPreferences: {
    good: [
      {},
      { tile: 200 },
      { topRecord: null, screen: 'projects' },
      { query },
      { pictureHosts: ['nas', '[fd00::1]'] }
    ],
    bad: [
      null,
      { tile: undefined },
      { tile: 1e9 },
      { tile: Number.NaN },
      { theme: 'dark' },
      { openLooks: [long(500)] },
      ...['', 'nas/photos', 'http://nas', 'nas:80', 'NAS', 'me@nas', 7].map((host) => ({ pictureHosts: [host] })),
      { pictureHosts: Array.from({ length: MAX_PICTURE_HOSTS + 1 }, () => 'nas') }
    ]
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
  changeAddress: {
    good: [{ group: 'images', address: 'https://h.test', allowInsecure: false }],
    bad: [
      ...NEVER,
      { group: 'other', address: 'https://h.test', allowInsecure: false },
      { group: 'images', address: long(MAX_ADDRESS_LENGTH + 1), allowInsecure: false },
      { group: 'images', address: 'https://h.test', allowInsecure: 'yes' },
      { group: 'images', address: 'https://h.test', allowInsecure: true, key: KEY }
    ]
  },
  openServicePage: OF_GROUP,
  openSample: NOTHING,
  leaveSample: NOTHING,
  getLibraryTrouble: NOTHING,
  retryLibrary: NOTHING,
  rebuildLibrary: NOTHING,
  showLibraryFile: NOTHING,
  listLog: {
    good: [
      { search: '', filter: null, limit: 50 },
      { search: 'key', filter: 'problems', limit: MAX_ROWS_PER_CALL }
    ],
    bad: [
      ...NEVER,
      { search: long(MAX_SEARCH_LENGTH + 1), filter: null, limit: 50 },
      { search: '', filter: 'debug', limit: 50 },
      { search: '', filter: null, limit: MAX_ROWS_PER_CALL + 1 },
      { search: '', filter: null, limit: 50, file: '/etc/passwd' }
    ]
  },
  exportLog: { ...NOTHING, bad: [...NOTHING.bad, { file: '/etc/passwd' }] },
  renameImage: {
    good: [
      { record: 7, name: 'Koi' },
      { record: 7, name: long(MAX_NAME_LENGTH) }
    ],
    bad: [
      ...NEVER,
      { record: 7, name: long(MAX_NAME_LENGTH + 1) },
      { record: 'a', name: 'Koi' },
      { record: 7, name: null }
    ]
  },
  deleteImages: {
    good: [{ target }, { target: selection }],
    bad: [...NEVER, { target: 'all' }, { target: { kind: 'query', query } }, { target, isSure: true }]
  },
  deleteProject: OF_RECORD,
  createImage: {
    good: [{ form }, { form: { ...form, style: null, medium: null, filter: null } }],
    bad: [
      ...NEVER,
      { form: { ...form, name: long(MAX_NAME_LENGTH + 1) } },
      { form: { ...form, description: long(MAX_DESCRIPTION_LENGTH + 1) } },
      { form: { ...form, style: undefined } },
      { form: { ...form, favorite: true } }
    ]
  },
  updateCreate: { good: [{ record: 7, form }], bad: [...NEVER, { record: -7, form }, { record: 7, form: null }] },
  getCreateForm: OF_RECORD,
  getCreateDraft: NOTHING,
  saveCreateDraft: {
    good: [{ draft: null }, { draft: createDraft }, { draft: { ...createDraft, record: 7 } }],
    bad: [...NEVER, { draft: { ...createDraft, isOpen: 1 } }, { draft: { ...createDraft, record: -1 } }]
  },
  getImage: OF_RECORD,
  getRecordHistory: OF_RECORD,
  getPictureInfo: OF_PICTURE,
  retryPicture: OF_PICTURE,
  refreshImage: OF_RECORD,
  searchService: {
    good: [{ query }],
    bad: [...NEVER, { query: { ...query, searchBy: 'description' } }, { query: null }]
  },
  listBatches: {
    good: [
      { before: null, limit: 50 },
      { before: 15, limit: 1 }
    ],
    bad: [...NEVER, { before: 'latest', limit: 50 }, { before: null, limit: 0 }]
  },
  listBatchItems: {
    good: [
      { batch: 15, word: null, ...firstPage },
      { batch: 15, word: 'needsYou', ...firstPage }
    ],
    bad: [...NEVER, { batch: 15, word: 'failed', ...firstPage }, { batch: 15, word: null, offset: 0, limit: 100_000 }]
  },
  listChanges: {
    good: [
      { filter: { state: 'waiting', reason: null, batch: null }, ...firstPage },
      { filter: { state: 'needs-you', reason, batch: 15 }, ...firstPage }
    ],
    bad: [
      ...NEVER,
      { filter: { state: 'done', reason: null, batch: null }, ...firstPage },
      { filter: { state: 'waiting', reason: { ...reason, code: 'no-such-code' }, batch: null }, ...firstPage }
    ]
  },
  listNeeds: NOTHING,
  repairChanges: {
    good: [
      { target: { kind: 'entries', entries: [1, 2] }, remedy: 'retry', choice: null },
      { target: { kind: 'reason', reason }, remedy: 'adopt', choice: 7 }
    ],
    bad: [
      ...NEVER,
      { target: { kind: 'entries', entries: [1] }, remedy: 'edit', choice: null },
      { target: { kind: 'entries', entries: ['1'] }, remedy: 'retry', choice: null },
      {
        target: { kind: 'entries', entries: Array.from({ length: MAX_LISTED_ENTRIES + 1 }, () => 1) },
        remedy: 'retry'
      },
      { target: { kind: 'all' }, remedy: 'discard', choice: null }
    ]
  },
  undoBatch: OF_BATCH,
  stopBatch: { good: [{ batch: 15, isUndoing: true }], bad: [...NEVER, { batch: 15 }, { batch: 15, isUndoing: 'no' }] },
  setBatchHeld: { good: [{ batch: 15, isHeld: false }], bad: [...NEVER, { batch: 15, isHeld: 0 }] },
  sendBatchFirst: OF_BATCH,
  listRemovals: {
    good: [{ group: 'projects', ...firstPage }],
    bad: [...NEVER, { group: 'all', ...firstPage }, { group: 'images', offset: -1, limit: 10 }]
  },
  decideRemovals: {
    good: [{ group: 'images', isRemoving: true }],
    bad: [...NEVER, { group: 'images' }, { group: 'images', isRemoving: 1 }]
  },
  diagnose: NOTHING,
  cancelDiagnosis: NOTHING,
  answerOwner: {
    good: [{ group: 'images', isSame: false }],
    bad: [...NEVER, { group: 'images' }, { group: 'all', isSame: true }]
  },
  getBatch: OF_BATCH,
  setPace: { good: [{ pace: 'share' }], bad: [...NEVER, { pace: 0.5 }, { pace: 'full', until: 1 }] },
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
