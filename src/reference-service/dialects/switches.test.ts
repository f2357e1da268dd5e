/** Effect of every value of every switch on responses. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callWire, type WireResponse } from '../../../test/helpers/call-service.ts'
import { startReferenceService, type RunningService } from '../server.ts'
import { dialectOf } from './dialects.ts'
import { type ServiceDialect, type Switch, type SwitchValue, SWITCHES } from './switches.ts'
import type { Row } from './write-record.ts'

const IMAGES = '/api/v1/images'
const PROJECTS = '/api/v1/projects'
const NEW = 'name=Koi&description=Five+koi&resolution=512x512'
let service: RunningService

beforeAll(async () => {
  service = await startReferenceService({ images: 160, projects: 38, perMinute: 0 })
})
afterAll(() => service.close())

interface Wire {
  readonly call: (line: string, form?: string) => Promise<WireResponse>
  /** Returns the parsed body without validation, because each test checks what it expects. */
  readonly body: (line: string, form?: string) => Promise<Row>
  readonly status: (line: string, form?: string) => Promise<number>
}

/** Returns the value at a path in a body; `undefined` if there is none. */
function at(body: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((value, key) => (Object(value) as Readonly<Record<string | number, unknown>>)[key], body)
}

/** Like `at`, as text; '' if it is not text. */
function textAt(body: unknown, ...path: readonly (string | number)[]): string {
  const text = at(body, ...path)
  return typeof text === 'string' ? text : ''
}

/** Like `at`, as a list of objects; empty if it is not a list. */
function rowsAt(body: unknown, ...path: readonly (string | number)[]): readonly Row[] {
  const rows = at(body, ...path)
  return Array.isArray(rows) ? rows : []
}

function serve(changes: Partial<ServiceDialect>): Wire {
  service.change({ dialect: dialectOf('standard', changes), perMinute: 0, imageQuota: null })
  const call = (line: string, form?: string): Promise<WireResponse> =>
    callWire(service.url, line, form === undefined ? {} : { form })
  return {
    call,
    body: async (line, form) => JSON.parse((await call(line, form)).text),
    status: async (line, form) => (await call(line, form)).status
  }
}

type Check = (wire: Wire) => Promise<void>
const first = async ({ body }: Wire): Promise<Row> => rowsAt(await body(`GET ${IMAGES}?per_page=10`), 'data')[0] ?? {}
const idsOf = (rows: unknown): unknown[] => rowsAt(rows).map((row) => row['id'])
/** Checks that `show` returns these fields. */
const shows =
  (expected: object, id = '5'): Check =>
  async ({ body }) =>
    expect(at(await body(`GET ${IMAGES}/${id}`), 'data')).toMatchObject(expected)
const lacks =
  (...fields: readonly string[]): Check =>
  async (wire) => {
    const row = await first(wire)
    for (const field of fields) expect(row).not.toHaveProperty(field)
  }
const made = (id: number): number => service.store.images.get(id)?.createdAt ?? Number.NaN
const starred = (id: number, favorite: boolean): void => void service.store.images.put(id, { favorite })
const isStarred = (id: number): boolean => service.store.images.get(id)?.favorite === true

const sqlOf = (time: number): string => new Date(time).toISOString().slice(0, 19).replace('T', ' ')

/** Checks that favorites have `on` and the others `off`. */
const flags =
  (on: unknown, off: unknown): Check =>
  async ({ body }) => {
    starred(5, true)
    starred(6, false)
    expect(at(await body(`GET ${IMAGES}/5`), 'data', 'favorite')).toBe(on)
    expect(at(await body(`GET ${IMAGES}/6`), 'data', 'favorite')).toBe(off)
  }

/** Checks which filter values are accepted; the others return the whole list. */
const filters =
  (...obeyed: readonly string[]): Check =>
  async ({ body }) => {
    starred(5, true)
    const all = [...service.truth.images.values()]
    const count = { true: all.filter((image) => image.favorite).length, all: all.length }
    for (const text of ['1', '0', 'true', 'false']) {
      const isOn = text === '1' || text === 'true'
      const expected = !obeyed.includes(text) ? count.all : isOn ? count.true : count.all - count.true
      expect([text, at(await body(`GET ${IMAGES}?favorite=${text}`), 'meta', 'total')]).toEqual([text, expected])
    }
  }

/** Returns a function that counts the matches of a search; one name is "q%x_q". */
async function searching({ body }: Wire): Promise<(text: string) => Promise<unknown>> {
  service.store.images.put(5, { name: 'q%x_q' })
  return async (text) => at(await body(`GET ${IMAGES}?search=${encodeURIComponent(text)}`), 'meta', 'total')
}

const updates =
  (...taken: readonly string[]): Check =>
  async ({ call }) => {
    for (const text of ['1', '0', 'true', 'false', 'yes']) {
      const isOn = text === '1' || text === 'true'
      starred(5, !isOn)
      const { status, text: body } = await call(`PUT ${IMAGES}/5`, `favorite=${text}`)
      expect([text, status]).toEqual([text, taken.includes(text) ? 200 : 422])
      if (status === 422) expect(JSON.parse(body).message).toHaveProperty('favorite')
      expect([text, isStarred(5)]).toEqual([text, taken.includes(text) ? isOn : !isOn])
    }
  }

/** Checks bodies that are read as a list, with that list, and bodies without a readable list. */
const takesLists =
  (taken: Readonly<Record<string, readonly unknown[]>>, ...others: readonly string[]): Check =>
  async ({ status }) => {
    const sent = async (form: string): Promise<unknown> => {
      service.store.images.put(9, { results: ['before'] })
      expect([form, await status(`PUT ${IMAGES}/9`, form)]).toEqual([form, 200])
      return service.truth.images.get(9)?.results
    }
    for (const [form, list] of Object.entries(taken)) expect([form, await sent(form)]).toEqual([form, list])
    for (const form of others) expect([form, await sent(form)]).toEqual([form, ['before']])
  }

/** Checks a deletion. `compare` returns the actual and the expected value. */
const deletes =
  (compare: (response: WireResponse, id: number) => readonly [shown: unknown, expected: unknown]): Check =>
  async ({ call, body }) => {
    const id = Number(at(await body(`POST ${IMAGES}`, NEW), 'data', 'id'))
    const [shown, expected] = compare(await call(`DELETE ${IMAGES}/${id}`), id)
    expect(shown).toEqual(expected)
    expect(service.truth.images.has(id)).toBe(false)
    expect((await call(`DELETE ${IMAGES}/${id}`)).status).toBe(404)
  }

const listedProjects = async ({ body }: Wire): Promise<readonly { id?: unknown; project: string }[]> =>
  at(await body(`GET ${PROJECTS}?sort_by=project&sort=asc`), 'data') as { id?: unknown; project: string }[]

/** Checks the key by which a project is deleted, and the number of deleted projects. */
const removesProjects =
  ({ key, gone }: { readonly key: 'name' | 'id'; readonly gone: number }): Check =>
  async (wire) => {
    const before = service.truth.projects
    const [listed] = await listedProjects(wire)
    const remove = (text: string) => wire.status(`DELETE ${PROJECTS}/${encodeURIComponent(text)}`)
    if (key === 'id') expect(await remove(listed?.project ?? '')).toBe(404)
    expect(await remove(key === 'id' ? String(listed?.id) : (listed?.project ?? ''))).toBe(200)
    expect(before.size - service.truth.projects.size).toBe(gone)
    if (key === 'name') expect(await remove('1')).toBe(404)
    for (const project of before.values()) service.store.projects.put(project)
  }

/** Checks the response of a delayed create, and the record before and after its completion. */
const createsLater =
  (status: number): Check =>
  async ({ call, body }) => {
    service.change({ storeDelayMs: 60_000 })
    const got = await call(`POST ${IMAGES}`, NEW)
    service.change({ storeDelayMs: 0 })
    expect(got.status).toBe(status)
    const { data } = JSON.parse(got.text)
    expect(data).toMatchObject({ name: 'Koi', status: 'processing', url: null, result: null })
    expect(at(await body(`GET ${IMAGES}/${data.id}`), 'data')).toMatchObject({ status: 'processing', url: null })
    const now = JSON.parse((await call(`POST ${IMAGES}`, NEW)).text).data
    expect(at(await body(`GET ${IMAGES}/${now.id}`), 'data')).toMatchObject({
      status: 'ready',
      url: expect.stringMatching(/^http:/)
    })
  }

const fails =
  (expected: object, notFound: object, refusal = 422): Check =>
  async ({ body, status }) => {
    const bad = 'name=&description=d&resolution=640x480'
    expect(await status(`POST ${IMAGES}`, bad)).toBe(refusal)
    expect(await body(`POST ${IMAGES}`, bad)).toEqual(expected)
    expect(await status(`GET ${IMAGES}/9999`)).toBe(404)
    expect(await body(`GET ${IMAGES}/9999`)).toEqual(notFound)
  }

const refusesPast =
  (status: number): Check =>
  async ({ call }) => {
    for (const list of [IMAGES, PROJECTS]) {
      const got = await call(`GET ${list}?page=99`)
      expect([got.status, JSON.parse(got.text)]).toEqual([status, { message: 'Invalid page.', status }])
      expect((await call(`GET ${list}?search=no-such-name`)).status).toBe(200)
    }
  }

/** Checks rate limit headers of the first response and of a rejected one. */
const paces =
  (answered: object, refused: object): Check =>
  async ({ call }) => {
    const fresh = await startReferenceService({
      images: 1,
      projects: 1,
      perMinute: 1,
      dialect: service.settings.dialect
    })
    const names = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'retry-after', 'ratelimit']
    const all = [...names, 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'ratelimit-policy']
    const pace = async (): Promise<object> => {
      const { headers } = await callWire(fresh.url, `GET ${IMAGES}`)
      return Object.fromEntries(all.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])))
    }
    expect(await pace()).toEqual(answered)
    expect(await pace()).toEqual(refused)
    await fresh.close()
    expect((await call(`GET ${IMAGES}`)).headers).not.toHaveProperty('retry-after')
  }

const SECONDS = expect.stringMatching(/^[1-6]?\d$/)
const EPOCH = expect.stringMatching(/^\d{10}$/)
const COUNTS = (left: string): object => ({ 'x-ratelimit-limit': '1', 'x-ratelimit-remaining': left })

const MANY = 'name=&description=d&resolution=640x480'
const REQUIRED = 'The name field is required.'
const INVALID = 'The selected resolution is invalid.'

const CHECKS: { readonly [S in Switch]: { readonly [V in SwitchValue<S>]: Check } } = {
  projects: {
    'by-name': removesProjects({ key: 'name', gone: 1 }),
    'by-id': removesProjects({ key: 'id', gone: 1 }),
    'by-id-with-next': removesProjects({ key: 'id', gone: 2 }),
    'ids-as-names': async (wire) => {
      const rows = await listedProjects(wire)
      expect(rows.map(({ id }) => id)).toEqual(rows.map((_row, place) => (rows[place + 1] ?? rows[0])?.project))
      await removesProjects({ key: 'name', gone: 1 })(wire)
    }
  },
  ids: {
    number: shows({ id: 5 }),
    text: shows({ id: '5' }),
    uuid: async (wire) => {
      const rows = at(await wire.body(`GET ${IMAGES}?per_page=25&sort=asc`), 'data')
      const ids = idsOf(rows).map(String)
      expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
      expect(ids).not.toEqual([...ids].sort())
      expect(at(await wire.body(`GET ${IMAGES}/${ids[3]}`), 'data', 'id')).toBe(ids[3])
      expect(await wire.status(`PUT ${IMAGES}/${ids[3]}`, 'favorite=1')).toBe(200)
      for (const none of ['5', 'no-uuid', `0${String(ids[3]).slice(1)}`])
        expect(await wire.status(`GET ${IMAGES}/${none}`)).toBe(404)
    },
    huge: async ({ call, status }) => {
      const { text } = await call(`GET ${IMAGES}/9007199254740997`)
      expect(text).toContain('"id":9007199254740997,')
      expect(await status(`GET ${IMAGES}/5`)).toBe(404)
      expect(await status(`GET ${IMAGES}/9007199254740992`)).toBe(404)
    }
  },
  flags: {
    digits: flags(1, 0),
    booleans: flags(true, false),
    text: flags('1', '0'),
    words: flags('true', 'false'),
    null: flags(1, null),
    missing: lacks('favorite')
  },
  numbers: {
    number: async ({ body }) => {
      expect(at(await body(`GET ${IMAGES}?per_page=10`), 'meta')).toMatchObject({ per_page: 10, current_page: 1 })
      expect(at(await body(`GET ${PROJECTS}`), 'data', 0, 'reports')).toBeTypeOf('number')
    },
    'text-size': async ({ body }) =>
      expect(at(await body(`GET ${IMAGES}?per_page=10`), 'meta')).toMatchObject({ per_page: '10', current_page: 1 }),
    text: async ({ body }) => {
      const { meta } = await body(`GET ${IMAGES}?per_page=10`)
      expect(meta).toMatchObject({ per_page: '10', current_page: '1', from: '1', to: '10', total: expect.any(String) })
      expect(at(await body(`GET ${PROJECTS}`), 'data', 0, 'reports')).toBeTypeOf('string')
    }
  },
  dates: {
    iso: async (wire) => shows({ created_at: new Date(made(5)).toISOString().replace('Z', '000Z') })(wire),
    sql: async (wire) => shows({ created_at: sqlOf(made(5)) })(wire),
    zoned: async (wire) =>
      shows({ created_at: { date: `${sqlOf(made(5))}.000000`, timezone_type: 3, timezone: 'UTC' } })(wire),
    seconds: async (wire) => shows({ created_at: made(5) / 1000 })(wire),
    milliseconds: async (wire) => shows({ created_at: made(5) })(wire),
    zero: shows({ created_at: '0000-00-00 00:00:00', updated_at: '0000-00-00 00:00:00' }),
    missing: async (wire) => {
      await lacks('created_at', 'updated_at')(wire)
      expect(at(await wire.body(`GET ${PROJECTS}`), 'data', 0)).not.toHaveProperty('created_at')
    }
  },
  stamps: {
    created_at: shows({ created_at: expect.any(String), updated_at: expect.any(String) }),
    created: shows({ created: expect.any(String), modified: expect.any(String) }),
    createdAt: shows({ createdAt: expect.any(String), updatedAt: expect.any(String) }),
    date_created: shows({ date_created: expect.any(String), date_updated: expect.any(String) }),
    inserted_at: shows({ inserted_at: expect.any(String), updated_at: expect.any(String) })
  },
  paging: {
    pages: async ({ body }) => {
      const one = await body(`GET ${IMAGES}?per_page=10&page=1`)
      const two = await body(`GET ${IMAGES}?per_page=10&page=2`)
      expect(at(one, 'meta')).toMatchObject({ current_page: 1, total: service.store.images.size })
      expect(idsOf(at(one, 'data'))).not.toEqual(idsOf(at(two, 'data')))
    },
    'from-zero': async ({ body }) => {
      const zero = await body(`GET ${IMAGES}?per_page=10&page=0`)
      const one = await body(`GET ${IMAGES}?per_page=10&page=1`)
      expect(at(zero, 'meta')).toMatchObject({ current_page: 0, from: 1 })
      expect(at(zero, 'links', 'next')).toContain('page=1')
      expect(idsOf(at(await body(`GET ${IMAGES}?per_page=10`), 'data'))).toEqual(idsOf(at(zero, 'data')))
      expect(at(one, 'meta')).toMatchObject({ current_page: 1, from: 11 })
      const last = Number(at(one, 'meta', 'last_page'))
      const end = await body(`GET ${IMAGES}?per_page=10&page=${last}`)
      expect(at(end, 'links', 'next')).toBeNull()
      expect(idsOf(at(end, 'data')).length).toBeGreaterThan(0)
    },
    simple: async ({ body }) => {
      const page = await body(`GET ${IMAGES}?per_page=10&page=2`)
      expect(at(page, 'meta')).toMatchObject({ current_page: 2, per_page: 10 })
      for (const field of ['total', 'last_page']) expect(at(page, 'meta')).not.toHaveProperty(field)
      expect(at(page, 'links')).toMatchObject({ last: null, next: expect.stringContaining('page=3') })
      expect(at(await body(`GET ${IMAGES}?per_page=100&page=9`), 'links', 'next')).toBeNull()
    },
    cursor: async ({ body }) => {
      const seen: unknown[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const { data, meta, links } = await body(`GET ${IMAGES}?per_page=50&page=3&cursor=${cursor}`)
        seen.push(...idsOf(data))
        for (const field of ['current_page', 'total']) expect(meta).not.toHaveProperty(field)
        cursor = at(meta, 'next_cursor') === null ? null : textAt(meta, 'next_cursor')
        if (cursor === null) expect(at(links, 'next')).toBeNull()
        else expect(at(links, 'next')).toContain(`cursor=${cursor}`)
      }
      expect(seen).toEqual([...service.truth.images.keys()].toReversed())
      expect(idsOf(at(await body(`GET ${IMAGES}?per_page=50&cursor=nonsense`), 'data'))).toEqual(seen.slice(0, 50))
      const projects = await body(`GET ${PROJECTS}?per_page=25`)
      const rest = await body(`GET ${PROJECTS}?per_page=25&cursor=${textAt(projects, 'meta', 'next_cursor')}`)
      expect(idsOf(at(rest, 'data'))).toHaveLength(13)
    },
    ignored: async ({ body }) => {
      const one = await body(`GET ${IMAGES}?per_page=10`)
      const two = await body(`GET ${IMAGES}?per_page=10&page=2`)
      expect(idsOf(at(two, 'data'))).toEqual(idsOf(at(one, 'data')))
      expect(at(two, 'meta')).toMatchObject({ current_page: 1 })
    }
  },
  past: {
    empty: async ({ call }) => {
      const { status, text } = await call(`GET ${IMAGES}?page=99`)
      expect([status, rowsAt(JSON.parse(text), 'data')]).toEqual([200, []])
    },
    missing: refusesPast(404),
    refused: refusesPast(422)
  },
  totals: {
    included: async ({ body }) =>
      expect(at(await body(`GET ${IMAGES}`), 'meta')).toMatchObject({ total: service.store.images.size }),
    missing: async ({ body }) => {
      const { meta, links } = await body(`GET ${IMAGES}`)
      for (const field of ['total', 'last_page']) expect(meta).not.toHaveProperty(field)
      expect(at(links, 'next')).toContain('page=2')
    }
  },
  size: {
    asked: async ({ body }) => expect(idsOf(at(await body(`GET ${IMAGES}?per_page=50`), 'data'))).toHaveLength(50),
    capped: async ({ body }) => {
      for (const [asked, given] of [
        ['10', 10],
        ['25', 25],
        ['100', 25]
      ] as const) {
        const { data, meta } = await body(`GET ${IMAGES}?per_page=${asked}`)
        expect(idsOf(data)).toHaveLength(given)
        expect(meta).toMatchObject({ per_page: given })
      }
    },
    ignored: async ({ body }) => {
      expect(idsOf(at(await body(`GET ${IMAGES}?per_page=10`), 'data'))).toHaveLength(100)
      expect(at(await body(`GET ${PROJECTS}?per_page=50`), 'meta')).toMatchObject({ per_page: 10 })
    }
  },
  usual: {
    interface: async ({ body }) => {
      expect(at(await body(`GET ${IMAGES}`), 'meta')).toMatchObject({ per_page: 100 })
      expect(at(await body(`GET ${PROJECTS}`), 'meta')).toMatchObject({ per_page: 10 })
    },
    other: async ({ body }) => {
      expect(at(await body(`GET ${IMAGES}`), 'meta')).toMatchObject({ per_page: 15 })
      expect(at(await body(`GET ${IMAGES}?per_page=50`), 'meta')).toMatchObject({ per_page: 50 })
    }
  },
  list: {
    meta: async ({ body }) =>
      expect(Object.keys(await body(`GET ${IMAGES}`))).toEqual(['data', 'links', 'meta', 'status']),
    'meta-links': async ({ body }) => {
      const { meta, links } = await body(`GET ${IMAGES}?per_page=10&page=2`)
      const labels = rowsAt(meta, 'links').map((link) => link['label'])
      expect(labels.slice(0, 4)).toEqual(['&laquo; Previous', '1', '2', '3'])
      expect(labels.at(-1)).toBe('Next &raquo;')
      expect(labels).toContain('...')
      expect(at(links, 'next')).toContain('page=3')
      const projects = await body(`GET ${PROJECTS}`)
      expect(rowsAt(projects, 'meta', 'links').map((link) => link['active'])).toEqual([
        false,
        true,
        false,
        false,
        false,
        false
      ])
    },
    flat: async ({ body }) => {
      const got = await body(`GET ${IMAGES}?per_page=25&page=2`)
      expect(got).toMatchObject({ current_page: 2, per_page: 25, total: service.store.images.size, from: 26, to: 50 })
      expect(at(got, 'next_page_url')).toContain('page=3')
      expect(Array.isArray(at(got, 'links'))).toBe(true)
      expect(got).not.toHaveProperty('meta')
      expect(idsOf(at(got, 'data'))).toHaveLength(25)
    },
    array: async ({ body }) => {
      expect(idsOf(await body(`GET ${IMAGES}?per_page=25`))).toHaveLength(25)
      expect(await body(`GET ${IMAGES}?per_page=25&page=99`)).toEqual([])
    },
    items: async ({ body }) => {
      const got = await body(`GET ${IMAGES}?per_page=25`)
      expect(got).toMatchObject({ success: true, data: { total: service.store.images.size } })
      expect(idsOf(at(got, 'data', 'items'))).toHaveLength(25)
    },
    named: async ({ body }) => {
      const got = await body(`GET ${IMAGES}?per_page=25&page=2`)
      expect(at(got, 'pagination')).toMatchObject({ page: 2, per_page: 25, total: service.store.images.size })
      expect(idsOf(at(got, 'images'))).toHaveLength(25)
      expect(at(await body(`GET ${PROJECTS}`), 'projects')).toHaveLength(10)
    },
    results: async ({ body }) => {
      const one = await body(`GET ${IMAGES}?per_page=25`)
      expect(one).toMatchObject({ count: service.store.images.size, previous: null })
      expect(at(one, 'next')).toContain('page=2')
      expect(idsOf(at(one, 'results'))).toHaveLength(25)
      expect(at(await body(`GET ${PROJECTS}?per_page=25&page=2`), 'next')).toBeNull()
    },
    links: async ({ body }) => {
      const one = await body(`GET ${IMAGES}?per_page=25`)
      expect(Object.keys(one)).toEqual(['data', 'links'])
      expect(at(one, 'links')).toMatchObject({ prev: null, next: { href: expect.stringContaining('page=2') } })
      expect(at(await body(`GET ${PROJECTS}?per_page=25&page=2`), 'links', 'next')).toBeNull()
    }
  },
  record: {
    wrapped: async ({ body }) =>
      expect(await body(`GET ${IMAGES}/5`)).toEqual({ data: expect.objectContaining({ id: 5 }), status: 200 }),
    bare: async ({ body }) => {
      expect(await body(`GET ${IMAGES}/5`)).toMatchObject({ id: 5, name: expect.any(String) })
      expect(await body(`PUT ${IMAGES}/5`, 'favorite=1')).toMatchObject({ id: 5, favorite: 1 })
      expect(await body(`POST ${IMAGES}`, NEW)).toMatchObject({ name: 'Koi' })
    },
    success: async ({ body }) =>
      expect(await body(`GET ${IMAGES}/5`)).toEqual({ success: true, data: expect.objectContaining({ id: 5 }) }),
    named: async ({ body }) =>
      expect(await body(`GET ${IMAGES}/5`)).toEqual({ data: { image: expect.objectContaining({ id: 5 }) } }),
    resource: async ({ body }) => {
      const { data } = await body(`GET ${IMAGES}/5`)
      expect(data).toMatchObject({ id: 5, type: 'images', attributes: { 'created-at': expect.any(String) } })
      const rows = rowsAt(await body(`GET ${PROJECTS}`), 'data')
      expect(rows[0]).toMatchObject({ type: 'projects', attributes: { project: rows[0]?.['id'] } })
    }
  },
  unknown: {
    replaced: async ({ status }) =>
      expect(await status(`GET ${IMAGES}?sort=up&sort_by=size&search_by=id&per_page=7`)).toBe(200),
    refused: async ({ body, status }) => {
      const line = `GET ${IMAGES}?sort=up&sort_by=size&search_by=id&per_page=7`
      expect(await status(line)).toBe(422)
      const fields = Object.keys(at(await body(line), 'message') ?? {})
      expect(fields.sort()).toEqual(['per_page', 'search_by', 'sort', 'sort_by'])
      expect(await status(`GET ${IMAGES}?sort=asc&sort_by=name&search_by=name&per_page=25`)).toBe(200)
      expect(await status(`GET ${PROJECTS}?sort_by=id`)).toBe(422)
      expect(await status(`GET ${PROJECTS}?sort_by=project&sort=asc&search_by=project`)).toBe(200)
    }
  },
  search: {
    like: async (wire) => {
      const count = await searching(wire)
      expect(await count('%')).toBe(service.store.images.size)
      expect(await count('0')).toBe(service.store.images.size)
      expect(await count('q%x_q')).toBe(1)
      expect(await count('q_x%q')).toBe(1)
    },
    plain: async (wire) => {
      const count = await searching(wire)
      expect(await count('q%x_q')).toBe(1)
      expect(await count('q_x%q')).toBe(0)
      expect(Number(await count('0'))).toBeLessThan(service.store.images.size)
    },
    ignored: async (wire) => {
      const count = await searching(wire)
      expect(await count('no-such-name')).toBe(service.store.images.size)
    }
  },
  filter: {
    digits: filters('1', '0'),
    words: filters('true', 'false'),
    both: filters('1', '0', 'true', 'false'),
    ignored: filters()
  },
  favorite: {
    digits: updates('1', '0'),
    words: updates('true', 'false'),
    both: updates('1', '0', 'true', 'false')
  },
  demands: {
    lenient: async ({ status }) => {
      expect(await status(`PUT ${IMAGES}/5`, 'favorite=1')).toBe(200)
      expect(await status(`PUT ${IMAGES}/5`, 'results[]=a')).toBe(200)
    },
    strict: async ({ body, status }) => {
      const fields = async (form: string): Promise<string[]> =>
        Object.keys(at(await body(`PUT ${IMAGES}/5`, form), 'message') ?? {})
      expect(await fields('favorite=1')).toEqual(['results'])
      expect(await fields('results[]=a')).toEqual(['favorite'])
      expect(await status(`PUT ${IMAGES}/5`, 'favorite=1&results[]=')).toBe(200)
    }
  },
  carrier: {
    brackets: takesLists(
      { 'results[]=a&results[]=b': ['a', 'b'], 'results[0]=c': ['c'], 'results[]=': [] },
      '{"results":["d"]}'
    ),
    numbered: takesLists(
      { 'results[0]=a&results[1]=b': ['a', 'b'], '{"results":[]}': [] },
      'results[]=c',
      'results[0]=',
      'results=d'
    ),
    json: takesLists(
      { '{"results":["a",{"url":"b"}]}': ['a', { url: 'b' }] },
      'results[]=c',
      'results[0]=d',
      'results=e'
    ),
    repeated: takesLists(
      { 'results=a&results=b': ['a', 'b'] },
      'results[]=c',
      'results[0]=d',
      '{"results":["e"]}',
      'results='
    ),
    last: takesLists(
      { 'results[0]=a&results[1]=b': ['b'], '{"results":["a","b"]}': ['a', 'b'] },
      'results[]=c',
      'results=d'
    )
  },
  put: {
    partial: async ({ body }) => {
      const before = service.store.images.get(7)
      expect(at(await body(`PUT ${IMAGES}/7`, 'favorite=1'), 'data')).toMatchObject({ name: before?.name, favorite: 1 })
    },
    replaces: async ({ body }) => {
      const before = service.store.images.get(7)
      expect(at(await body(`PATCH ${IMAGES}/7`, 'favorite=1'), 'data')).toMatchObject({ name: before?.name })
      expect(at(await body(`PUT ${IMAGES}/7`, 'favorite=1'), 'data')).toMatchObject({
        name: null,
        style: null,
        medium: null,
        filter: null,
        resolution: before?.resolution,
        favorite: 1
      })
      expect(at(await body(`PUT ${IMAGES}/7`, 'name=Back'), 'data')).toMatchObject({ name: 'Back', favorite: 0 })
    },
    'blanks-name': async ({ body }) => {
      const before = service.store.images.get(7)
      expect(at(await body(`PATCH ${IMAGES}/7`, 'favorite=1'), 'data')).toMatchObject({ name: before?.name })
      expect(at(await body(`PUT ${IMAGES}/7`, 'favorite=1'), 'data')).toMatchObject({
        name: null,
        style: before?.style
      })
      expect(at(await body(`PUT ${IMAGES}/7`, 'name=Back'), 'data')).toMatchObject({ name: 'Back', favorite: 1 })
    },
    refused: async ({ call, status }) => {
      const refused = await call(`PUT ${IMAGES}/7`, 'favorite=1')
      expect(refused.status).toBe(405)
      expect(refused.headers['allow']).toBe('GET, HEAD, PATCH, DELETE')
      expect(await status(`PATCH ${IMAGES}/7`, 'favorite=1')).toBe(200)
    }
  },
  verbs: {
    all: async ({ status }) => expect(await status(`PATCH ${IMAGES}/7`, 'favorite=1')).toBe(200),
    spoofed: async ({ status }) => {
      for (const method of ['PUT', 'PATCH', 'DELETE'])
        expect(await status(`${method} ${IMAGES}/8`, 'favorite=1')).toBe(405)
      expect(await status(`POST ${IMAGES}/8`, '_method=PATCH&favorite=1')).toBe(200)
      expect(isStarred(8)).toBe(true)
      expect(await status(`POST ${IMAGES}/8`, '_method=DELETE')).toBe(200)
      expect(service.truth.images.has(8)).toBe(false)
    }
  },
  results: {
    never: lacks('results'),
    show: async (wire) => {
      await lacks('results')(wire)
      await shows({ results: [expect.stringMatching(/^http:/)] }, '20')(wire)
      const { data } = await wire.body(`PUT ${IMAGES}/6`, 'results[]=a.png&results[]=b.png')
      expect(at(data, 'results')).toEqual(['a.png', 'b.png'])
    },
    list: async (wire) => expect(await first(wire)).toHaveProperty('results')
  },
  entries: {
    text: async () => {
      const { body } = serve({ results: 'show' })
      expect(at(await body(`GET ${IMAGES}/20`), 'data', 'results')).toEqual([expect.any(String)])
    },
    objects: async () => {
      const { body } = serve({ results: 'list', entries: 'objects' })
      const { data } = await body(`GET ${IMAGES}/20`)
      expect(at(data, 'results')).toEqual([{ url: at(data, 'url') }])
    }
  },
  description: {
    never: lacks('description'),
    included: async (wire) => {
      expect(await first(wire)).toHaveProperty('description')
      await shows({ description: service.store.images.get(5)?.description })(wire)
    }
  },
  create: {
    inside: async ({ call }) => {
      const { status, text } = await call(`POST ${IMAGES}`, NEW)
      expect(status).toBe(201)
      expect(JSON.parse(text).data).toMatchObject({ url: expect.any(String) })
      expect(JSON.parse(text).data).not.toHaveProperty('status')
    },
    accepted: createsLater(202),
    processing: createsLater(201),
    unnamed: async ({ call, status }) => {
      const before = service.store.images.size
      const got = await call(`POST ${IMAGES}`, NEW)
      expect([got.status, JSON.parse(got.text)]).toEqual([202, { message: 'Your image is being created.' }])
      expect(service.store.images.size).toBe(before + 1)
      expect(await status(`POST ${IMAGES}`, 'name=')).toBe(422)
    }
  },
  deletion: {
    removes: async ({ status }) => {
      expect(await status(`DELETE ${IMAGES}/10`)).toBe(200)
      expect(await status(`GET ${IMAGES}/10`)).toBe(404)
    },
    hides: async ({ body, status }) => {
      expect(await status(`DELETE ${IMAGES}/11`)).toBe(200)
      expect(at(await body(`GET ${IMAGES}/11`), 'data')).toMatchObject({ id: 11, deleted_at: expect.any(String) })
      const { meta } = await body(`GET ${IMAGES}`)
      expect(at(meta, 'total')).toBe(service.store.images.size)
      for (const line of [`DELETE ${IMAGES}/11`, `PUT ${IMAGES}/11`]) expect(await status(line, '')).toBe(404)
    },
    flags: async ({ body, status }) => {
      expect(await status(`DELETE ${IMAGES}/12`)).toBe(200)
      expect(at(await body(`GET ${IMAGES}/12`), 'data')).toMatchObject({ id: 12, deleted_at: expect.any(String) })
      const { data } = await body(`GET ${IMAGES}?sort=asc`)
      const row = rowsAt(data).find(({ id }) => id === 12)
      expect(row).toHaveProperty('deleted_at')
      const project = textAt(await body(`GET ${PROJECTS}`), 'data', 0, 'project')
      expect(await status(`DELETE ${PROJECTS}/${project}`)).toBe(200)
      const rows = at(await body(`GET ${PROJECTS}?search=${project}`), 'data')
      expect(at(rows, 0)).toMatchObject({ project, deleted_at: expect.any(String) })
      expect(await status(`DELETE ${PROJECTS}/${project}`)).toBe(404)
    }
  },
  deleted: {
    flag: deletes(({ status, text }, id) => [
      [status, JSON.parse(text)],
      [200, { id, object: 'image', deleted: true, status: 200 }]
    ]),
    success: deletes(({ text }) => [JSON.parse(text), { success: true, message: 'Deleted.' }]),
    record: deletes(({ text }, id) => [
      JSON.parse(text),
      { data: expect.objectContaining({ id, name: 'Koi' }), status: 200 }
    ]),
    'no-content': deletes(({ status, text, headers }) => [
      [status, text, headers['content-type']],
      [204, '', undefined]
    ]),
    empty: deletes(({ status, text }) => [
      [status, text],
      [200, '']
    ])
  },
  errors: {
    'message-map': fails(
      { message: { name: [REQUIRED], resolution: [INVALID] }, status: 422 },
      { message: 'Resource not found.', status: 404 }
    ),
    'errors-map': fails(
      { message: `${REQUIRED} (and 1 more error)`, errors: { name: [REQUIRED], resolution: [INVALID] } },
      { message: 'Resource not found.' }
    ),
    'errors-list': fails(
      {
        success: false,
        status: 422,
        errors: [
          { field: 'name', message: REQUIRED },
          { field: 'resolution', message: INVALID }
        ]
      },
      { success: false, status: 404, message: 'Resource not found.' }
    ),
    'errors-alone': fails(
      { errors: { name: [REQUIRED], resolution: [INVALID] } },
      { status: 404, error: 'Resource not found.' }
    ),
    pointers: fails(
      {
        errors: [
          { status: '422', detail: REQUIRED, source: { pointer: '/data/attributes/name' } },
          { status: '422', detail: INVALID, source: { pointer: '/data/attributes/resolution' } }
        ]
      },
      { errors: [{ status: '404', detail: 'Resource not found.' }] }
    ),
    root: fails({ name: [REQUIRED], resolution: [INVALID] }, { detail: 'Resource not found.' }, 400),
    text: fails({ error: `${REQUIRED} (and 1 more error)` }, { error: 'Resource not found.' }),
    problem: async (wire) => {
      await fails(
        {
          title: `${REQUIRED} (and 1 more error)`,
          detail: `${REQUIRED} (and 1 more error)`,
          status: 422,
          errors: { name: [REQUIRED], resolution: [INVALID] }
        },
        { title: 'Resource not found.', detail: 'Resource not found.', status: 404 }
      )(wire)
      expect((await wire.call(`GET ${IMAGES}/9999`)).headers['content-type']).toBe('application/problem+json')
    }
  },
  failures: {
    status: async ({ status }) => expect(await status(`GET ${IMAGES}/9999`)).toBe(404),
    inside: async ({ call, body, status }) => {
      expect(await status(`GET ${IMAGES}/9999`)).toBe(200)
      expect(await body(`GET ${IMAGES}/9999`)).toEqual({ success: false, status: 404, message: 'Resource not found.' })
      expect(await body(`POST ${IMAGES}`, 'name=')).toMatchObject({ success: false, status: 422 })
      expect((await call(`PUT ${IMAGES}`)).status).toBe(405)
      const noKey = await callWire(service.url, `GET ${IMAGES}`, { headers: { authorization: 'Bearer other' } })
      expect([noKey.status, JSON.parse(noKey.text)]).toEqual([
        200,
        { success: false, status: 401, message: 'Unauthenticated.' }
      ])
    }
  },
  messages: {
    english: async ({ body }) => expect(at(await body(`POST ${IMAGES}`, MANY), 'message', 'name')).toEqual([REQUIRED]),
    german: async ({ body }) => {
      expect(at(await body(`POST ${IMAGES}`, MANY), 'message')).toEqual({
        name: ['name muss ausgefüllt werden.'],
        resolution: ['Der gewählte Wert für resolution ist ungültig.']
      })
      expect(await body(`GET ${IMAGES}/9999`)).toMatchObject({ message: 'Ressource nicht gefunden.' })
    }
  },
  pictures: {
    absolute: shows({ url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/uploads\/users\/images\/[^/]+$/) }),
    rooted: shows({ url: expect.stringMatching(/^\/uploads\/users\/images\/[^/]+$/) }),
    relative: shows({ url: expect.stringMatching(/^uploads\/users\/images\/[^/]+$/) }),
    name: async (wire) => {
      await lacks('url')(wire)
      await shows({ result: expect.stringMatching(/^[^/]+\.(jpg|png|webp)$/) })(wire)
    }
  },
  picture: {
    url: shows({ url: expect.any(String) }),
    image_url: shows({ image_url: expect.any(String) }),
    image: shows({ image: expect.any(String) }),
    src: async (wire) => {
      await lacks('url')(wire)
      await shows({ src: expect.any(String) })(wire)
    }
  },
  rate: {
    typical: paces(COUNTS('0'), { ...COUNTS('0'), 'retry-after': SECONDS, 'x-ratelimit-reset': EPOCH }),
    none: paces({}, {}),
    'retry-after': paces({}, { 'retry-after': SECONDS }),
    'reset-epoch': paces(
      { ...COUNTS('0'), 'x-ratelimit-reset': EPOCH },
      { ...COUNTS('0'), 'x-ratelimit-reset': EPOCH }
    ),
    'reset-seconds': paces(
      { ...COUNTS('0'), 'x-ratelimit-reset': SECONDS },
      { ...COUNTS('0'), 'x-ratelimit-reset': SECONDS }
    ),
    ietf: paces(
      {
        'ratelimit-limit': '1',
        'ratelimit-remaining': '0',
        'ratelimit-reset': SECONDS,
        'ratelimit-policy': '1;w=60'
      },
      expect.objectContaining({ 'ratelimit-remaining': '0' })
    ),
    'ietf-items': paces(
      { ratelimit: expect.stringMatching(/^"default";r=0;t=\d+$/), 'ratelimit-policy': '"default";q=1;w=60' },
      expect.objectContaining({ ratelimit: expect.stringMatching(/^"default";r=0;t=\d+$/) })
    )
  },
  json: {
    escaped: async ({ call }) => {
      service.store.images.put(5, { name: 'Ü/雨' })
      const { text } = await call(`GET ${IMAGES}/5`)
      expect(text).toContain(String.raw`"\u00dc\/\u96e8"`)
      expect(text).toContain(String.raw`http:\/\/`)
    },
    plain: async ({ call }) => {
      service.store.images.put(5, { name: 'Ü/雨' })
      expect((await call(`GET ${IMAGES}/5`)).text).toContain('"Ü/雨"')
    }
  },
  errorJson: {
    same: async ({ call }) => expect((await call(`GET ${IMAGES}/9999`)).text).not.toContain('\n'),
    pretty: async ({ call }) => {
      expect((await call(`GET ${IMAGES}/9999`)).text).toBe(
        '{\n    "message": "Resource not found.",\n    "status": 404\n}'
      )
      expect((await call(`GET ${IMAGES}/5`)).text).not.toContain('\n')
    }
  },
  mount: {
    root: async ({ status }) => expect(await status(`GET /ai/public${IMAGES}`)).toBe(404),
    below: async ({ body, status, call }) => {
      expect(await status(`GET ${IMAGES}`)).toBe(404)
      const { links, data } = await body(`GET /ai/public${IMAGES}?per_page=10`)
      expect(at(links, 'next')).toBe(`${service.url}/ai/public${IMAGES}?per_page=10&page=2`)
      const url = textAt(
        rowsAt(data).find((row) => row['url'] !== null),
        'url'
      )
      expect(url.startsWith(`${service.url}/ai/public/uploads/`)).toBe(true)
      expect((await call(`GET ${new URL(url).pathname}`)).headers['content-type']).toMatch(/^image\//)
      expect(await status('GET /ai/public/login')).toBe(200)
    }
  }
}

const all = Object.entries(CHECKS).flatMap(([name, values]) =>
  Object.entries<Check>(values).map(([value, check]) => ({ name, value, check }))
)

describe('a switch', () => {
  test.each(all)('$name=$value', async ({ name, value, check }) => {
    expect.hasAssertions()
    await check(serve({ [name]: value }))
  })

  test('has a check for every value', () => {
    for (const [name, values] of Object.entries(SWITCHES)) {
      const checked = all.filter((one) => one.name === name).map((one) => one.value)
      expect(checked.sort()).toEqual(Object.keys(values).sort())
    }
  })
})
