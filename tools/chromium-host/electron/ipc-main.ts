/** `ipcMain`: one handler for each channel, and listeners. */
import { EventEmitter } from 'node:events'
import type * as Electron from 'electron'
import type { Supported } from './supported.ts'

/** Electron's event types carry the whole of its classes; the host's carry the supported part. */
type InvokeHandler = Parameters<Electron.IpcMain['handle']>[1]

export class HostIpcMain extends EventEmitter implements Supported<'IpcMain'> {
  readonly #handlers = new Map<string, InvokeHandler>()

  handle(channel: string, handler: InvokeHandler): void {
    if (this.#handlers.has(channel)) {
      throw new Error(`Attempted to register a second handler for '${channel}'`)
    }
    this.#handlers.set(channel, handler)
  }

  handleOnce(channel: string, handler: InvokeHandler): void {
    this.handle(channel, (event, ...args) => {
      this.removeHandler(channel)
      return handler(event, ...args)
    })
  }

  removeHandler(channel: string): void {
    this.#handlers.delete(channel)
  }

  /** Rejects as `ipcRenderer.invoke` does in Electron. */
  async answer(channel: string, event: object, args: readonly unknown[]): Promise<unknown> {
    const handler = this.#handlers.get(channel)
    try {
      if (handler === undefined) throw new Error(`No handler registered for '${channel}'`)
      // See InvokeHandler: a handler reads only what the host has.
      return await handler(event as Electron.IpcMainInvokeEvent, ...args)
    } catch (error) {
      throw new Error(`Error invoking remote method '${channel}': ${String(error)}`, { cause: error })
    }
  }
}
