/** Failures of the library as the window gets them, with test doubles for the engine and the connection. */
import { expect, test } from 'vitest'
import { fail, succeed, type Failure, type Result } from '../shared/failure.ts'
import { createLibraryTrouble, type LibraryTroubleParts } from './library-trouble.ts'

const REBUILT = { kept: 2, lost: ['Neon harbour'], setAside: 'x.sqlite.damaged-1' }

function open(trouble: Failure | null = null) {
  const state: { trouble: Failure | null; opening: Result<null> } = { trouble, opening: succeed(null) }
  const events: { name: string; event: unknown }[] = []
  const requests: string[] = []
  const shown: string[] = []
  const parts: LibraryTroubleParts = {
    connections: {
      trouble: () => (state.trouble === null ? null : { failure: state.trouble, file: '/p/libraries/x.sqlite' }),
      openLibrary: async () => {
        requests.push('open')
        state.trouble = state.opening.ok ? null : state.opening.failure
        return state.opening
      },
      closeLibrary: async (why) => {
        requests.push('close')
        state.trouble = why
      },
      summary: () => null
    },
    engine: {
      ask: async (name) => {
        requests.push(name)
        // Only these two requests are made here.
        return succeed(name === 'inspectLibrary' ? { unsent: 3 } : REBUILT) as never
      }
    },
    broadcast: (name, event) => events.push({ name, event }),
    log: Object.assign(() => undefined, { flush: async () => undefined }),
    showInFolder: (file) => shown.push(file)
  }
  return { desk: createLibraryTrouble(parts), state, events, requests, shown }
}

test('a damaged page closes the library and is reported once, with the number of unsent changes', async () => {
  const { desk, events, requests } = open()
  await desk.report({ code: 'library-damaged' })
  await desk.report({ code: 'library-damaged' })
  expect(requests).toEqual(['close', 'inspectLibrary'])
  const event = { failure: { code: 'library-damaged' }, file: 'x.sqlite', unsent: 3 }
  expect(events).toEqual([{ name: 'libraryTrouble', event }])
  expect(await desk.get()).toEqual(succeed(event))
})

test('a file of a newer version is neither inspected nor rebuilt', async () => {
  const { desk, requests } = open({ code: 'library-newer' })
  expect(await desk.get()).toMatchObject({ ok: true, value: { unsent: null } })
  expect(await desk.rebuild()).toEqual(fail('arguments-invalid'))
  expect(requests).toEqual([])
})

test('a rebuilt library is opened, and the window receives its connection', async () => {
  const { desk, events, requests } = open({ code: 'library-damaged' })
  expect(await desk.rebuild()).toEqual(succeed(REBUILT))
  expect(requests).toEqual(['rebuildLibrary', 'open'])
  expect(events).toEqual([{ name: 'connectionChanged', event: null }])
  expect(await desk.get()).toEqual(succeed(null))
})

test('a failed retry returns the failure and sends no event', async () => {
  const { desk, state, events } = open({ code: 'library-locked' })
  state.opening = fail('library-locked')
  expect(await desk.retry()).toEqual(fail('library-locked'))
  expect(events).toEqual([])
})

test('the file is shown only while the library has a failure', () => {
  const working = open()
  expect(working.desk.show()).toEqual(fail('no-connection'))
  const failed = open({ code: 'disk-read-only' })
  failed.desk.show()
  expect([working.shown, failed.shown]).toEqual([[], ['/p/libraries/x.sqlite']])
})

test('a restarted thread makes the window reload', () => {
  const { desk, events } = open()
  desk.revived()
  expect(events).toEqual([{ name: 'libraryTrouble', event: null }])
})
