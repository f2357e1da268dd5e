/** What the README, CONTRIBUTING, SECURITY and their pictures say, against what is there. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import sharp from 'sharp'
import { APP_COMMANDS } from '../../src/renderer/commands/app-shortcuts.ts'
import { FULL_VIEW_KEYS } from '../../src/renderer/images/full-view/full-view-keys.ts'
import { SHORTCUTS } from '../../src/renderer/images/commands/shortcuts.ts'
import { namesTestFiles } from './coverage-table.ts'
import { commandsOf, readKeyTables, type KeyRow } from './key-sheet.ts'

const ROOT = join(import.meta.dirname, '../..')
const PAGES = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'] as const
const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8')
const unique = <T>(values: Iterable<T>): T[] => [...new Set(values)]

/** npm's own commands, which are no scripts. */
const OWN = new Set(['ci', 'config', 'install'])

/** Scripts that the code of a page runs; what is said about npm in between is prose. */
function scriptsNamedIn(text: string): string[] {
  const code = [...text.matchAll(/```[\s\S]*?```|`[^`]+`/g)].map(([span]) => span).join('\n')
  const names = [...code.matchAll(/\bnpm (?:run )?(?!run\b)([a-z][\w:-]*)/g)].map(([, name = '']) => name)
  return unique(names).filter((name) => !OWN.has(name))
}

describe.each(PAGES)('%s', (name) => {
  const text = read(name)

  it('names commands that are there', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    expect(scriptsNamedIn(text).filter((script) => scripts[script] === undefined)).toEqual([])
  })

  it('links to files and headings that are there', () => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = '']) => to).filter((to) => !/^https?:/.test(to))
    expect(links.filter((to) => !leads(name, to))).toEqual([])
  })
})

/** A file below the root, a heading of the page, or both. */
function leads(page: string, to: string): boolean {
  const [path = '', heading] = to.split('#')
  const file = path === '' ? page : join(dirname(page), path)
  if (!existsSync(join(ROOT, file))) return false
  return heading === undefined || headingsOf(read(file)).includes(heading)
}

const headingsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, words = '']) =>
    words
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(/\s/g, '-')
  )

describe('the README', () => {
  const text = read('README.md')

  it('has a row for each command that people run', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    // With a colon: parts of another one.
    const wanted = Object.keys(scripts).filter((script) => !script.includes(':'))
    expect(wanted.filter((script) => !scriptsNamedIn(text).includes(script))).toEqual([])
  })

  const pictures = [...text.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, file = '']) => file)

  it('shows three pictures', () => {
    expect(unique(pictures)).toHaveLength(3)
  })

  it.each(pictures)('%s is a picture of a whole window, and light enough for a page', async (file) => {
    const { width, height, format } = await sharp(join(ROOT, file)).metadata()
    expect({ width, height, format }).toEqual({ width: 1440, height: 900, format: 'png' })
    expect(statSync(join(ROOT, file)).size).toBeLessThan(700_000)
  })
})

describe('the sheet of keys in the README', () => {
  const rows = readKeyTables(read('README.md'))
  const known: Readonly<Record<string, readonly string[]>> = {
    'Add to Favorites (on exactly one image: the other value)': ['add-favorite'],
    'Remove from Favorites': ['remove-favorite'],
    'Select this one too': ['toggle-focused', 'toggle-selected'],
    'Select everything that matches': ['select-all'],
    'Clear the selection': ['deselect'],
    'One step back: selection, then search': ['escape'],
    'Bring back the last selection': ['reselect'],
    'Invert the selection': ['invert'],
    'Move and select': ['move select'],
    'Extend the selection': ['move extend'],
    'Move alone': ['move focus'],
    'To the first, to the last': ['move select'],
    'Look at it in full': ['open-detail'],
    Rename: ['rename'],
    Delete: ['delete'],
    'Copy the prompt': ['copy-prompt'],
    'New image with these settings': ['use-settings'],
    'Menu of this image': ['open-menu'],
    'Larger, smaller pictures': ['larger', 'smaller'],
    'Show or hide the information': ['toggle-info'],
    Search: ['find'],
    Undo: ['undo'],
    'Redo (on Linux also `Ctrl+Shift+Z`)': ['redo'],
    'New image': ['new-image'],
    'Images, projects': ['show-images', 'show-projects'],
    Activity: ['show-activity'],
    History: ['show-history'],
    'Sync now': ['sync-now'],
    Settings: ['show-settings'],
    'Previous, next': ['previous', 'next'],
    'First, last': ['first', 'last'],
    'Whole picture, or each pixel': ['toggle-whole'],
    'Zoom in, out, fit': ['zoom-in', 'zoom-out', 'fit'],
    'Review: `F` stars and goes on to the next': ['toggle-review'],
    'Back to the grid': ['close']
  }
  const named = (row: KeyRow) => `${row.table}: ${row.what}`

  it('has rows', () => {
    expect(rows.length).toBeGreaterThan(30)
  })

  it.each(rows.map((row) => ({ ...row, named: named(row) })))('$named, on every system', (row) => {
    const wanted = known[row.what] ?? []
    const found = unique(commandsOf(row))
    expect(wanted).toEqual(expect.arrayContaining(found))
    expect(found.length).toBeGreaterThan(0)
  })

  it('leaves no command out', () => {
    const shown = new Set(rows.flatMap(commandsOf))
    const grid = SHORTCUTS.map(({ command }) => (command.name === 'move' ? `move ${command.kind}` : command.name))
    // Heard in review alone, whose row tells of it.
    const view = FULL_VIEW_KEYS.filter(({ isReview }) => isReview !== true).map(({ command }) => command)
    expect(unique([...grid, ...APP_COMMANDS, ...view]).filter((command) => !shown.has(command))).toEqual([])
  })
})

describe('the promises of SECURITY', () => {
  it('each name the files of their tests', () => {
    const lines = read('SECURITY.md').split('\n')
    const promises = lines.filter((line) => line.startsWith('| ') && !line.startsWith('| Promise'))
    expect(promises.length).toBeGreaterThan(8)
    expect(promises.filter((line) => !namesTestFiles(line))).toEqual([])
  })
})
