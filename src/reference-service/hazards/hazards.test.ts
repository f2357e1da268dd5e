/** Effect of every hazard on responses, and whether the work is done. */
import { Agent } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { responseOf, callWire, codeOf, type WireResponse, type WireCall } from '../../../test/helpers/call-service.ts'
import { dialectOf } from '../dialects/dialects.ts'
import { startReferenceService, type RunningService } from '../server.ts'
import { startWithHazards, type HazardOptions, type HazardService } from '../start-with-hazards.ts'
import type { Hazard } from './hazard.ts'
import { HAZARDS, type HazardId } from './hazards.ts'
import { faultHook, pictureFault, playOf } from './play-hazard.ts'

const IMAGES = '/api/v1/images'
const PROJECTS = '/api/v1/projects'
const NEW = 'name=Koi&description=Five+koi&resolution=512x512'

let service: RunningService
beforeAll(async () => {
  service = await startReferenceService({ images: 120, projects: 38, perMinute: 0 })
})
afterAll(() => service.close())
beforeEach(() => service.change({ faults: null, pictureFault: null, perMinute: 0, dialect: dialectOf('standard') }))

const opened: HazardService[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()))
})

function hazardNamed(id: HazardId): Hazard {
  const hazard = HAZARDS.find((one) => one.id === id)
  if (hazard === undefined) throw new Error(`No hazard ${id}`)
  return hazard
}

/** Plays the hazard on the shared service. */
function play(id: HazardId): (line: string, form?: string) => Promise<WireResponse> {
  const plays = [playOf(hazardNamed(id))]
  service.change({ faults: faultHook(plays), pictureFault: pictureFault(plays) })
  return (line, form) => callWire(service.url, line, form === undefined ? {} : { form })
}

/** Starts a separate service with the hazard, behind a front without real delays. */
async function open(id: HazardId, more: Partial<HazardOptions> = {}): Promise<HazardService> {
  const started = await startWithHazards({
    images: 30,
    projects: 3,
    perMinute: 0,
    wait: async () => undefined,
    ...more,
    plays: [playOf(hazardNamed(id))]
  })
  opened.push(started)
  return started
}

const jsonOf = ({ text }: WireResponse): Row => JSON.parse(text)
interface Row {
  readonly [field: string]: unknown
}
const recordOf = (response: WireResponse): Row => JSON.parse(response.text).data
const rowsOf = (response: WireResponse): readonly Row[] => JSON.parse(response.text).data
const metaOf = (response: WireResponse): Row => JSON.parse(response.text).meta

type Check = (id: HazardId) => Promise<void>

/** Checks the response of the list. */
const answers =
  (status: number, wanted: Partial<Record<'type' | 'text', unknown>> = {}): Check =>
  async (id) => {
    const got = await play(id)(`GET ${IMAGES}`)
    expect(got.status).toBe(status)
    expect(got).toMatchObject({
      ...(wanted.type === undefined ? {} : { headers: { 'content-type': wanted.type } }),
      ...(wanted.text === undefined ? {} : { text: wanted.text })
    })
  }

const HTML = expect.stringContaining('text/html')
const webPage = (status: number): Check =>
  answers(status, { type: HTML, text: expect.stringMatching(/^<(!DOCTYPE )?html/) })
const told = (status: number): Check =>
  answers(status, { type: 'application/json', text: expect.stringMatching(/^\{"message":/) })

/** Checks that the text of a list and of a failure is changed, and that the list is complete without the change. */
const around =
  (looks: RegExp, without: (text: string) => string): Check =>
  async (id) => {
    const call = play(id)
    const { text } = await call(`GET ${IMAGES}?per_page=10`)
    expect(text).toMatch(looks)
    expect(JSON.parse(without(text)).data).toHaveLength(10)
    expect((await call(`GET ${IMAGES}/9999`)).text).toMatch(looks)
  }

const headers =
  (wanted: object, status = 429): Check =>
  async (id) => {
    const got = await play(id)(`GET ${PROJECTS}`)
    expect(got.status).toBe(status)
    expect(got.headers).toMatchObject(wanted)
  }

/** Checks that records of list and show contain these fields. */
const carries =
  (wanted: object): Check =>
  async (id) => {
    const call = play(id)
    expect(rowsOf(await call(`GET ${IMAGES}?per_page=10`))[0]).toMatchObject(wanted)
    expect(recordOf(await call(`GET ${IMAGES}/5`))).toMatchObject(wanted)
  }

const unpacks =
  (encoding: string, unpack: (bytes: Buffer) => Buffer): Check =>
  async (id) => {
    const got = await play(id)(`GET ${IMAGES}/5`)
    expect(got.headers['content-encoding']).toBe(encoding)
    expect(JSON.parse(unpack(got.bytes).toString('utf8')).data.id).toBe(5)
  }

/** Returns the path of an existing picture. */
const picturePath = async (): Promise<string> => {
  const { text } = await callWire(service.url, `GET ${IMAGES}?per_page=10`)
  const row = (JSON.parse(text).data as readonly Row[]).find(({ url }) => url !== null)
  return new URL(String(row?.['url'])).pathname
}

const picture =
  (wanted: object): Check =>
  async (id) => {
    const path = await picturePath()
    expect(await play(id)(`GET ${path}`)).toMatchObject(wanted)
  }

/** Checks the address of every record with a picture. */
const addressed =
  (wanted: RegExp): Check =>
  async (id) => {
    const urls = rowsOf(await play(id)(`GET ${IMAGES}?per_page=10`)).flatMap(({ url }) => (url === null ? [] : [url]))
    expect(urls.length).toBeGreaterThan(0)
    for (const url of urls) expect(url).toMatch(wanted)
  }

/** Checks an update through the front: its result, as a status or a code, and whether it was done. */
const wired =
  (ends: string, isDone: boolean): Check =>
  async (id) => {
    const { url, service: own } = await open(id)
    own.store.images.put(5, { favorite: false })
    expect(await endOf(url, `PUT ${IMAGES}/5`, { form: 'favorite=1' })).toBe(ends)
    expect(own.truth.images.get(5)?.favorite).toBe(isDone)
  }

/** Returns "200", or the error code that ended the request before or within the response ("200 ECONNRESET"). */
async function endOf(url: string, line: string, call: WireCall): Promise<string> {
  try {
    const { status, broken } = await callWire(url, line, call)
    return broken === null ? String(status) : `${status} ${broken}`
  } catch (error) {
    return codeOf(error)
  }
}

const sent =
  (status: number, to: (url: string) => string): Check =>
  async (id) => {
    const { url, service: own } = await open(id)
    const got = await callWire(url, `PUT ${IMAGES}/5?x=1`, { form: 'name=Sent' })
    expect([got.status, got.headers['location']]).toEqual([status, to(url)])
    expect(own.truth.images.get(5)?.name).not.toBe('Sent')
  }

/** Like `sent`, and checks that the target is the service. */
const moved =
  (status: number, to: (url: string) => string): Check =>
  async (id) => {
    await sent(status, to)(id)
    const there = new URL(to(opened[0]?.url ?? ''))
    const got = await callWire(there.origin, `PUT ${there.pathname}`, { form: 'name=Arrived' })
    expect([got.status, opened[0]?.service.truth.images.get(5)?.name]).toEqual([200, 'Arrived'])
  }

const shows =
  (code: RegExp): Check =>
  async (id) => {
    const { url, trusted } = await open(id)
    expect(url).toMatch(/^https:/)
    expect(await endOf(url, `GET ${IMAGES}`, { ca: trusted })).toMatch(code)
  }

const at = (path: string) => (url: string) => `${url}${path}${IMAGES}/5?x=1`

const CHECKS: Readonly<Record<HazardId, Check>> = {
  html: webPage(200),
  'html-401': webPage(401),
  'html-403': webPage(403),
  'html-404': webPage(404),
  'no-content': answers(204, { text: '' }),
  empty: answers(200, { text: '' }),
  'deleted-false': async (id) => {
    const got = await play(id)(`DELETE ${IMAGES}/5`)
    expect([got.status, jsonOf(got)]).toEqual([200, { deleted: false, status: 200 }])
  },
  'success-false': answers(200, { text: expect.stringContaining('"success":false') }),
  'status-500-inside': answers(200, { text: expect.stringContaining('"status":500') }),
  'bare-done': async (id) => {
    const got = await play(id)(`POST ${IMAGES}`, NEW)
    expect([got.status, jsonOf(got)]).toEqual([200, { success: true }])
  },

  'json-as-html': answers(200, { type: HTML, text: expect.stringMatching(/^\{"data":/) }),
  'json-without-type': async (id) => {
    const got = await play(id)(`GET ${IMAGES}`)
    expect(got.headers).not.toHaveProperty('content-type')
    expect(rowsOf(got)).toHaveLength(100)
  },
  bom: around(/^\uFEFF\{/, (text) => text.slice(1)),
  warnings: around(/^\nWarning: .+ on line 3\nPHP Warning: .+\n\{/, (text) => text.slice(text.indexOf('{'))),
  'html-warnings': around(/^<br \/>\n<b>Deprecated<\/b>: {2}.+<br \/>\n\{/, (text) => text.slice(text.indexOf('{'))),
  'trailing-junk': around(/\}\n<!-- served in 0\.21 s \{\} -->$/, (text) => text.split('\n')[0] ?? ''),
  broken: async (id) => {
    const got = await play(id)(`GET ${IMAGES}`)
    expect(() => JSON.parse(got.text)).toThrow(SyntaxError)
    expect(got).toMatchObject({ status: 200, broken: null, text: expect.stringMatching(/^\{"data":/) })
  },
  'deep-nesting': around(/^\{"extra":\[{20000}\]{20000},/, (text) => text.replace(/"extra":\[+\]+,/, '')),
  'huge-exponent': around(/^\{"weight":1e400,/, (text) => text),
  'duplicate-keys': around(/^\{"(\w+)":null,"\1":/, (text) => text),

  gzip: unpacks('gzip', gunzipSync),
  'gzip-truncated': async (id) => {
    const got = await play(id)(`GET ${IMAGES}/5`)
    expect(got).toMatchObject({ headers: { 'content-encoding': 'gzip' }, broken: null })
    expect(() => gunzipSync(got.bytes)).toThrow('unexpected end of file')
  },
  'gzip-not': async (id) => {
    const got = await play(id)(`GET ${IMAGES}/5`)
    expect(got.headers['content-encoding']).toBe('gzip')
    expect(recordOf(got)['id']).toBe(5)
  },
  'gzip-bomb': async (id) => {
    const got = await play(id)(`GET ${IMAGES}/5`)
    expect(got.bytes.length).toBeLessThan(200_000)
    expect(() => gunzipSync(got.bytes, { maxOutputLength: 32 * 1024 * 1024 })).toThrow(RangeError)
  },
  'latin-1': async (id) => {
    const { bytes, headers: shown } = await play(id)(`GET ${IMAGES}/5`)
    expect(shown['content-type']).toBe('application/json; charset=ISO-8859-1')
    expect(JSON.parse(bytes.toString('latin1')).data.name).toBe('Café à la crème, 20 °C')
  },
  'latin-1-unlabeled': async (id) => {
    const { bytes, headers: shown } = await play(id)(`GET ${IMAGES}/5`)
    expect(shown['content-type']).toBe('application/json')
    expect(bytes.includes(Buffer.from('Café', 'latin1'))).toBe(true)
  },

  'status-400': told(400),
  'status-401': told(401),
  'status-403': told(403),
  'status-404': told(404),
  'status-404-named': async (id) => {
    const call = play(id)
    expect((await call(`GET ${IMAGES}/5`)).text).toContain('[Image] 5')
    expect((await call(`PUT ${IMAGES}/6`)).text).toContain('[Image] 6')
  },
  'status-405': headers({ allow: 'GET, HEAD' }, 405),
  'status-407': webPage(407),
  'status-408': told(408),
  'status-409': told(409),
  'status-410': told(410),
  'status-413': webPage(413),
  'status-422': answers(422, { text: expect.stringContaining('{"quota":[') }),
  'status-425': told(425),
  'status-500': told(500),
  'status-502': webPage(502),
  'status-503': told(503),
  'status-504-done': async (id) => expect((await play(id)(`PUT ${IMAGES}/5`, '')).status).toBe(504),
  'status-500-upstream': answers(500, { text: expect.stringMatching(/API key provided: sk-/) }),
  'status-500-trace': async (id) => {
    const got = await play(id)(`GET ${IMAGES}`)
    expect(got).toMatchObject({ status: 500, text: expect.stringContaining('KEY=sk-') })
    expect(got.bytes.length).toBeGreaterThan(190_000)
  },

  'retry-after': headers({ 'retry-after': '7' }),
  'retry-after-date': async (id) => {
    const { headers: shown } = await play(id)(`GET ${IMAGES}`)
    expect(Date.parse(shown['retry-after'] ?? '') - Date.parse(shown.date ?? '')).toBe(7_000)
  },
  'retry-after-none': async (id) => {
    const { status, headers: shown } = await play(id)(`GET ${IMAGES}`)
    expect([status, shown['retry-after'], shown['x-ratelimit-reset']]).toEqual([429, undefined, undefined])
  },
  'retry-after-zero': headers({ 'retry-after': '0' }),
  'retry-after-negative': headers({ 'retry-after': '-5' }),
  'retry-after-absurd': headers({ 'retry-after': '3153600000' }),
  'retry-after-fraction': headers({ 'retry-after': '1.5' }),
  'reset-only': headers({ 'x-ratelimit-reset': expect.stringMatching(/^\d{10}$/) }),
  'retry-after-503': headers({ 'retry-after': '7' }, 503),
  'stacked-limits': headers({ 'x-ratelimit-limit': '60, 1000;w=3600', 'x-ratelimit-remaining': '59, 12' }, 200),

  'name-surrogate': carries({ name: 'Half \ud83d of it' }),
  'name-nul': carries({ name: 'Nul\u0000inside' }),
  'name-odd': carries({ name: expect.stringMatching(/^100%_a\/b\\c\?d#e.+<img.+雨.+👩‍🎨 \u202egpj\.exe \u2066$/u) }),
  'name-long': carries({ name: expect.stringMatching(/^.{5000}$/) }),
  'name-null': carries({ name: null }),
  'enum-unknown': carries({ style: 'cubism', medium: 7, filter: '', resolution: '640x480' }),
  'fields-unknown': carries({ __v: 3, owner: { id: 9, tags: ['a', null] } }),
  'id-missing': async (id) => {
    const call = play(id)
    expect(rowsOf(await call(`GET ${IMAGES}`))[0]).not.toHaveProperty('id')
    expect(rowsOf(await call(`GET ${PROJECTS}`))[0]).not.toHaveProperty('project')
  },
  'rows-no-records': async (id) =>
    expect(rowsOf(await play(id)(`GET ${IMAGES}`)).slice(0, 4)).toEqual([null, 'text', [], expect.any(Object)]),
  'other-record': async (id) => {
    const call = play(id)
    expect(recordOf(await call(`GET ${IMAGES}/5`))['id']).toBe(1_000_005)
    service.change({ dialect: dialectOf('standard', { ids: 'text' }) })
    expect(recordOf(await call(`GET ${IMAGES}/5`))['id']).toBe('9')
  },
  'update-unchanged': async (id) => {
    const name = service.truth.images.get(6)?.name
    const got = await play(id)(`PUT ${IMAGES}/6`, 'name=Other&favorite=true')
    expect([got.status, recordOf(got)['name'], service.truth.images.get(6)?.name]).toEqual([200, name, name])
  },
  'update-flag-only': async (id) => {
    const name = service.truth.images.get(6)?.name
    service.store.images.put(6, { favorite: false })
    expect(recordOf(await play(id)(`PUT ${IMAGES}/6`, 'name=Other&favorite=1'))).toMatchObject({ name, favorite: 1 })
  },
  'reads-lag': async (id) => {
    const call = play(id)
    expect(recordOf(await call(`PUT ${IMAGES}/6`, 'favorite=1'))['favorite']).toBe(1)
    for (const [flags, shown] of [
      ['digits', 0],
      ['booleans', false],
      ['text', '0'],
      ['words', 'false'],
      ['null', 0],
      ['missing', undefined]
    ] as const) {
      service.change({ dialect: dialectOf('standard', { flags }) })
      expect(recordOf(await call(`GET ${IMAGES}/6`))['favorite']).toBe(shown)
    }
  },
  'results-other': carries({ results: ['https://pictures.example/other.png'] }),
  'name-shortened': async (id) => {
    const got = await play(id)(`PUT ${IMAGES}/6`, 'name=A+name+that+is+much+too+long')
    expect(recordOf(got)['name']).toBe('A name that is much')
    expect(service.truth.images.get(6)?.name).toBe('A name that is much')
  },
  'name-tidied': async (id) =>
    expect(recordOf(await play(id)(`POST ${IMAGES}`, NEW.replace('Koi', 'A+++b%09c')))['name']).toBe('A b c'),

  'rows-shift-down': async (id) => {
    const call = play(id)
    const ids = async (page: number): Promise<unknown[]> =>
      rowsOf(await call(`GET ${IMAGES}?per_page=10&page=${page}`)).map((row) => row['id'])
    const [one, two, three] = [await ids(1), await ids(2), await ids(3)]
    expect(two[0]).toBe(one.at(-1))
    expect(three[0]).toBe(two.at(-1))
  },
  'rows-shift-up': async (id) => {
    const call = play(id)
    const ids = async (page: number): Promise<number[]> =>
      rowsOf(await call(`GET ${IMAGES}?per_page=10&page=${page}&sort=asc`)).map((row) => Number(row['id']))
    const [one, two] = [await ids(1), await ids(2)]
    const all = [...service.truth.images.keys()]
    expect(two[0]).toBe(all[all.indexOf(one.at(-1) ?? 0) + 2])
  },
  'row-twice': async (id) => {
    const rows = rowsOf(await play(id)(`GET ${IMAGES}?per_page=10`))
    expect(rows).toHaveLength(11)
    expect(rows[1]).toEqual(rows[0])
  },
  'total-changes': async (id) => {
    const call = play(id)
    const total = async (page: number): Promise<unknown> =>
      metaOf(await call(`GET ${IMAGES}?per_page=10&page=${page}`))['total']
    expect(await total(1)).not.toBe(await total(2))
  },
  'total-zero': async (id) => {
    const got = await play(id)(`GET ${IMAGES}`)
    expect([metaOf(got)['total'], rowsOf(got).length]).toEqual([0, 100])
  },
  'bounds-null': async (id) => {
    const call = play(id)
    expect(metaOf(await call(`GET ${IMAGES}`))).toMatchObject({ from: null, to: null, current_page: 1 })
    service.change({ dialect: dialectOf('standard', { numbers: 'text' }) })
    expect(metaOf(await call(`GET ${IMAGES}`))).toMatchObject({ from: null, to: null, current_page: '1' })
  },
  'links-elsewhere': async (id) => {
    const got = await play(id)(`GET ${IMAGES}?per_page=10`)
    expect(JSON.parse(got.text).links.next).toBe(`http://elsewhere.example${IMAGES}?per_page=10&page=2`)
    expect(got.text).toContain(`\\/\\/127.0.0.1`)
  },
  'list-empty': async (id) => {
    const got = await play(id)(`GET ${IMAGES}`)
    expect([metaOf(got)['total'], rowsOf(got)]).toEqual([0, []])
  },
  'page-missing': async (id) => {
    const call = play(id)
    for (const page of [6, 8]) expect((await call(`GET ${IMAGES}?per_page=10&page=${page}`)).status).toBe(200)
    expect((await call(`GET ${IMAGES}?per_page=10&page=7`)).status).toBe(404)
  },
  'projects-odd': async (id) => {
    const names = rowsOf(await play(id)(`GET ${PROJECTS}`)).map((row) => row['project'])
    expect(names).toEqual(expect.arrayContaining(['', '.', '..', 'a/b', '雨.example']))
    expect(names.filter((name) => name === names[0])).toHaveLength(2)
  },

  'picture-html-as-jpeg': picture({ headers: { 'content-type': 'image/jpeg' }, text: expect.stringMatching(/^<!/) }),
  'picture-svg': picture({ headers: { 'content-type': 'image/svg+xml' }, text: expect.stringContaining('<script>') }),
  'picture-empty': picture({ status: 200, headers: { 'content-length': '0' } }),
  'picture-wrong-type': picture({ headers: { 'content-type': 'text/plain' } }),
  'picture-broken': async (id) => {
    const path = await picturePath()
    const whole = await callWire(service.url, `GET ${path}`)
    const got = await play(id)(`GET ${path}`)
    expect([got.bytes.length, got.broken]).toEqual([Math.floor(whole.bytes.length / 2), null])
  },
  'picture-cut': picture({ status: 200, broken: 'ECONNRESET' }),
  'picture-giant': async (id) => {
    const path = await picturePath()
    const { bytes } = await play(id)(`GET ${path}`)
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([60_000, 60_000])
    expect(bytes.length).toBeLessThan(200)
  },
  'picture-heavy': async (id) => {
    const path = await picturePath()
    play(id)
    const response = await responseOf(service.url, `GET ${path}`)
    expect(Number(response.headers['content-length'])).toBeGreaterThan(80 * 1024 * 1024)
    response.destroy()
  },
  'picture-403': picture({ status: 403 }),
  'picture-404': picture({ status: 404 }),
  'picture-410': picture({ status: 410 }),
  'picture-500': picture({ status: 500 }),
  'address-protocol-relative': addressed(/^\/\/127\.0\.0\.1:\d+\/uploads\//),
  'address-data': addressed(/^data:image\/png;base64,iVBOR/),
  'address-unescaped': addressed(/\/ein schönes bild 100% \[1\]\.jpg$/),
  'address-script': addressed(/^javascript:/),
  'address-plain': addressed(/^http:\/\/127/),
  'address-private': addressed(/^http:\/\/169\.254\.169\.254\//),
  'address-password': addressed(/^http:\/\/user:pass@127/),

  'reset-before': wired('ECONNRESET', false),
  'reset-after': wired('ECONNRESET', true),
  'reset-reused': async (id) => {
    const { url, service: own } = await open(id)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    expect(await endOf(url, `PUT ${IMAGES}/5`, { form: 'name=One', agent })).toBe('200')
    expect(await endOf(url, `PUT ${IMAGES}/5`, { form: 'name=Two', agent })).toBe('ECONNRESET')
    expect(await endOf(url, `GET ${IMAGES}/5`, { agent })).toBe('200')
    expect(own.truth.images.get(5)?.name).toBe('One')
    agent.destroy()
  },
  truncated: wired('200 ECONNRESET', true),
  'slow-body': async (id) => {
    const waits: number[] = []
    const { url } = await open(id, { wait: async (ms) => void waits.push(ms) })
    expect(rowsOf(await callWire(url, `GET ${IMAGES}`))).toHaveLength(30)
    expect(waits.length).toBeGreaterThan(15)
    expect(new Set(waits)).toEqual(new Set([100]))
  },
  'stalled-body': async (id) => {
    const { url, service: own } = await open(id)
    const response = await responseOf(url, `PUT ${IMAGES}/5`, { form: 'name=Stalled' })
    const piece = await new Promise<Buffer>((resolve) => response.once('data', resolve))
    expect(piece.length).toBeLessThan(Number(response.headers['content-length']))
    expect(response.complete).toBe(false)
    expect(own.truth.images.get(5)?.name).toBe('Stalled')
    response.on('error', () => undefined)
  },
  silent: async (id) => {
    const silent = await open(id)
    const { url, service: own } = silent
    const ending = endOf(url, `PUT ${IMAGES}/5`, { form: 'name=Silent' })
    // Other requests succeed, and closing ends the wait.
    expect(await endOf(url, 'GET /login', {})).toBe('200')
    opened.length = 0
    await silent.close()
    expect(await ending).toBe('ECONNRESET')
    expect(own.truth.images.get(5)?.name).not.toBe('Silent')
  },
  'not-http': wired('HPE_INVALID_CONSTANT', false),
  'redirect-301': moved(301, at('/moved')),
  'redirect-login': sent(302, (url) => `${url}/login`),
  'tls-unknown-issuer': shows(/^UNABLE_TO_VERIFY_LEAF_SIGNATURE$/),
  'tls-expired': shows(/^CERT_HAS_EXPIRED$/),
  'tls-wrong-name': shows(/^ERR_TLS_CERT_ALTNAME_INVALID$/),
  'tls-none': shows(/^(ERR_SSL_|EPROTO)/)
}

describe('a hazard', () => {
  test.each(HAZARDS.map(({ id }) => id as HazardId))('%s', async (id) => {
    expect.hasAssertions()
    await CHECKS[id](id)
  })
})
