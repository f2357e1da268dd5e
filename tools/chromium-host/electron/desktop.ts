/** The desktop: nothing leaves the host, what the app asks of it is recorded, and tests change it. */
import { EventEmitter } from 'node:events'
import type * as Electron from 'electron'
import type { Like } from './event.ts'

/** The one display there is. */
export const DISPLAY: Electron.Rectangle = { x: 0, y: 0, width: 1920, height: 1080 }

export interface Recorded {
  /** `module.method`, for instance `shell.openExternal`. */
  readonly what: string
  readonly details: readonly unknown[]
}

/** What the app asked of the desktop, for tests to read, and the answers that tests have prepared. */
export class Recorder {
  readonly #entries: Recorded[] = []
  readonly #answers = new Map<string, unknown[]>()

  entries(what?: string): readonly Recorded[] {
    return what === undefined ? [...this.#entries] : this.#entries.filter((entry) => entry.what === what)
  }

  /** Prepares one answer; several for the same method are given in turn. */
  prepare(what: string, answer: unknown): void {
    this.#answers.set(what, [...(this.#answers.get(what) ?? []), answer])
  }

  /** Records the question and takes the next prepared answer, or the given one of a user who cancels. */
  ask<T>(what: string, otherwise: T, ...details: readonly unknown[]): T {
    // Windows do not travel to tests; the options do.
    this.#entries.push({ what, details: details.filter((one) => !(one instanceof EventEmitter)) })
    const waiting = this.#answers.get(what) ?? []
    // Tests prepare answers in the shape of the method they name.
    return waiting.length > 0 ? (waiting.shift() as T) : otherwise
  }
}

export const createShell = (recorder: Recorder) => ({
  openExternal: async (url: string) => recorder.ask('shell.openExternal', undefined, url),
  showItemInFolder: (path: string) => recorder.ask('shell.showItemInFolder', undefined, path)
})

/** Without a prepared answer the user cancels. */
export const createDialog = (recorder: Recorder) => ({
  showSaveDialog: async (...args: readonly unknown[]) =>
    recorder.ask('dialog.showSaveDialog', { canceled: true, filePath: '' }, ...args),
  showMessageBox: async (...args: readonly unknown[]) =>
    recorder.ask('dialog.showMessageBox', { response: cancelId(args), checkboxChecked: false }, ...args)
})

/** What Escape answers: `cancelId`, or 0. */
function cancelId(args: readonly unknown[]): number {
  const options = args.at(-1)
  const id: unknown = typeof options === 'object' && options !== null ? Reflect.get(options, 'cancelId') : undefined
  return typeof id === 'number' ? id : 0
}

export class HostNativeTheme extends EventEmitter implements Like<HostNativeTheme, Electron.NativeTheme> {
  shouldUseDarkColors: boolean

  constructor(isSystemDark: boolean) {
    super()
    this.shouldUseDarkColors = isSystemDark
  }

  /** For tests: the desktop changes its theme. */
  setSystemDark(isDark: boolean): void {
    if (isDark === this.shouldUseDarkColors) return
    this.shouldUseDarkColors = isDark
    this.emit('updated')
  }
}
