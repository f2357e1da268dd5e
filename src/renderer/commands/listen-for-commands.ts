/** Hears the keys that mean the same on every screen, and what is chosen in the native menu. */
import type { Bridge } from '../../shared/bridge.ts'
import type { MenuCommand } from '../../shared/menu-command.ts'
import { callAfter } from '../pending-work.ts'
import { openCreate } from '../stores/create-store.ts'
import { atWalkingPace } from '../stores/facet-store.ts'
import { setPreferences, usePreferences } from '../stores/preferences-store.ts'
import { useConnection, useSync } from '../stores/sync-store.ts'
import { openSettings, showActivity, useCommandFailure } from '../stores/window-store.ts'
import { closeToast, closeToastOfScreen, showToast } from '../ui/toast.tsx'
import { APP_COMMANDS, type AppCommand, appCommandOf, type ScreenCommand, useScreenCommands } from './app-shortcuts.ts'
import { syncNow } from './batch-commands.ts'
import { currentPlatform, isInText, isQuestionOpen } from './keyboard.ts'
import { createUndoCommands, type UndoCommands, useUndo } from './undo-commands.ts'

/** A burst of changes is one look at what can be undone. */
const LOOK_PAUSE_MS = 400

/** Menu commands that a text field takes for itself. */
const IN_TEXT: ReadonlySet<MenuCommand> = new Set<MenuCommand>(['find', 'toggle-info'])

/** From here on, for as long as the window lives. */
export function listenForCommands(bridge: Bridge): void {
  const undos = undoCommandsOver(bridge)
  const run = appRunner(undos)
  useUndo.setState({ undoBatch: undos.undoBatch })
  document.addEventListener('keydown', pressOnce, { capture: true })
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || !isReady()) return
    const command = appCommandOf(event, { platform: currentPlatform(), isInText: isInText(event.target) })
    if (command === null) return
    event.preventDefault()
    // A key held down is one wish.
    if (!event.repeat) run(command)
  })
  bridge.subscribe.menuCommand((command) => {
    // In a field it selects the text, even without a library or with a question open.
    if (command === 'select-all' && selectText()) return
    if (isReady()) runFromMenu(command, run)
  })
  followWhatCanBeUndone(bridge, undos)
  leaveWordsBehind()
}

/** What was said of a screen, or of a library, is not said on the next one. */
function leaveWordsBehind(): void {
  usePreferences.subscribe(({ preferences }, before) => {
    if (preferences.screen !== before.preferences.screen) closeToastOfScreen()
  })
  useConnection.subscribe(({ opening }, before) => {
    if (opening !== before.opening) closeToast()
  })
}

/** Enter that is held presses nothing twice: neither a button, nor what its press has opened. Text takes it as it is. */
function pressOnce(event: KeyboardEvent): void {
  const isText = event.target instanceof Element && event.target.closest('textarea, [contenteditable]') !== null
  if (!event.repeat || event.key !== 'Enter' || isText) return
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** There is a library, and no question stands before it. */
function isReady(): boolean {
  const { connection, trouble } = useConnection.getState()
  return connection !== null && trouble === null && !isQuestionOpen()
}

/** The undo commands with the words and stores of this window. */
function undoCommandsOver(bridge: Bridge): UndoCommands {
  return createUndoCommands({
    bridge,
    say: (text) => showToast({ text }),
    onFailure: (failure) => useCommandFailure.setState({ failure }),
    onLooked: (choice, over) => useUndo.setState({ choice, over }),
    onRestored: (records) => useUndo.setState({ restored: { records } })
  })
}

function appRunner(undos: UndoCommands): (command: AppCommand) => void {
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
    undo: () => void undos.undo(),
    redo: () => void undos.redo()
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

/** Answers `false` if no field has the focus. */
function selectText(): boolean {
  const field = document.activeElement
  const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
  if (!isField || !isInText(field)) return false
  field.select()
  return true
}

/** What is typed is taken back by main; images are not changed from within a text field. */
function runInText(command: MenuCommand, run: (command: AppCommand) => void): void {
  if (isAppCommand(command) && command !== 'undo' && command !== 'redo') run(command)
}

/** Every change of a batch shows in the status or in the library. */
function followWhatCanBeUndone(bridge: Bridge, undos: UndoCommands): void {
  const look = atWalkingPace({
    run: () => void undos.refresh(),
    after: callAfter,
    now: () => performance.now(),
    soonMs: LOOK_PAUSE_MS,
    restMs: 0
  })
  const lookSoon = (): void => {
    if (isLibraryOpen()) look()
  }
  bridge.subscribe.libraryChanged(lookSoon)
  bridge.subscribe.connectionChanged(lookSoon)
  useSync.subscribe(lookSoon)
  lookSoon()
}

const isLibraryOpen = (): boolean => useConnection.getState().connection !== null
