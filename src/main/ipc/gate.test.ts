import { expect, test } from 'vitest'
import { REQUEST_NAMES, type RequestName } from '../../shared/bridge.ts'
import { succeed } from '../../shared/failure.ts'
import { createGate, type RequestHandlers } from './gate.ts'

const OURS = { isOurMainFrame: true, url: 'app://bundle/index.html' }

/** Handlers that note that they ran; `quit` throws. */
function gateWith(devOrigin: string | null = null) {
  const ran: string[] = []
  const reports: string[] = []
  const note = (name: RequestName) => async () => {
    ran.push(name)
    if (name === 'quit') throw new Error('/home/me/profile/libraries/x.sqlite is a bug with sk-canary-12345678')
    return succeed(null)
  }
  const gate = createGate({
    // Built from the complete list of names; what the handlers answer does not matter here.
    handlers: Object.fromEntries(REQUEST_NAMES.map((name) => [name, note(name)])) as unknown as RequestHandlers,
    rule: { devOrigin },
    report: (event, request) => reports.push(`${event} ${request}`)
  })
  return { gate, ran, reports }
}

test('lets the window in', async () => {
  const { gate, ran, reports } = gateWith()
  expect(await gate('getAppInfo', OURS, [null])).toEqual({ ok: true, value: null })
  expect(ran).toEqual(['getAppInfo'])
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
])('does not let in %s', async (_name, sender) => {
  const { gate, ran, reports } = gateWith()
  expect(await gate('getAppInfo', sender, [null])).toMatchObject({ ok: false, failure: { code: 'internal' } })
  expect(ran).toEqual([])
  expect(reports).toEqual(['foreign-sender getAppInfo'])
})

test('lets the dev server in only where there is one', async () => {
  const { gate } = gateWith('http://localhost:5173')
  const sender = (url: string) => ({ isOurMainFrame: true, url })
  expect(await gate('getAppInfo', sender('http://localhost:5173/index.html'), [null])).toMatchObject({ ok: true })
  expect(await gate('getAppInfo', sender('http://localhost:9999/index.html'), [null])).toMatchObject({ ok: false })
})

test('what a handler throws is reported and told without its text', async () => {
  const { gate, reports } = gateWith()
  expect(await gate('quit', OURS, [null])).toEqual({ ok: false, failure: { code: 'internal' } })
  expect(reports).toEqual(['handler-threw quit'])
})

test('bad arguments do not reach a handler', async () => {
  const { gate, ran, reports } = gateWith()
  expect(await gate('setPaused', OURS, [{ isPaused: 'no' }])).toMatchObject({
    failure: { code: 'arguments-invalid', detail: 'isPaused: invalid_type' }
  })
  expect(ran).toEqual([])
  expect(reports).toEqual(['bad-arguments setPaused'])
})
