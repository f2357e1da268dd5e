/** Compares the documents with the project: commands, paths, links, and the parts of the map. */
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join, matchesGlob, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOMS } from './rooms.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
const linesOf = (file: string): number => read(file).trimEnd().split('\n').length

/** Documents, as paths from the root. */
const DOCUMENTS = ['.', 'docs', 'docs/decisions', 'tools/chromium-host'].flatMap((folder) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name))
)

/** `a/{b,c}/d` is two paths. */
function spread(path: string): readonly string[] {
  const choice = /\{([^}]*)\}/.exec(path)
  if (choice === null) return [path]
  const [whole, names = ''] = choice
  return names.split(',').flatMap((name) => spread(path.replace(whole, name.trim())))
}

describe('the map', () => {
  const map = read('ARCHITECTURE.md')
  const named = new Set(
    [...map.matchAll(/`((?:src|tools|test|bench|docs|resources)\/[^`\s]*)`/g)].flatMap(([, path = '']) => spread(path))
  )

  it('names only existing paths', () => {
    expect(named.size).toBeGreaterThan(20)
    expect([...named].filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })

  it('names every room', () => {
    const folders = ROOMS.map(({ place }) => join('src', place)).filter((place) =>
      statSync(join(ROOT, place)).isDirectory()
    )
    // A folder in a named one needs no line of its own.
    const isNamed = (folder: string): boolean =>
      [...named].some((path) => path === folder || path.startsWith(`${folder}/`))
    expect(folders.filter((folder) => !isNamed(folder))).toEqual([])
  })

  it('names every tool', () => {
    const tools = readdirSync(join(ROOT, 'tools')).map((name) => `tools/${name}`)
    expect(tools.filter((path) => !named.has(path))).toEqual([])
  })

  it('fits on two pages', () => {
    expect(linesOf('ARCHITECTURE.md')).toBeLessThanOrEqual(120)
  })
})

describe('the path of one favorite', () => {
  const steps = [...read('docs/sync.md').matchAll(/^\| `([^`]+\.ts)` \| `([^`]+)` \|/gm)]

  it('names at most 25 functions, each in its file', () => {
    expect(steps.length).toBeGreaterThan(20)
    expect(steps.length).toBeLessThanOrEqual(25)
    const isMissing = ([, file = '', name = '']: readonly string[]): boolean =>
      !new RegExp(`(^|[\\s.])${name}[(<:]| ${name} =`, 'm').test(read(`src/${file}`))
    expect(steps.filter(isMissing).map(([line]) => line)).toEqual([])
  })
})

/** Folders whose files documents may name. */
const FOLDERS = ['bench', 'docs', 'drivers', 'resources', 'src', 'test', 'tools', '.ci', '.github']
const FILES = [
  ...readdirSync(ROOT),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(folder, name).replaceAll('\\', '/')
    )
  )
  // The test of the rules temporarily writes there.
].filter((file) => !file.startsWith('tools/lint/fixtures'))
/** Written by a command. */
const GENERATED = ['NOTICES.md']
/** Commands of npm itself. */
const NPM = ['ci', 'config', 'install']

const codeIn = (text: string): readonly string[] =>
  [...text.matchAll(/```[\s\S]*?```|`[^`\n]+`/g)].map(([code]) => code)

/** Returns the scripts in code of a document: `test` for "npm test", `check` for "npm run check". */
const scriptsIn = (text: string): readonly string[] =>
  codeIn(text)
    .flatMap((code) => [...code.matchAll(/\bnpm (?:run )?(?!run\b)([a-z][\w:-]*)/g)])
    .map(([, name = '']) => name)
    .filter((name) => !NPM.includes(name))

/** Returns the paths in code of a document: full ones, and ends such as `engine/client.ts`. */
const pathsIn = (text: string): readonly string[] =>
  codeIn(text)
    .flatMap((code) => code.replaceAll(/^```sh|`+/g, '').split(/\s+/))
    .map((word) => word.replace(/[,;:).]+$/, ''))
    .filter(
      (word) => FOLDERS.some((folder) => word.startsWith(`${folder}/`)) || /\.(?:tsx?|mts|mjs|md|yml)$/.test(word)
    )
    .filter((word) => !/…|NNNN|^<|^https?:/.test(word))
    .flatMap(spread)

const isPathThere = (path: string): boolean =>
  GENERATED.includes(path) ||
  existsSync(join(ROOT, path)) ||
  FILES.some((file) => file.endsWith(`/${path}`) || matchesGlob(file, path) || matchesGlob(file, `**/${path}`))

const headingsOf = (text: string): readonly string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(/\s/g, '-')
  )

/** Whether a file, a heading of the document, or a heading of another document exists. */
function isTargetThere(document: string, target: string): boolean {
  const [path = '', heading] = target.split('#')
  const file = path === '' ? document : join(dirname(document), path)
  if (!existsSync(join(ROOT, file))) return false
  return heading === undefined || headingsOf(read(file)).includes(heading)
}

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

describe.each(DOCUMENTS)('%s', (document) => {
  const text = read(document)

  it('names npm commands that exist', () => {
    expect(scriptsIn(text).filter((name) => scripts[name] === undefined)).toEqual([])
  })

  it('names paths that exist', () => {
    expect(pathsIn(text).filter((path) => !isPathThere(path))).toEqual([])
  })

  it('links to files and headings that exist', () => {
    const targets = [...text.matchAll(/\]\(([^)\s]+)[^)]*\)/g)].map(([, target = '']) => target)
    const own = targets.filter((target) => !/^[a-z]+:/.test(target))
    expect(own.filter((target) => !isTargetThere(document, target))).toEqual([])
  })
})

describe('what the checks of documents find', () => {
  it('commands, paths and links of this project', () => {
    expect(DOCUMENTS.flatMap((document) => scriptsIn(read(document))).length).toBeGreaterThan(40)
    expect(DOCUMENTS.flatMap((document) => pathsIn(read(document))).length).toBeGreaterThan(100)
  })

  it('a command, a path, an end of a path and a heading that do not exist', () => {
    const text =
      'Run `npm run nothing`, see `src/nothing.ts`, `main/nothing.ts`, `src/*.nothing.ts` and `lint/docs.test.ts`.'
    expect(scriptsIn(text)).toEqual(['nothing'])
    expect(pathsIn(text).filter((path) => !isPathThere(path))).toEqual([
      'src/nothing.ts',
      'main/nothing.ts',
      'src/*.nothing.ts'
    ])
    expect(isTargetThere('README.md', '#nothing')).toBe(false)
    expect(isTargetThere('README.md', '#install')).toBe(true)
  })
})

it.each([
  ['README.md', 90],
  ['docs/sync.md', 250]
])('%s takes at most %d lines', (document, most) => {
  expect(linesOf(document)).toBeLessThanOrEqual(most)
})

describe('the README', () => {
  it('names the command that the checks of a submission run', () => {
    const runs = read('.ci/run').match(/^npm .+$/gm)
    expect(runs).not.toBeNull()
    expect(runs?.filter((command) => !read('README.md').includes(`\n${command} `))).toEqual([])
  })
})

it('docs/commands.md has a row for each command', () => {
  // A colon marks a part of another command.
  const commands = Object.keys(scripts).filter((name) => !name.includes(':'))
  const named = scriptsIn(read('docs/commands.md'))
  expect(commands.filter((name) => !named.includes(name))).toEqual([])
})

describe('the decisions', () => {
  const decisions = DOCUMENTS.filter((file) => /\d{4}-[^/]*\.md$/.test(file))

  it('are at most 15, numbered from 1', () => {
    expect(decisions.length).toBeLessThanOrEqual(15)
    expect(decisions.map((file) => Number(basename(file).slice(0, 4)))).toEqual(decisions.map((_, index) => index + 1))
  })

  it('take at most 40 lines each', () => {
    expect(decisions.filter((file) => linesOf(file) > 40)).toEqual([])
  })

  it('have the same four parts', () => {
    const parts = (file: string) => read(file).match(/^## .+$/gm)
    const expected = ['## Status', '## Context', '## Decision', '## Consequences']
    expect(decisions.map((file) => [file, parts(file)])).toEqual(decisions.map((file) => [file, expected]))
  })

  it('are in the list of the folder by number and title', () => {
    const list = read('docs/decisions/README.md')
    const rowOf = (file: string): string => {
      const [, number = '', title = ''] = /^# (\d+)\. (.+)$/m.exec(read(file)) ?? []
      return Number(basename(file).slice(0, 4)) === Number(number) ? `${number}. [${title}](${basename(file)})` : file
    }
    expect(decisions.filter((file) => !list.includes(rowOf(file)))).toEqual([])
  })

  it('have the numbers that the sources and documents name', () => {
    const named = FILES.filter((file) => /\.(?:tsx?|mjs|md)$/.test(file)).flatMap((file) =>
      [...read(file).matchAll(/\bdecisions? (\d+)\b/g)].map(([, number = '']) => ({ file, number: Number(number) }))
    )
    expect(named.filter(({ number }) => number > decisions.length)).toEqual([])
  })
})
