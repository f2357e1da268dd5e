/** `ipcMain`: one handler for each channel. */
import type * as Electron from 'electron'
import type { Like } from './event.ts'

type InvokeHandler = Parameters<Electron.IpcMain['handle']>[1]

export class HostIpcMain implements Like<HostIpcMain, Electron.IpcMain> {
  readonly #handlers = new Map<string, InvokeHandler>()

  handle(channel: string, handler: InvokeHandler): void {
    if (this.#handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    this.#handlers.set(channel, handler)
  }

  /** Rejects as `ipcRenderer.invoke` does in Electron. */
  async answer(channel: string, event: object, args: readonly unknown[]): Promise<unknown> {
    const handler = this.#handlers.get(channel)
    try {
      if (handler === undefined) throw new Error(`No handler registered for '${channel}'`)
      // Electron's event carries the whole of its classes; a handler reads only what the host has.
      return await handler(event as Electron.IpcMainInvokeEvent, ...args)
    } catch (error) {
      throw new Error(`Error invoking remote method '${channel}': ${String(error)}`, { cause: error })
    }
  }
}
