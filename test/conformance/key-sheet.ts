/** Reads the tables of keys in docs/shortcuts.md, and resolves each key with the program's own lists. */
import { appCommandOf } from '../../src/renderer/commands/app-shortcuts.ts'
import type { KeyPress, Platform } from '../../src/renderer/commands/chord.ts'
import { commandOf } from '../../src/renderer/images/commands/shortcuts.ts'
import { fullViewCommandOf } from '../../src/renderer/images/full-view/full-view-keys.ts'

export interface KeyRow {
  /** 'grid', 'everywhere', or 'full view', by their order. */
  readonly table: 'grid' | 'everywhere' | 'full view'
  /** As written in the table: "Ctrl+Shift+I". */
  readonly others: readonly string[]
  /** "⇧⌘I". */
  readonly mac: readonly string[]
  readonly what: string
}

const HEAD = '| Windows, Linux | macOS | |'
const TABLES = ['grid', 'everywhere', 'full view'] as const

/** Returns the rows of the three tables of keys. */
export function readKeyTables(markdown: string): readonly KeyRow[] {
  return markdown
    .split(HEAD)
    .slice(1)
    .flatMap((part, index) => rowsOf(part, TABLES[index] ?? 'everywhere'))
}

function rowsOf(part: string, table: KeyRow['table']): KeyRow[] {
  const lines = part.split('\n')
  const end = lines.findIndex((line, index) => index > 0 && !line.startsWith('|'))
  return lines
    .slice(2, end)
    .map((line) => line.split('|').slice(1, -1))
    .map(([others = '', mac = '', what = '']) => ({
      table,
      others: keysIn(others),
      mac: keysIn(mac),
      what: what.trim()
    }))
}

const keysIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, key = '']) => key)

/** Returns the command of each key of the row, on each listed system; 'nothing' for a key without a command. */
export function commandsOf({ table, others, mac, what }: KeyRow): readonly string[] {
  const more = [...what.matchAll(/on Linux also `([^`]+)`/g)].map(([, key = '']) => key)
  return [
    ...others.flatMap((key) => [command(table, pressOf(key), 'win32'), command(table, pressOf(key), 'linux')]),
    ...more.map((key) => command(table, pressOf(key), 'linux')),
    ...mac.map((key) => command(table, pressOfMac(key), 'darwin'))
  ]
}

function command(table: KeyRow['table'], press: KeyPress, platform: Platform): string {
  if (table === 'everywhere') return appCommandOf(press, { platform, isInText: false }) ?? 'nothing'
  const view = { isReviewing: false, isHintShown: false, isRightToLeft: false }
  if (table === 'full view') return fullViewCommandOf(press, view) ?? 'nothing'
  const found = commandOf(press, { platform, isGridFocused: true, isInfoFocused: false, isElsewhere: false })
  if (found === null) return 'nothing'
  return found.name === 'move' ? `move ${found.kind}` : found.name
}

const NAMES: Readonly<Record<string, string>> = {
  '←': 'ArrowLeft',
  '→': 'ArrowRight',
  '↑': 'ArrowUp',
  '↓': 'ArrowDown',
  Esc: 'Escape',
  Space: ' ',
  '⌫': 'Backspace'
}
const named = (key: string): string => NAMES[key] ?? key

/** Parses "Ctrl+Shift+I" or "+". */
function pressOf(text: string): KeyPress {
  const parts = text === '+' ? ['+'] : text.split('+')
  const held = new Set(parts.slice(0, -1))
  return press(parts.at(-1) ?? '', { ctrlKey: held.has('Ctrl'), shiftKey: held.has('Shift'), altKey: held.has('Alt') })
}

/** Parses "⇧⌘I": the symbols of modifiers precede the key. */
function pressOfMac(text: string): KeyPress {
  const held = /^[⇧⌘⌥⌃]*/.exec(text)?.[0] ?? ''
  return press(text.slice(held.length), {
    metaKey: held.includes('⌘'),
    shiftKey: held.includes('⇧'),
    altKey: held.includes('⌥')
  })
}

const press = (key: string, held: Partial<KeyPress>): KeyPress => ({
  key: named(key),
  code: '',
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  isComposing: false,
  ...held
})
