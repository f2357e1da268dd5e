import { expect, test } from 'vitest'
import { REQUEST_NAMES, type RequestName } from '../../shared/bridge.ts'
import { succeed } from '../../shared/failure.ts'
import { createGate, type RequestHandlers } from './gate.ts'

const OURS = { isOurMainFrame: true, url: 'app://bundle/index.html' }

/** Creates a gate whose handlers record their calls; `quit` throws. */
function gateWith(devOrigin: string | null = null) {
  const calls: string[] = []
  const reports: string[] = []
  const record = (name: RequestName) => async () => {
    calls.push(name)
    if (name === 'quit') throw new Error('/home/me/profile/libraries/x.sqlite is a bug with sk-canary-12345678')
    return succeed(null)
  }
  const gate = createGate({
    // Built from the complete list of names; the results of the handlers do not matter here.
    handlers: Object.fromEntries(REQUEST_NAMES.map((name) => [name, record(name)])) as unknown as RequestHandlers,
    rule: { devOrigin },
    report: (event, request) => reports.push(`${event} ${request}`)
  })
  return { gate, calls, reports }
}

test('accepts the window', async () => {
  const { gate, calls, reports } = gateWith()
  expect(await gate('getAppInfo', OURS, [null])).toEqual({ ok: true, value: null })
  expect(calls).toEqual(['getAppInfo'])
  expect(reports).toEqual([])
})

test.each([
  ['a frame inside the window', { isOurMainFrame: false, url: 'app://bundle/index.html' }],
  ['another page', { isOurMainFrame: true, url: 'https://evil.test/index.html' }],
  ['our scheme on another host', { isOurMainFrame: true, url: 'app://img/1/abc' }],
  ['a host that begins like ours', { isOurMainFrame: true, url: 'app://bundle.evil.test/' }],
  ['our address inside another', { isOurMainFrame: true, url: 'https://evil.test/#app://bundle' }],
  ['a file', { isOurMainFrame: true, url: 'file:///index.html' }],
  ['an empty page', { isOurMainFrame: true, url: 'about:blank' }],
  ['the dev server, packaged', { isOurMainFrame: true, url: 'http://localhost:5173/' }],
  ['a frame that is gone', { isOurMainFrame: true, url: null }],
  ['no address', { isOurMainFrame: true, url: '' }]
])('refuses %s', async (_name, sender) => {
  const { gate, calls, reports } = gateWith()
  expect(await gate('getAppInfo', sender, [null])).toMatchObject({ ok: false, failure: { code: 'internal' } })
  expect(calls).toEqual([])
  expect(reports).toEqual(['foreign-sender getAppInfo'])
})

test('accepts the dev server only if there is one', async () => {
  const { gate } = gateWith('http://localhost:5173')
  const sender = (url: string) => ({ isOurMainFrame: true, url })
  expect(await gate('getAppInfo', sender('http://localhost:5173/index.html'), [null])).toMatchObject({ ok: true })
  expect(await gate('getAppInfo', sender('http://localhost:9999/index.html'), [null])).toMatchObject({ ok: false })
})

test('an error thrown by a handler is reported and returned without its message', async () => {
  const { gate, reports } = gateWith()
  expect(await gate('quit', OURS, [null])).toEqual({ ok: false, failure: { code: 'internal' } })
  expect(reports).toEqual(['handler-threw quit'])
})

test('bad arguments do not reach a handler', async () => {
  const { gate, calls, reports } = gateWith()
  expect(await gate('setPaused', OURS, [{ isPaused: 'no' }])).toMatchObject({
    failure: { code: 'arguments-invalid', detail: 'isPaused: invalid_type' }
  })
  expect(calls).toEqual([])
  expect(reports).toEqual(['bad-arguments setPaused'])
})
