/**
 * What Chromium's habit does to a create, and what keeps it from doing so: the app's own sender on the host's sessions,
 * against the reference service, whose first create is done and then loses its connection.
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

interface Ground {
  readonly service: RunningService
  readonly sender: Sender
  readonly sessions: readonly HostSession[]
}
const ground: { current: Ground | null } = { current: null }

const here = (): Ground => {
  if (ground.current === null) throw new Error('Nothing was set up.')
  return ground.current
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
  ground.current = { service, sender, sessions: [api, apiOnce] }
})

afterEach(async () => {
  const { service, sessions } = here()
  await Promise.all([service.close(), ...sessions.map((session) => session.closeAllConnections())])
  ground.current = null
})

const send = (line: string, more: Partial<SendRequest>) => {
  const [method, path] = line.split(' ')
  return here().sender.send({
    slot: path?.startsWith('/projects') === true ? 'projects' : 'images',
    // Each line of this file begins with one of them.
    method: method as SendRequest['method'],
    url: `${here().service.url}/api/v1${path ?? ''}`,
    form: null,
    timeoutMs: 10_000,
    once: false,
    redirects: 'refuse',
    ...more
  })
}

const CREATE = 'name=Twice&description=One+pear&resolution=256x256'

/** Every session has served before, as in an app that runs; then the next request of this kind is done and not answered. */
async function loseAnswerTo(method: string): Promise<void> {
  const { service } = here()
  await send('GET /images', {})
  await send('GET /images', { once: true })
  service.change({ faults: faultsInOrder([{ kind: 'drop-after' }], (subject) => subject.method === method) })
}

const arrived = (method: string): number => here().service.log.filter((entry) => entry.method === method).length

test('through the plain session one create arrives twice, and is made twice', async () => {
  await loseAnswerTo('POST')
  expect(await send('POST /images', { form: CREATE })).toMatchObject({ kind: 'answer', status: 201 })
  expect([arrived('POST'), here().service.store.images.size]).toEqual([2, 7])
})

test('through a once-session it arrives once, and nobody hears of it', async () => {
  await loseAnswerTo('POST')
  const answer = await send('POST /images', { form: CREATE, once: true })
  expect(answer).toMatchObject({ kind: 'failed', wasSent: true })
  expect([arrived('POST'), here().service.store.images.size]).toEqual([1, 6])
})

test('the deletion of a project is sent once as well', async () => {
  await loseAnswerTo('DELETE')
  const [project] = [...here().service.truth.projects.keys()]
  const line = `DELETE /projects/${encodeURIComponent(project ?? '')}`
  expect(await send(line, { once: true })).toMatchObject({ kind: 'failed', wasSent: true })
  expect([arrived('DELETE'), here().service.store.projects.size]).toEqual([1, 1])
})
