/** What the preload's world says (page/isolated-world.js): invokes are answered, sends and wishes are passed on. */
import { eventWith } from './event.ts'
import type { HostIpcMain } from './ipc-main.ts'

export interface PreloadMessageParts {
  readonly ipcMain: HostIpcMain
  /** The WebContents and its main frame, for the handlers' event. */
  readonly sender: object
  readonly senderFrame: object
  readonly deliver: (...message: readonly unknown[]) => void
  /** A one-way message, besides the listeners of ipcMain. */
  readonly sent: (event: object, channel: string, args: readonly unknown[]) => void
  readonly windowWanted: (url: string, frameName: string, features: string) => void
}

/** Takes one unpacked message. Only the preload's world can write them, so their shapes hold. */
export function createPreloadMessages(parts: PreloadMessageParts): (message: readonly unknown[]) => void {
  const { ipcMain, sender, senderFrame, deliver } = parts
  const ipcEvent = (type: string) => eventWith({ type, sender, senderFrame, processId: 0, frameId: 1, ports: [] })

  const answerInvoke = async (number: number, channel: string, args: readonly unknown[]) => {
    try {
      deliver('answer', number, true, await ipcMain.answer(channel, ipcEvent('invoke'), args))
    } catch (error) {
      deliver('answer', number, false, error instanceof Error ? error.message : String(error))
    }
  }

  const takeSent = (channel: string, args: readonly unknown[]) => {
    const event = ipcEvent('frame')
    parts.sent(event, channel, args)
    ipcMain.emit(channel, event, ...args)
  }

  return ([kind, ...rest]) => {
    if (kind === 'invoke') void answerInvoke(...(rest as [number, string, unknown[]]))
    else if (kind === 'send') takeSent(...(rest as [string, unknown[]]))
    else if (kind === 'open') parts.windowWanted(...(rest as [string, string, string]))
    else process.stderr.write(`chromium-host: preload failed: ${String(rest[0])}\n`)
  }
}
