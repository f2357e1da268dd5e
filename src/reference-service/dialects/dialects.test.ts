/** Responses of each operation in every named dialect. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callWire } from '../../../test/helpers/call-service.ts'
import { startReferenceService, type RunningService } from '../server.ts'
import { DIALECT_NAMES, DIALECTS, STANDARD, dialectOf, readSwitch, type DialectName } from './dialects.ts'

const IMAGES = '/api/v1/images'
const PROJECTS = '/api/v1/projects'
const NEW = 'name=Koi&description=Five+koi&resolution=512x512'
const PROJECT = 'shop.example.org'
let service: RunningService

/** Returns status and parsed body; `null` for no body. */
async function call(line: string, form?: string): Promise<readonly [status: number, body: unknown]> {
  const { status, text } = await callWire(service.url, line, form === undefined ? {} : { form })
  return [status, text === '' ? null : JSON.parse(text)]
}

const TEXT = expect.any(String)
const NAME_REQUIRED = 'The name field is required.'
/** Matches an object with at least these fields. */
const has = (fields: object): unknown => expect.objectContaining(fields)
const rows = (row: unknown): unknown => expect.arrayContaining([row])

interface Forms {
  readonly list: unknown
  readonly projects: unknown
  readonly show: unknown
  readonly store: readonly [number, unknown]
  readonly update: unknown
  readonly deleted: readonly [number, unknown]
  readonly projectDeleted: readonly [number, unknown]
  readonly invalid: readonly [number, unknown]
  readonly missing: readonly [number, unknown]
}

const resource = (attributes: object): unknown =>
  has({ id: expect.anything(), type: TEXT, attributes: has(attributes) })
const image = has({ id: 5, favorite: 1, url: expect.stringMatching(/^http/), created_at: TEXT })
const meta = { current_page: 1, per_page: 10, total: 60, last_page: 6 }
const links = has({ next: expect.stringContaining('page=2') })
const projectMeta = { current_page: 1, per_page: 10, total: 12, last_page: 2 }

const STANDARD_FORMS: Forms = {
  list: has({ data: rows(has({ id: 60 })), links, meta: has(meta), status: 200 }),
  projects: has({ data: rows(has({ project: TEXT, reports: expect.any(Number) })), meta: has(projectMeta) }),
  show: { data: image, status: 200 },
  store: [201, { data: has({ name: 'Koi' }), status: 200 }],
  update: { data: image, status: 200 },
  deleted: [200, { id: 6, object: 'image', deleted: true, status: 200 }],
  projectDeleted: [200, { id: PROJECT, object: 'report', deleted: true, status: 200 }],
  invalid: [422, { message: { name: [NAME_REQUIRED] }, status: 422 }],
  missing: [404, { message: 'Resource not found.', status: 404 }]
}

const inText = has({ id: '5', favorite: '1' })
const B_FORMS: Forms = {
  ...STANDARD_FORMS,
  list: has({ data: rows(has({ id: '60' })), meta: has({ ...meta, per_page: '10' }) }),
  projects: has({ meta: has({ ...projectMeta, per_page: '10' }) }),
  show: { data: has({ id: '5', created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) }), status: 200 },
  update: { data: inText, status: 200 },
  deleted: [200, { id: '6', object: 'image', deleted: true, status: 200 }]
}

const C_FORMS: Forms = {
  ...STANDARD_FORMS,
  list: has({ ...meta, data: rows(has({ id: 60 })), links: rows(has({ label: '1', active: true })) }),
  projects: has({ ...projectMeta, data: rows(has({ project: TEXT })) }),
  show: image,
  store: [201, has({ name: 'Koi' })],
  update: image
}

const D_META = { current_page: 1, per_page: 10 }
const D_FORMS: Forms = {
  ...STANDARD_FORMS,
  list: has({ links: has({ next: expect.stringContaining('page=2'), last: null }), meta: has(D_META) }),
  projects: has({ links: has({ next: expect.stringContaining('page=2'), last: null }), meta: has(D_META) })
}

const byCursor = has({ links: has({ next: expect.stringContaining('cursor=') }), meta: has({ next_cursor: TEXT }) })

const CUSTOM = { favorite: 1, url: expect.stringMatching(/^\/uploads\//) }
const E_FORMS: Forms = {
  list: { success: true, data: { items: rows(has({ id: 60, results: expect.any(Array) })), total: 60 } },
  projects: { success: true, data: { items: rows(has({ project: TEXT })), total: 12 } },
  show: { success: true, data: has({ ...CUSTOM, results: [expect.stringMatching(/^\/uploads\//)] }) },
  store: [202, { success: true, data: has({ name: 'Koi', status: TEXT }) }],
  update: { success: true, data: has(CUSTOM) },
  deleted: [200, { success: true, message: 'Deleted.' }],
  projectDeleted: [200, { success: true, message: 'Deleted.' }],
  invalid: [200, { success: false, status: 422, errors: [{ field: 'name', message: NAME_REQUIRED }] }],
  missing: [200, { success: false, status: 404, message: 'Resource not found.' }]
}

const FORMS: Readonly<Record<DialectName, Forms>> = {
  standard: STANDARD_FORMS,
  A: {
    ...STANDARD_FORMS,
    list: has({ data: rows(has({ id: 60 })), links, meta: has({ ...meta, links: rows(has({ label: '1' })) }) }),
    show: { data: has({ id: 5, favorite: true }), status: 200 },
    update: { data: has({ id: 5, favorite: true }), status: 200 },
    deleted: [204, null],
    projectDeleted: [204, null],
    invalid: [422, { message: NAME_REQUIRED, errors: { name: [NAME_REQUIRED] } }],
    missing: [404, { message: 'Resource not found.' }]
  },
  B: B_FORMS,
  'B-zoned': {
    ...B_FORMS,
    list: has({ meta: has({ current_page: '1', per_page: '10', total: '60' }) }),
    projects: has({ data: rows(has({ reports: TEXT })), meta: has({ total: '12' }) }),
    show: { data: has({ id: '5', created_at: { date: TEXT, timezone_type: 3, timezone: 'UTC' } }), status: 200 }
  },
  C: C_FORMS,
  'C-array': { ...C_FORMS, list: rows(has({ id: 60 })), projects: rows(has({ project: TEXT })) },
  D: D_FORMS,
  'D-cursor': {
    ...D_FORMS,
    list: byCursor,
    projects: byCursor
  },
  E: E_FORMS,
  'E-processing': {
    ...E_FORMS,
    show: { success: true, data: has({ results: [{ url: expect.stringMatching(/^\/uploads\//) }] }) },
    store: [201, { success: true, data: has({ name: 'Koi', status: TEXT }) }]
  },
  django: {
    list: { count: 60, next: expect.stringContaining('page=2'), previous: null, results: rows(has({ id: 60 })) },
    projects: has({ count: 12, results: rows(has({ project: TEXT, created: TEXT })) }),
    show: has({ id: 5, favorite: true, created: TEXT, modified: TEXT }),
    store: [201, has({ name: 'Koi' })],
    update: has({ id: 5, favorite: true }),
    deleted: [204, null],
    projectDeleted: [204, null],
    invalid: [400, { name: [NAME_REQUIRED] }],
    missing: [404, { detail: 'Resource not found.' }]
  },
  rails: {
    list: { images: rows(has({ id: 60 })), pagination: has({ page: 1, total: 60 }) },
    projects: { projects: rows(has({ project: TEXT })), pagination: has({ page: 1, total: 12 }) },
    show: has({ id: 5, favorite: true }),
    store: [201, has({ name: 'Koi' })],
    update: has({ id: 5, favorite: true }),
    deleted: [204, null],
    projectDeleted: [204, null],
    invalid: [422, { errors: { name: [NAME_REQUIRED] } }],
    missing: [404, { status: 404, error: 'Resource not found.' }]
  },
  jsonapi: {
    list: { data: rows(resource({ name: TEXT })), links: has({ next: { href: expect.stringContaining('page=2') } }) },
    projects: has({ data: rows(resource({ project: TEXT })) }),
    show: { data: resource({ favorite: true, 'created-at': TEXT }) },
    store: [201, { data: resource({ name: 'Koi' }) }],
    update: { data: resource({ favorite: true }) },
    deleted: [204, null],
    projectDeleted: [204, null],
    invalid: [
      422,
      { errors: [{ status: '422', detail: NAME_REQUIRED, source: { pointer: '/data/attributes/name' } }] }
    ],
    missing: [404, { errors: [{ status: '404', detail: 'Resource not found.' }] }]
  }
}

describe.each(DIALECT_NAMES)('dialect %s', (name) => {
  const forms = FORMS[name]
  beforeAll(async () => {
    service = await startReferenceService({ images: 60, projects: 12, perMinute: 0, dialect: dialectOf(name) })
    service.store.images.put(5, { favorite: true })
  })
  afterAll(() => service.close())

  test('lists images', async () => expect(await call(`GET ${IMAGES}?per_page=10`)).toEqual([200, forms.list]))

  test('lists projects', async () => expect(await call(`GET ${PROJECTS}?per_page=10`)).toEqual([200, forms.projects]))

  test('shows', async () => expect(await call(`GET ${IMAGES}/5`)).toEqual([200, forms.show]))
  test('stores', async () => expect(await call(`POST ${IMAGES}`, NEW)).toEqual(forms.store))

  test('updates by PUT and by PATCH', async () => {
    for (const method of ['PUT', 'PATCH'])
      expect(await call(`${method} ${IMAGES}/5`, 'favorite=1&results[0]=a.png')).toEqual([200, forms.update])
    expect(service.truth.images.get(5)?.favorite).toBe(true)
  })

  test('deletes an image, once', async () => {
    expect(await call(`DELETE ${IMAGES}/6`)).toEqual(forms.deleted)
    expect(service.truth.images.has(6)).toBe(false)
    expect(await call(`DELETE ${IMAGES}/6`)).toEqual(forms.missing)
  })

  test('deletes a project, once', async () => {
    service.store.projects.put({ project: PROJECT, reports: 1, result: '1.00', createdAt: 0 })
    expect(await call(`DELETE ${PROJECTS}/${PROJECT}`)).toEqual(forms.projectDeleted)
    expect(await call(`DELETE ${PROJECTS}/${PROJECT}`)).toEqual(forms.missing)
  })

  test('rejects invalid updates and unknown records', async () => {
    expect(await call(`PUT ${IMAGES}/5`, 'name=&favorite=1&results[0]=a.png')).toEqual(forms.invalid)
    expect(await call(`GET ${IMAGES}/999`)).toEqual(forms.missing)
  })
})

test('every other dialect differs from the standard one, and single switches override it', () => {
  expect(DIALECT_NAMES.filter((name) => Object.keys(DIALECTS[name].changes).length === 0)).toEqual(['standard'])
  expect(dialectOf('standard')).toEqual(STANDARD)
  expect(dialectOf('B', { ids: 'uuid' })).toMatchObject({ ids: 'uuid', dates: 'sql', list: 'meta' })
})

test('only exact names of switches are accepted', () => {
  expect(readSwitch('ids=uuid')).toEqual({ ids: 'uuid' })
  for (const text of ['ids', 'ids=', 'ids=constructor', 'toString=x', '=uuid']) expect(readSwitch(text)).toBeNull()
})
