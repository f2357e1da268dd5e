/** Connects the gate to every channel of the contract. The only file that listens to the window. */
import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron'
import { REQUEST_NAMES, requestChannel, type BridgeEvents, type EventName } from '../../shared/bridge.ts'
import type { Gate, Sender } from './gate.ts'

/** Sends one event to the window if it is open. */
export type Broadcast = <E extends EventName>(name: E, event: BridgeEvents[E]) => void

export interface RegisterParts {
  readonly ipcMain: Pick<IpcMain, 'handle'>
  readonly gate: Gate
  /** Contents of the window; `null` while it is not open. */
  readonly ourContents: () => WebContents | null
}

export function registerRequests({ ipcMain, gate, ourContents }: RegisterParts): void {
  for (const name of REQUEST_NAMES) {
    ipcMain.handle(requestChannel(name), (event, ...given: unknown[]) =>
      gate(name, senderOf(event, ourContents()), given)
    )
  }
}

/**
 * Reports one-way messages, which the contract does not have and Electron would ignore. Electron rejects an invoke on
 * an unknown channel.
 */
export function reportUnknownMessages(contents: WebContents, report: (channel: string) => void): void {
  contents.on('ipc-message', (_event, channel) => report(channel.slice(0, 100)))
}

function senderOf(event: IpcMainInvokeEvent, contents: WebContents | null): Sender {
  const frame = event.senderFrame
  return { isOurMainFrame: frame !== null && frame === contents?.mainFrame, url: frame?.url ?? null }
}
