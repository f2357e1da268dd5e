/** The preload runs against Electron's two objects as they are documented; what lands on the page is looked at. */
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
// The contract says what is exposed; the first test checks it.
const bridge = electron.exposed.get('bridge') as Bridge

test('the page gets the bridge, one method for each request, one subscription for each event, nothing else', () => {
  expect([...electron.exposed.keys()]).toEqual(['bridge'])
  expect(Object.keys(bridge).toSorted()).toEqual([...REQUEST_NAMES, 'subscribe'].toSorted())
  expect(Object.keys(bridge.subscribe).toSorted()).toEqual([...EVENT_NAMES].toSorted())
})

test.each(REQUEST_NAMES)('%s goes out on its own channel with one argument', async (name) => {
  electron.invoked.length = 0
  // Each method takes its own arguments; here only their number and the channel count.
  await (bridge[name] as (args: unknown, more: unknown) => Promise<unknown>)({ a: 1 }, 'dropped')
  expect(electron.invoked).toEqual([{ channel: requestChannel(name), args: [{ a: 1 }] }])
})

test.each(EVENT_NAMES)('%s reaches its listener without the sender, until it unsubscribes', (name) => {
  const heard: unknown[] = []
  const stop = bridge.subscribe[name]((...given: unknown[]) => void heard.push(given))
  electron.emitter.current?.emit(eventChannel(name), { sender: 'secret' }, { revision: 1 })
  expect(heard).toEqual([[{ revision: 1 }]])
  stop()
  electron.emitter.current?.emit(eventChannel(name), {}, { revision: 2 })
  expect(heard).toHaveLength(1)
})
