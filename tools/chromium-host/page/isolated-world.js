/**
 * The preload's world: `require('electron')` with the two modules a sandboxed preload uses. Talks to the host
 * through one binding that exists in this world only.
 */
import { packClone, unpackClone } from './wire.js'

export class PreloadRuntime {
  #peer
  #base64
  #binding
  #waiting = new Map()
  #listeners = new Map()
  #lastNumber = 0

  /** `bindingName`: calls the host; `receiverName`: what the host calls. */
  constructor({ peer, base64, bindingName, receiverName }) {
    this.#peer = peer
    this.#base64 = base64
    this.#binding = globalThis[bindingName]
    Object.defineProperty(globalThis, receiverName, { value: (text) => this.#receive(text) })
    peer.post('openWindow', {}, (url, target) => this.#tell('open', url, target))
  }

  require(name) {
    if (name !== 'electron') throw new Error(`module not found: ${name}`)
    const contextBridge = { exposeInMainWorld: (key, api) => this.#peer.post('expose', { name: key }, api) }
    return { contextBridge, ipcRenderer: this.#ipcRenderer }
  }

  reportFailure(error) {
    this.#tell('preload-error', String(error?.stack ?? error))
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

  #tell(...message) {
    this.#binding(packClone(message, this.#base64))
  }

  #invoke(channel, args) {
    const number = ++this.#lastNumber
    const { promise, resolve, reject } = Promise.withResolvers()
    this.#waiting.set(number, { resolve, reject })
    this.#tell('invoke', number, channel, args)
    return promise
  }

  #receive(text) {
    const [kind, ...rest] = unpackClone(text, this.#base64)
    if (kind === 'answer') this.#settle(...rest)
    else this.#deliver(...rest)
  }

  #settle(number, isDone, value) {
    const { resolve, reject } = this.#waiting.get(number)
    this.#waiting.delete(number)
    if (isDone) resolve(value)
    else reject(new Error(value))
  }

  #deliver(channel, args) {
    for (const listener of this.#listenersOf(channel)) listener({}, ...args)
  }
}
