/** What the documents name is there: rooms and paths of the map, and whatever a link leads to. */
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOMS } from './rooms.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
const linesOf = (file: string): number => read(file).trimEnd().split('\n').length

/** Documents of the project, as paths from its root. */
const DOCUMENTS = ['.', 'docs', 'docs/decisions'].flatMap((folder) =>
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

  it('names only what is there', () => {
    expect(named.size).toBeGreaterThan(20)
    expect([...named].filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })

  it('names every room', () => {
    const folders = ROOMS.map(({ place }) => join('src', place)).filter((place) =>
      statSync(join(ROOT, place)).isDirectory()
    )
    // What lies in a named folder and has no line of its own is explained with it.
    const isNamed = (folder: string): boolean =>
      [...named].some((path) => path === folder || path.startsWith(`${folder}/`))
    expect(folders.filter((folder) => !isNamed(folder))).toEqual([])
  })

  it('names every tool', () => {
    const tools = readdirSync(join(ROOT, 'tools')).map((name) => `tools/${name}`)
    expect(tools.filter((path) => !named.has(path))).toEqual([])
  })

  it('fits on two pages', () => {
    expect(linesOf('ARCHITECTURE.md')).toBeLessThanOrEqual(150)
  })
})

describe('the way of one star', () => {
  const steps = [...read('docs/sync.md').matchAll(/^\| `([^`]+\.ts)` \| `([^`]+)` \|/gm)]

  it('names at most 25 functions, each where it is written', () => {
    expect(steps.length).toBeGreaterThan(20)
    expect(steps.length).toBeLessThanOrEqual(25)
    const isMissing = ([, file = '', name = '']: readonly string[]): boolean =>
      !new RegExp(`(^|[\\s.])${name}[(<:]| ${name} =`, 'm').test(read(`src/${file}`))
    expect(steps.filter(isMissing).map(([line]) => line)).toEqual([])
  })
})

describe('the documents', () => {
  const links = DOCUMENTS.flatMap((file) =>
    [...read(file).matchAll(/\]\(([^)\s#]+)[^)]*\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^[a-z]+:/.test(target))
      .map((target) => ({ file, target }))
  )

  it('lead only to what is there', () => {
    expect(links.length).toBeGreaterThan(20)
    expect(links.filter(({ file, target }) => !existsSync(join(ROOT, dirname(file), target)))).toEqual([])
  })

  const decisions = DOCUMENTS.filter((file) => /\d{4}-[^/]*\.md$/.test(file))

  it('a decision takes at most forty lines', () => {
    expect(decisions.filter((file) => linesOf(file) > 40)).toEqual([])
  })

  it('a decision begins with its number, and stands in the list', () => {
    const list = read('docs/decisions/README.md')
    const isListed = (file: string): boolean => {
      const number = Number(basename(file).slice(0, 4))
      return list.includes(`[${number}](${basename(file)})`) && read(file).startsWith(`# ${number}. `)
    }
    expect(decisions.filter((file) => !isListed(file))).toEqual([])
  })
})
