/** What the window is told when the library cannot be used; the engine and the connection are played. */
import { expect, test } from 'vitest'
import { fail, succeed, type Failure, type Result } from '../shared/failure.ts'
import { createLibraryTrouble, type LibraryTroubleParts } from './library-trouble.ts'

const REBUILT = { kept: 2, lost: ['Neon harbour'], setAside: 'x.sqlite.damaged-1' }

function open(trouble: Failure | null = null) {
  const state: { trouble: Failure | null; opening: Result<null> } = { trouble, opening: succeed(null) }
  const told: { name: string; event: unknown }[] = []
  const asked: string[] = []
  const shown: string[] = []
  const parts: LibraryTroubleParts = {
    connections: {
      trouble: () => (state.trouble === null ? null : { failure: state.trouble, file: '/p/libraries/x.sqlite' }),
      openLibrary: async () => {
        asked.push('open')
        state.trouble = state.opening.ok ? null : state.opening.failure
        return state.opening
      },
      closeLibrary: async (why) => {
        asked.push('close')
        state.trouble = why
      },
      summary: () => null
    },
    engine: {
      ask: async (name) => {
        asked.push(name)
        // The two requests that are made here, by their names.
        return succeed(name === 'inspectLibrary' ? { unsent: 3 } : REBUILT) as never
      }
    },
    broadcast: (name, event) => told.push({ name, event }),
    log: Object.assign(() => undefined, { flush: async () => undefined }),
    showInFolder: (file) => shown.push(file)
  }
  return { desk: createLibraryTrouble(parts), state, told, asked, shown }
}

test('a damaged page closes the library and is told once, with what can be saved', async () => {
  const { desk, told, asked } = open()
  await desk.report({ code: 'library-damaged' })
  await desk.report({ code: 'library-damaged' })
  expect(asked).toEqual(['close', 'inspectLibrary'])
  const event = { failure: { code: 'library-damaged' }, file: 'x.sqlite', unsent: 3 }
  expect(told).toEqual([{ name: 'libraryTrouble', event }])
  expect(await desk.get()).toEqual(succeed(event))
})

test('a file of a newer version is not looked into, and is not rebuilt', async () => {
  const { desk, asked } = open({ code: 'library-newer' })
  expect(await desk.get()).toMatchObject({ ok: true, value: { unsent: null } })
  expect(await desk.rebuild()).toEqual(fail('arguments-invalid'))
  expect(asked).toEqual([])
})

test('a rebuilt library is opened, and the window hears of its connection', async () => {
  const { desk, told, asked } = open({ code: 'library-damaged' })
  expect(await desk.rebuild()).toEqual(succeed(REBUILT))
  expect(asked).toEqual(['rebuildLibrary', 'open'])
  expect(told).toEqual([{ name: 'connectionChanged', event: null }])
  expect(await desk.get()).toEqual(succeed(null))
})

test('trying again fails as opening does, and says nothing twice', async () => {
  const { desk, state, told } = open({ code: 'library-locked' })
  state.opening = fail('library-locked')
  expect(await desk.retry()).toEqual(fail('library-locked'))
  expect(told).toEqual([])
})

test('the file is shown only where there is trouble with it', () => {
  const calm = open()
  expect(calm.desk.show()).toEqual(fail('no-connection'))
  const troubled = open({ code: 'disk-read-only' })
  troubled.desk.show()
  expect([calm.shown, troubled.shown]).toEqual([[], ['/p/libraries/x.sqlite']])
})

test('a thread that was started again makes the window read anew', () => {
  const { desk, told } = open()
  desk.revived()
  expect(told).toEqual([{ name: 'libraryTrouble', event: null }])
})
