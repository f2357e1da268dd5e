/**
 * Runs in the preload's world: provides `require('electron')` with the two modules of a sandboxed preload, and calls
 * the host through a binding that exists only in this world.
 */
import { packClone, unpackClone } from './wire.js'

export class PreloadRuntime {
  #peer
  #base64
  #binding
  #pending = new Map()
  #listeners = new Map()
  #lastNumber = 0

  /** `bindingName` calls the host; the host calls `receiverName`. */
  constructor({ peer, base64, bindingName, receiverName }) {
    this.#peer = peer
    this.#base64 = base64
    this.#binding = globalThis[bindingName]
    Object.defineProperty(globalThis, receiverName, { value: (text) => this.#receive(text) })
    peer.post('openWindow', {}, (url) => this.#send('open', url))
  }

  require(name) {
    if (name !== 'electron') throw new Error(`module not found: ${name}`)
    const contextBridge = { exposeInMainWorld: (key, api) => this.#peer.post('expose', { name: key }, api) }
    return { contextBridge, ipcRenderer: this.#ipcRenderer }
  }

  reportFailure(error) {
    this.#send('preload-error', String(error?.stack ?? error))
  }

  #ipcRenderer = {
    invoke: (channel, ...args) => this.#invoke(channel, args),
    on: (channel, listener) => this.#listeners.set(channel, [...this.#listenersOf(channel), listener]),
    removeListener: (channel, listener) =>
      this.#listeners.set(
        channel,
        this.#listenersOf(channel).filter((one) => one !== listener)
      )
  }

  #listenersOf(channel) {
    return this.#listeners.get(channel) ?? []
  }

  #send(...message) {
    this.#binding(packClone(message, this.#base64))
  }

  #invoke(channel, args) {
    const number = ++this.#lastNumber
    const { promise, resolve, reject } = Promise.withResolvers()
    this.#pending.set(number, { resolve, reject })
    this.#send('invoke', number, channel, args)
    return promise
  }

  #receive(text) {
    const [kind, ...rest] = unpackClone(text, this.#base64)
    if (kind === 'answer') this.#settle(...rest)
    else this.#deliver(...rest)
  }

  #settle(number, isDone, value) {
    const { resolve, reject } = this.#pending.get(number)
    this.#pending.delete(number)
    if (isDone) resolve(value)
    else reject(new Error(value))
  }

  #deliver(channel, args) {
    for (const listener of this.#listenersOf(channel)) listener({}, ...args)
  }
}
