/** shell, dialog, clipboard and Notification: nothing leaves the host, everything is recorded. */
import { EventEmitter } from 'node:events'
import type * as Electron from 'electron'
import type { Recorder } from './recorder.ts'
import type { Supported } from './supported.ts'

/** `openExternal` and its like: recorded; a prepared answer that is an Error is thrown. */
export function createShell(recorder: Recorder): Supported<'Shell'> {
  const run = async (what: string, ...details: readonly unknown[]) => {
    const answer = recorder.ask<unknown>(`shell.${what}`, undefined, ...details)
    if (answer instanceof Error) throw answer
  }
  return {
    openExternal: (url, options) => run('openExternal', url, options),
    openPath: async (path) => recorder.ask('shell.openPath', '', path),
    showItemInFolder: (path) => recorder.record('shell.showItemInFolder', path),
    trashItem: (path) => run('trashItem', path),
    beep: () => recorder.record('shell.beep')
  }
}

/** Without a prepared answer the user cancels. The window, when given, comes first in the record's details. */
export function createDialog(recorder: Recorder): Supported<'Dialog'> {
  const canceledOpen = { canceled: true, filePaths: [] }
  const canceledSave = { canceled: true, filePath: '' }
  return {
    showOpenDialog: async (...args: readonly unknown[]) =>
      recorder.ask('dialog.showOpenDialog', canceledOpen, ...withoutWindow(args)),
    showSaveDialog: async (...args: readonly unknown[]) =>
      recorder.ask('dialog.showSaveDialog', canceledSave, ...withoutWindow(args)),
    showMessageBox: async (...args: readonly unknown[]) =>
      recorder.ask(
        'dialog.showMessageBox',
        { response: cancelId(args), checkboxChecked: false },
        ...withoutWindow(args)
      ),
    showOpenDialogSync: (...args: readonly unknown[]) =>
      recorder.ask<string[] | undefined>('dialog.showOpenDialogSync', undefined, ...withoutWindow(args)),
    showSaveDialogSync: (...args: readonly unknown[]) =>
      recorder.ask('dialog.showSaveDialogSync', '', ...withoutWindow(args)),
    showMessageBoxSync: (...args: readonly unknown[]) =>
      recorder.ask('dialog.showMessageBoxSync', cancelId(args), ...withoutWindow(args)),
    showErrorBox: (title, content) => {
      recorder.record('dialog.showErrorBox', title, content)
      process.stderr.write(`${title}: ${content}\n`)
    }
  }
}

/** Windows do not travel to tests; the options do. */
function withoutWindow(args: readonly unknown[]): readonly unknown[] {
  return args.filter((arg) => !(arg instanceof EventEmitter))
}

/** What Escape answers: `cancelId`, or 0. */
function cancelId(args: readonly unknown[]): number {
  const options = args.at(-1)
  const id: unknown = typeof options === 'object' && options !== null ? Reflect.get(options, 'cancelId') : undefined
  return typeof id === 'number' ? id : 0
}

/** The host's own clipboard: the machine's is not touched. */
export function createClipboard(recorder: Recorder): Supported<'Clipboard'> {
  const held = { text: '' }
  return {
    readText: async () => held.text,
    writeText: async (text) => {
      held.text = text
      recorder.record('clipboard.writeText', text)
    },
    clear: () => {
      held.text = ''
    }
  }
}

/** A class like Electron's, whose instances only tell the recorder. */
export function createNotificationClass(recorder: Recorder) {
  return class Notification extends EventEmitter implements Supported<'Notification'> {
    static isSupported(): boolean {
      return true
    }

    title: string
    body: string

    constructor(options: Electron.NotificationConstructorOptions = {}) {
      super()
      this.title = options.title ?? ''
      this.body = options.body ?? ''
    }

    show(): void {
      recorder.record('Notification.show', this.title, this.body)
      this.emit('show', {})
    }

    close(): void {
      this.emit('close', {})
    }
  }
}
