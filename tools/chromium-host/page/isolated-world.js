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
    peer.post('openWindow', {}, (url, target, features) => this.#tell('open', url, target, features))
  }

  require(name) {
    if (name !== 'electron' && name !== 'electron/renderer') throw new Error(`module not found: ${name}`)
    return { contextBridge: this.#contextBridge(), ipcRenderer: this.#ipcRenderer }
  }

  reportFailure(error) {
    this.#tell('preload-error', String(error?.stack ?? error))
  }

  #contextBridge() {
    return { exposeInMainWorld: (name, api) => this.#peer.post('expose', { name }, api) }
  }

  #ipcRenderer = {
    invoke: (channel, ...args) => this.#invoke(channel, args),
    send: (channel, ...args) => this.#tell('send', channel, args),
    on: (channel, listener) => this.#add(channel, listener, false),
    addListener: (channel, listener) => this.#add(channel, listener, false),
    once: (channel, listener) => this.#add(channel, listener, true),
    off: (channel, listener) => this.#remove(channel, listener),
    removeListener: (channel, listener) => this.#remove(channel, listener),
    removeAllListeners: (channel) => {
      if (channel === undefined) this.#listeners.clear()
      else this.#listeners.delete(channel)
      return this.#ipcRenderer
    }
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

  #add(channel, listener, isOnce) {
    this.#listeners.set(channel, [...(this.#listeners.get(channel) ?? []), { listener, isOnce }])
    return this.#ipcRenderer
  }

  #remove(channel, listener) {
    const kept = (this.#listeners.get(channel) ?? []).filter((one) => one.listener !== listener)
    this.#listeners.set(channel, kept)
    return this.#ipcRenderer
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
    for (const { listener, isOnce } of this.#listeners.get(channel) ?? []) {
      if (isOnce) this.#remove(channel, listener)
      listener({ sender: this.#ipcRenderer, ports: [] }, ...args)
    }
  }
}
