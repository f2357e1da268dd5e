/** Failures of the library as the window gets them, with test doubles for the engine and the connection. */
import { expect, test } from 'vitest'
import { fail, succeed, type Failure, type Result } from '../shared/failure.ts'
import { createLibraryFailureHandler, type LibraryFailureParts } from './library-failure.ts'

const REBUILT = { kept: 2, lost: ['Neon harbour'], setAside: 'x.sqlite.damaged-1' }

function open(failure: Failure | null = null) {
  const state: { failure: Failure | null; opening: Result<null> } = { failure, opening: succeed(null) }
  const events: { name: string; event: unknown }[] = []
  const requests: string[] = []
  const shown: string[] = []
  const parts: LibraryFailureParts = {
    connections: {
      failure: () => (state.failure === null ? null : { failure: state.failure, file: '/p/libraries/x.sqlite' }),
      openLibrary: async () => {
        requests.push('open')
        state.failure = state.opening.ok ? null : state.opening.failure
        return state.opening
      },
      closeLibrary: async (why) => {
        requests.push('close')
        state.failure = why
      },
      summary: () => null
    },
    engine: {
      request: async (name) => {
        requests.push(name)
        // Only these two requests are made here.
        return succeed(name === 'inspectLibrary' ? { unsent: 3 } : REBUILT) as never
      }
    },
    broadcast: (name, event) => events.push({ name, event }),
    log: Object.assign(() => undefined, { flush: async () => undefined }),
    showInFolder: (file) => shown.push(file)
  }
  return { failureHandler: createLibraryFailureHandler(parts), state, events, requests, shown }
}

test('a damaged page closes the library and is reported once, with the number of unsent changes', async () => {
  const { failureHandler, events, requests } = open()
  await failureHandler.report({ code: 'library-damaged' })
  await failureHandler.report({ code: 'library-damaged' })
  expect(requests).toEqual(['close', 'inspectLibrary'])
  const event = { failure: { code: 'library-damaged' }, file: 'x.sqlite', unsent: 3 }
  expect(events).toEqual([{ name: 'libraryFailure', event }])
  expect(await failureHandler.get()).toEqual(succeed(event))
})

test('a file of a newer version is neither inspected nor rebuilt', async () => {
  const { failureHandler, requests } = open({ code: 'library-newer' })
  expect(await failureHandler.get()).toMatchObject({ ok: true, value: { unsent: null } })
  expect(await failureHandler.rebuild()).toEqual(fail('arguments-invalid'))
  expect(requests).toEqual([])
})

test('a rebuilt library is opened, and the window receives its connection', async () => {
  const { failureHandler, events, requests } = open({ code: 'library-damaged' })
  expect(await failureHandler.rebuild()).toEqual(succeed(REBUILT))
  expect(requests).toEqual(['rebuildLibrary', 'open'])
  expect(events).toEqual([{ name: 'connectionChanged', event: null }])
  expect(await failureHandler.get()).toEqual(succeed(null))
})

test('a failed retry returns the failure and sends no event', async () => {
  const { failureHandler, state, events } = open({ code: 'library-locked' })
  state.opening = fail('library-locked')
  expect(await failureHandler.retry()).toEqual(fail('library-locked'))
  expect(events).toEqual([])
})

test('the file is shown only while the library has a failure', () => {
  const working = open()
  expect(working.failureHandler.show()).toEqual(fail('no-connection'))
  const failed = open({ code: 'disk-read-only' })
  failed.failureHandler.show()
  expect([working.shown, failed.shown]).toEqual([[], ['/p/libraries/x.sqlite']])
})

test('a restarted thread makes the window reload', () => {
  const { failureHandler, events } = open()
  failureHandler.revived()
  expect(events).toEqual([{ name: 'libraryFailure', event: null }])
})
