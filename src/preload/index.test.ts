/** Runs the preload with fakes of Electron's two documented objects and checks what the page gets. */
import { EventEmitter } from 'node:events'
import { expect, test, vi } from 'vitest'
import { EVENT_NAMES, REQUEST_NAMES, eventChannel, requestChannel, type Bridge } from '../shared/bridge.ts'

const electron = vi.hoisted(() => ({
  exposed: new Map<string, unknown>(),
  invoked: [] as { channel: string; args: readonly unknown[] }[],
  emitter: { current: null as EventEmitter | null }
}))

vi.mock('electron', () => {
  const emitter = new EventEmitter()
  electron.emitter.current = emitter
  const invoke = async (channel: string, ...args: readonly unknown[]) => {
    electron.invoked.push({ channel, args })
    return { ok: true, value: null }
  }
  return {
    contextBridge: { exposeInMainWorld: (name: string, api: unknown) => electron.exposed.set(name, api) },
    ipcRenderer: Object.assign(emitter, { invoke })
  }
})

await import('./index.ts')
// The type is correct, because the first test checks what is exposed.
const bridge = electron.exposed.get('bridge') as Bridge

test('the page gets only the bridge: one method for each request and one subscription for each event', () => {
  expect([...electron.exposed.keys()]).toEqual(['bridge'])
  expect(Object.keys(bridge).toSorted()).toEqual([...REQUEST_NAMES, 'subscribe'].toSorted())
  expect(Object.keys(bridge.subscribe).toSorted()).toEqual([...EVENT_NAMES].toSorted())
})

test.each(REQUEST_NAMES)('%s is sent on its own channel with one argument', async (name) => {
  electron.invoked.length = 0
  // Only the number of arguments and the channel matter here.
  await (bridge[name] as (args: unknown, more: unknown) => Promise<unknown>)({ a: 1 }, 'dropped')
  expect(electron.invoked).toEqual([{ channel: requestChannel(name), args: [{ a: 1 }] }])
})

test.each(EVENT_NAMES)('%s reaches its listener without the sender until it unsubscribes', (name) => {
  const received: unknown[] = []
  const stop = bridge.subscribe[name]((...given: unknown[]) => void received.push(given))
  electron.emitter.current?.emit(eventChannel(name), { sender: 'secret' }, { revision: 1 })
  expect(received).toEqual([[{ revision: 1 }]])
  stop()
  electron.emitter.current?.emit(eventChannel(name), {}, { revision: 2 })
  expect(received).toHaveLength(1)
})
