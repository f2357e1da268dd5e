/** The desktop for tests: records calls instead of performing them, and returns the responses that tests prepared. */
import { EventEmitter } from 'node:events'
import type * as Electron from 'electron'

/** The only display. */
export const DISPLAY: Electron.Rectangle = { x: 0, y: 0, width: 1920, height: 1080 }

export interface Recorded {
  /** `module.method`, for instance `shell.openExternal`. */
  readonly what: string
  readonly details: readonly unknown[]
}

/** The app's calls to the desktop, and the responses that tests prepared. */
export class Recorder {
  readonly #entries: Recorded[] = []
  readonly #answers = new Map<string, unknown[]>()

  /** The recorded calls of one method. */
  entries(what: string): readonly Recorded[] {
    return this.#entries.filter((entry) => entry.what === what)
  }

  /** Prepares one response; several for one method are returned in order. */
  prepare(what: string, answer: unknown): void {
    this.#answers.set(what, [...(this.#answers.get(what) ?? []), answer])
  }

  /** Records a call and returns the next prepared response, or `otherwise`. */
  call<T>(what: string, otherwise: T, ...details: readonly unknown[]): T {
    // Windows cannot be sent to tests; options can.
    this.#entries.push({ what, details: details.filter((one) => !(one instanceof EventEmitter)) })
    const prepared = this.#answers.get(what) ?? []
    // Tests prepare responses in the shape of the method that they name.
    return prepared.length > 0 ? (prepared.shift() as T) : otherwise
  }
}

export const createShell = (recorder: Recorder) => ({
  openExternal: async (url: string) => recorder.call('shell.openExternal', undefined, url),
  showItemInFolder: (path: string) => recorder.call('shell.showItemInFolder', undefined, path)
})

/** Dialogs are canceled unless a test prepared a response. */
export const createDialog = (recorder: Recorder) => ({
  showSaveDialog: async (...args: readonly unknown[]) =>
    recorder.call('dialog.showSaveDialog', { canceled: true, filePath: '' }, ...args),
  showMessageBox: async (...args: readonly unknown[]) =>
    recorder.call('dialog.showMessageBox', { response: cancelId(args), checkboxChecked: false }, ...args)
})

/** The response to Escape: `cancelId`, or 0. */
function cancelId(args: readonly unknown[]): number {
  const options = args.at(-1)
  const id: unknown = typeof options === 'object' && options !== null ? Reflect.get(options, 'cancelId') : undefined
  return typeof id === 'number' ? id : 0
}
