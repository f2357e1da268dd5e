/**
 * Chromium sends requests again that fail on a reused connection. The app's sender on the host's sessions must prevent
 * duplicates, against a reference service that performs a request and then drops its connection.
 */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createKeySlots } from '../../src/main/http/key-slots.ts'
import { createSender, type Sender } from '../../src/main/http/send.ts'
import { Secret } from '../../src/main/secrets/secret.ts'
import { faultsInOrder } from '../../src/reference-service/faults.ts'
import { startReferenceService, type RunningService } from '../../src/reference-service/server.ts'
import type { SendRequest } from '../../src/shared/send.ts'
import { HostSession } from './electron/session.ts'
import { ReuseWatch } from './electron/socket-pool.ts'

const KEY = 'sk-resend-3e0d9c71'
const NETWORK = { reuse: new ReuseWatch(), resends: 1, isOnline: true, userAgent: 'Test/1' }

interface Setup {
  readonly service: RunningService
  readonly sender: Sender
  readonly sessions: readonly HostSession[]
}
const setup: { current: Setup | null } = { current: null }

const current = (): Setup => {
  if (setup.current === null) throw new Error('The test is not set up.')
  return setup.current
}

beforeEach(async () => {
  const service = await startReferenceService({
    images: 5,
    projects: 2,
    perMinute: 0,
    imagesKey: KEY,
    projectsKey: KEY
  })
  const [api, apiOnce] = [new HostSession(NETWORK), new HostSession(NETWORK)]
  const keys = createKeySlots()
  for (const slot of ['images', 'projects'] as const) keys.put(slot, { key: new Secret(KEY), address: service.url })
  const sender = createSender({ api, apiOnce: [apiOnce], learnRedirect: async () => null, keys })
  setup.current = { service, sender, sessions: [api, apiOnce] }
})

afterEach(async () => {
  const { service, sessions } = current()
  await Promise.all([service.close(), ...sessions.map((session) => session.closeAllConnections())])
  setup.current = null
})

const send = (line: string, more: Partial<SendRequest>) => {
  const [method, path] = line.split(' ')
  return current().sender.send({
    slot: path?.startsWith('/projects') === true ? 'projects' : 'images',
    // Each line of this file begins with a method.
    method: method as SendRequest['method'],
    url: `${current().service.url}/api/v1${path ?? ''}`,
    form: null,
    timeoutMs: 10_000,
    once: false,
    redirects: 'refuse',
    ...more
  })
}

const CREATE = 'name=Twice&description=One+pear&resolution=256x256'

/** Uses each session once, as in a running app; then the service performs the next request of the kind and drops it. */
async function loseResponseTo(method: string): Promise<void> {
  const { service } = current()
  await send('GET /images', {})
  await send('GET /images', { once: true })
  service.change({ faults: faultsInOrder([{ kind: 'drop-after' }], (subject) => subject.method === method) })
}

const arrived = (method: string): number => current().service.log.filter((entry) => entry.method === method).length

test('the plain session sends a create twice, which creates two images', async () => {
  await loseResponseTo('POST')
  expect(await send('POST /images', { form: CREATE })).toMatchObject({ kind: 'response', status: 201 })
  expect([arrived('POST'), current().service.store.images.size]).toEqual([2, 7])
})

test('a session for single sends sends it once and reports the failure', async () => {
  await loseResponseTo('POST')
  const answer = await send('POST /images', { form: CREATE, once: true })
  expect(answer).toMatchObject({ kind: 'failed', wasSent: true })
  expect([arrived('POST'), current().service.store.images.size]).toEqual([1, 6])
})

test('the deletion of a project is sent once', async () => {
  await loseResponseTo('DELETE')
  const [project] = [...current().service.truth.projects.keys()]
  const line = `DELETE /projects/${encodeURIComponent(project ?? '')}`
  expect(await send(line, { once: true })).toMatchObject({ kind: 'failed', wasSent: true })
  expect([arrived('DELETE'), current().service.store.projects.size]).toEqual([1, 1])
})
