/** Tests events and their order with an emitter in place of Electron's request. */
import { EventEmitter } from 'node:events'
import type { ClientRequest, ClientRequestConstructorOptions, Session } from 'electron'
import { expect, test } from 'vitest'
import { createLearnRedirect } from './learn-redirect.ts'

function learnWith(respond: (request: EventEmitter) => void) {
  const requests: ClientRequestConstructorOptions[] = []
  const learn = createLearnRedirect({
    session: () => ({}) as Session,
    request: (options) => {
      requests.push(options)
      const request = Object.assign(new EventEmitter(), {
        end: () => queueMicrotask(() => respond(request)),
        abort: () => request.emit('error', new Error('Redirect was cancelled'))
      })
      // Only these members of a request are used.
      return request as unknown as ClientRequest
    }
  })
  return { requests, learn: () => learn({ url: 'https://h.test/a', headers: { accept: 'x' }, timeoutMs: 50 }) }
}

test('returns the target and does not follow the redirect', async () => {
  const { requests, learn } = learnWith((request) => request.emit('redirect', 302, 'GET', 'https://h.test/b', {}))
  expect(await learn()).toBe('https://h.test/b')
  expect(requests[0]).toMatchObject({ method: 'GET', redirect: 'manual', credentials: 'omit', cache: 'no-store' })
})

test('a response, an error and a timeout return no target', async () => {
  expect(await learnWith((request) => request.emit('response', {})).learn()).toBeNull()
  expect(await learnWith((request) => request.emit('error', new Error('net::ERR_FAILED'))).learn()).toBeNull()
  expect(await learnWith(() => undefined).learn()).toBeNull()
})
