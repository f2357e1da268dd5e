/** Compares the pictures of the README, the sheet of keys and the promises of SECURITY with the project. */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import sharp from 'sharp'
import { APP_COMMANDS } from '../../src/renderer/commands/app-shortcuts.ts'
import { FULL_VIEW_KEYS } from '../../src/renderer/images/full-view/full-view-keys.ts'
import { SHORTCUTS } from '../../src/renderer/images/commands/shortcuts.ts'
import { namesTestFiles } from './coverage-table.ts'
import { commandsOf, readKeyTables, type KeyRow } from './key-sheet.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8')
const unique = <T>(values: Iterable<T>): T[] => [...new Set(values)]

describe('the README', () => {
  const text = read('README.md')

  const pictures = [...text.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, file = '']) => file)

  it('shows three pictures', () => {
    expect(unique(pictures)).toHaveLength(3)
  })

  it.each(pictures)('%s is a picture of a whole window, and small enough for a page', async (file) => {
    const { width, height, format } = await sharp(join(ROOT, file)).metadata()
    expect({ width, height, format }).toEqual({ width: 1440, height: 900, format: 'png' })
    expect(statSync(join(ROOT, file)).size).toBeLessThan(700_000)
  })
})

describe('the sheet of keys', () => {
  const rows = readKeyTables(read('docs/shortcuts.md'))
  const known: Readonly<Record<string, readonly string[]>> = {
    'Add to Favorites. With one image selected: add or remove': ['add-favorite'],
    'Remove from Favorites': ['remove-favorite'],
    'Add to the selection, or remove from it': ['toggle-focused', 'toggle-selected'],
    'Select everything that matches': ['select-all'],
    'Clear the selection': ['deselect'],
    'Clear the selection, then the search': ['escape'],
    'Restore the last selection': ['reselect'],
    'Invert the selection': ['invert'],
    'Move and select': ['move select'],
    'Extend the selection': ['move extend'],
    'Move without selecting': ['move focus'],
    'Select the first image, the last image': ['move select'],
    'Open in full view': ['open-detail'],
    'Review from the selected image, or from where you stopped': ['review'],
    'Review from where you stopped': ['continue-review'],
    Rename: ['rename'],
    Delete: ['delete'],
    'Copy the prompt': ['copy-prompt'],
    'Create an image with these settings': ['use-settings'],
    'Open the menu of this image': ['open-menu'],
    'Show larger previews, smaller previews': ['larger', 'smaller'],
    'Show or hide the info panel': ['toggle-info'],
    Search: ['find'],
    Undo: ['undo'],
    'Redo (on Linux also `Ctrl+Shift+Z`)': ['redo'],
    'New image': ['new-image'],
    'Show images, projects': ['show-images', 'show-projects'],
    'Show Activity': ['show-activity'],
    'Show History': ['show-history'],
    'Sync now': ['sync-now'],
    'Open Settings': ['show-settings'],
    'Previous image, next image': ['previous', 'next'],
    'First image, last image': ['first', 'last'],
    'Switch between the whole image and its actual size': ['toggle-whole'],
    'Zoom in, zoom out, fit to the window': ['zoom-in', 'zoom-out', 'fit'],
    'Start or end the review, in which `F` adds to Favorites and moves on': ['toggle-review'],
    'Return to the grid': ['close']
  }
  const named = (row: KeyRow) => `${row.table}: ${row.what}`

  it('has rows', () => {
    expect(rows.length).toBeGreaterThan(30)
  })

  it.each(rows.map((row) => ({ ...row, named: named(row) })))('$named, on every system', (row) => {
    const expected = known[row.what] ?? []
    const found = unique(commandsOf(row))
    expect(expected).toEqual(expect.arrayContaining(found))
    expect(found.length).toBeGreaterThan(0)
  })

  it('lists every command', () => {
    const shown = new Set(rows.flatMap(commandsOf))
    const grid = SHORTCUTS.map(({ command }) => (command.name === 'move' ? `move ${command.kind}` : command.name))
    // The keys of review mode are listed in its own row.
    const view = FULL_VIEW_KEYS.filter(({ only }) => only === undefined).map(({ command }) => command)
    expect(unique([...grid, ...APP_COMMANDS, ...view]).filter((command) => !shown.has(command))).toEqual([])
  })
})

describe('the guarantees of SECURITY', () => {
  it('each name the files of their tests', () => {
    const lines = read('SECURITY.md').split('\n')
    const promises = lines.filter((line) => line.startsWith('| ') && !line.startsWith('| Promise'))
    expect(promises.length).toBeGreaterThan(8)
    expect(promises.filter((line) => !namesTestFiles(line))).toEqual([])
  })
})
