/** Handles the keys that work on every screen, and the native menu. */
import type { Bridge } from '../../shared/bridge.ts'
import type { MenuCommand } from '../../shared/menu-command.ts'
import { callAfter } from '../pending-work.ts'
import { openCreate } from '../stores/create-store.ts'
import { throttle } from '../stores/facet-store.ts'
import { setPreferences, useLanguage, usePreferences } from '../stores/preferences-store.ts'
import { useConnection, useSync } from '../stores/sync-store.ts'
import { openSettings, showActivity, useCommandFailure } from '../stores/window-store.ts'
import { closeToast, closeToastOfScreen, showToast } from '../ui/toast.tsx'
import { APP_COMMANDS, type AppCommand, appCommandOf, type ScreenCommand, useScreenCommands } from './app-shortcuts.ts'
import { syncNow } from './batch-commands.ts'
import { currentPlatform, isInText, isQuestionOpen } from './keyboard.ts'
import { createUndoCommands, type UndoCommands, useUndo } from './undo-commands.ts'

/** Delay that combines a burst of changes into one read of what can be undone. */
const REFRESH_PAUSE_MS = 400

/** Menu commands that a text field handles itself. */
const IN_TEXT: ReadonlySet<MenuCommand> = new Set<MenuCommand>(['find', 'toggle-info'])

/** Starts listening for as long as the window exists. */
export function listenForCommands(bridge: Bridge): void {
  const undoCommands = undoCommandsOver(bridge)
  const run = appRunner(undoCommands)
  useUndo.setState({ undoBatch: undoCommands.undoBatch })
  document.addEventListener('keydown', pressOnce, { capture: true })
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || !isReady()) return
    const command = appCommandOf(event, { platform: currentPlatform(), isInText: isInText(event.target) })
    if (command === null) return
    event.preventDefault()
    // A held key runs its command once.
    if (!event.repeat) run(command)
  })
  bridge.subscribe.menuCommand((command) => {
    // In a field it selects the text, even without a library or with a question open.
    if (command === 'select-all' && selectText()) return
    if (isReady()) runFromMenu(command, run)
  })
  followWhatCanBeUndone(bridge, undoCommands)
  closeToastsOnLeave()
}

/** Closes toasts that belong to the previous screen or library. */
function closeToastsOnLeave(): void {
  usePreferences.subscribe(({ preferences }, before) => {
    if (preferences.screen !== before.preferences.screen) closeToastOfScreen()
  })
  useConnection.subscribe(({ opening }, before) => {
    if (opening !== before.opening) closeToast()
  })
}

/**
 * Stops a held Enter from pressing a button repeatedly, or one that its first press has opened. Text fields receive it.
 */
function pressOnce(event: KeyboardEvent): void {
  const isText = event.target instanceof Element && event.target.closest('textarea, [contenteditable]') !== null
  if (!event.repeat || event.key !== 'Enter' || isText) return
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** Returns whether a library is open and no question blocks it. */
function isReady(): boolean {
  const { connection, failure } = useConnection.getState()
  return connection !== null && failure === null && !isQuestionOpen()
}

/** Creates the undo commands with the toasts and stores of this window. */
function undoCommandsOver(bridge: Bridge): UndoCommands {
  return createUndoCommands({
    bridge,
    say: (text) => showToast({ text }),
    onFailure: (failure) => useCommandFailure.setState({ failure }),
    onLoaded: (choice, over) => useUndo.setState({ choice, over }),
    onRestored: (records) => useUndo.setState({ restored: { records } })
  })
}

function appRunner(undoCommands: UndoCommands): (command: AppCommand) => void {
  const runs: Readonly<Record<AppCommand, () => void>> = {
    'new-image': () => {
      setPreferences({ screen: 'images' })
      openCreate()
    },
    'show-images': () => setPreferences({ screen: 'images' }),
    'show-projects': () => setPreferences({ screen: 'projects' }),
    'show-activity': () => showActivity('waiting'),
    'show-history': () => showActivity('history'),
    'show-settings': openSettings,
    'sync-now': () => void syncNow(),
    undo: () => void undoCommands.undo(),
    redo: () => void undoCommands.redo()
  }
  return (command) => runs[command]()
}

const isAppCommand = (command: MenuCommand): command is AppCommand =>
  (APP_COMMANDS as readonly MenuCommand[]).includes(command)

function runFromMenu(command: MenuCommand, run: (command: AppCommand) => void): void {
  if (isInText(document.activeElement) && !IN_TEXT.has(command)) return runInText(command, run)
  if (isAppCommand(command)) run(command)
  else useScreenCommands.getState().run?.(command satisfies ScreenCommand)
}

/** Returns `false` if no field has the focus. */
function selectText(): boolean {
  const field = document.activeElement
  const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
  if (!isField || !isInText(field)) return false
  field.select()
  return true
}

/** Main undoes typing; images are not changed from within a text field. */
function runInText(command: MenuCommand, run: (command: AppCommand) => void): void {
  if (isAppCommand(command) && command !== 'undo' && command !== 'redo') run(command)
}

/** Reads again what can be undone after changes of status or library, which include every change of a batch. */
function followWhatCanBeUndone(bridge: Bridge, undoCommands: UndoCommands): void {
  const refresh = throttle({
    run: () => void undoCommands.refresh(),
    after: callAfter,
    now: () => performance.now(),
    delayMs: REFRESH_PAUSE_MS,
    intervalMs: 0
  })
  const refreshSoon = (): void => {
    if (isLibraryOpen()) refresh()
  }
  bridge.subscribe.libraryChanged(refreshSoon)
  bridge.subscribe.connectionChanged(refreshSoon)
  useSync.subscribe(refreshSoon)
  // The menu names what can be undone.
  useLanguage.subscribe(refreshSoon)
  refreshSoon()
}

const isLibraryOpen = (): boolean => useConnection.getState().connection !== null
