import { createServer, type AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { callWire, codeOf } from '../../../test/helpers/call-service.ts'
import { HAZARDS } from '../hazards/hazards.ts'
import { playOf, readPlay } from '../hazards/play-hazard.ts'
import { startReferenceService } from '../server.ts'
import { startWithHazards } from '../start-with-hazards.ts'
import { startFront, type Front, type FrontOptions } from './front.ts'
import type { WireFault } from './play-wire.ts'

const IMAGES = '/api/v1/images'
const open: { close: () => Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()))
})

async function frontWith(options: Partial<FrontOptions> = {}): Promise<Front> {
  const service = await startReferenceService({ images: 20, projects: 2, perMinute: 0 })
  const front = await startFront({ target: service.url, ...options })
  open.push(front, service)
  return front
}

const ended = (asked: Promise<unknown>): Promise<string> => asked.then(() => 'answered', codeOf)

test('passes requests and responses on unchanged', async () => {
  const { url, trusted } = await frontWith()
  expect([url, trusted]).toEqual([expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/), null])
  const got = await callWire(url, `PUT ${IMAGES}/5?x=1`, { form: 'name=N%C3%A4me&favorite=1' })
  expect(got).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' } })
  expect(JSON.parse(got.text).data).toMatchObject({ name: 'Näme', favorite: 1 })
  expect(JSON.parse((await callWire(url, `GET ${IMAGES}?per_page=10`)).text).links.next).toMatch(new RegExp(`^${url}/`))
  expect((await callWire(url, `HEAD ${IMAGES}`)).text).toBe('')
  expect((await callWire(url, 'GET /nowhere')).status).toBe(404)
})

test('serves https only to clients that trust its authority', async () => {
  const { url, trusted } = await frontWith({ certificate: 'good' })
  const { text } = await callWire(url, `GET ${IMAGES}?per_page=10`, { ca: trusted })
  expect(JSON.parse(text).links.next).toMatch(new RegExp(`^${url.replace('http:', 'https:')}/`))
  expect(await ended(callWire(url.replace('127.0.0.1', 'localhost'), `GET ${IMAGES}`, { ca: trusted }))).toBe(
    'answered'
  )
  expect(await ended(callWire(url, `GET ${IMAGES}`))).toBe('UNABLE_TO_VERIFY_LEAF_SIGNATURE')
})

test.each<WireFault>([{ kind: 'reset-before' }, { kind: 'reset-after' }])('$kind below TLS', async (fault) => {
  const { url, trusted } = await frontWith({ certificate: 'good', faults: () => fault })
  expect(await ended(callWire(url, `GET ${IMAGES}`, { ca: trusted }))).toBe('ECONNRESET')
})

test('faults can be changed while it runs', async () => {
  const front = await frontWith()
  front.change((operation) => (operation === 'show-image' ? { kind: 'reset-before' } : null))
  expect(await ended(callWire(front.url, `GET ${IMAGES}/5`))).toBe('ECONNRESET')
  expect((await callWire(front.url, `GET ${IMAGES}`)).status).toBe(200)
})

test('recognizes the operations of a service with a path prefix', async () => {
  const front = await frontWith({
    faults: (operation) => (operation === 'list-images' ? { kind: 'reset-before' } : null)
  })
  expect(await ended(callWire(front.url, `GET /ai/public${IMAGES}`))).toBe('ECONNRESET')
})

test('a stopped service ends the connection', async () => {
  const service = await startReferenceService({ images: 1, projects: 1 })
  const front = await startFront({ target: service.url })
  open.push(front)
  await service.close()
  expect(await ended(callWire(front.url, `GET ${IMAGES}`))).toBe('ECONNRESET')
})

test('a port in use is reported with its code', async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  // The address of a listening TCP server is never a string or `null`.
  const { port } = taken.address() as AddressInfo
  const plays = HAZARDS.filter(({ id }) => id === 'silent').map(playOf)
  await expect(startWithHazards({ images: 1, projects: 1, port, plays })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  taken.close()
})

test('the service is reached directly if no hazard needs a front', async () => {
  const read = readPlay('html-on-list')
  const plays = read.ok ? [read.play] : []
  const started = await startWithHazards({
    images: 9,
    projects: 1,
    perMinute: 0,
    plays,
    faults: ({ operation }) => (operation === 'show-image' ? { kind: 'status', status: 503 } : null)
  })
  open.push(started)
  expect([started.front, started.url]).toEqual([null, started.service.url])
  expect((await callWire(started.url, `GET ${IMAGES}`)).headers['content-type']).toBe('text/html')
  expect((await callWire(started.url, `GET ${IMAGES}/5`)).status).toBe(503)
  expect((await callWire(started.url, `PUT ${IMAGES}/5`, { form: '' })).status).toBe(200)
})
