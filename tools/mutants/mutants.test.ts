import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { PROJECT_ROOT } from '../../drivers/built-app.ts'
import { COPIED, filesOf, PARTS, pickFiles } from './mutants.ts'

const FILES = PARTS.flatMap(filesOf)

it('changes existing files, each once, and no tests', () => {
  expect(FILES.filter((file) => !existsSync(join(PROJECT_ROOT, file)))).toEqual([])
  expect(new Set(FILES).size).toBe(FILES.length)
  expect(FILES.filter((file) => file.includes('.test.'))).toEqual([])
  expect(FILES).toEqual(
    expect.arrayContaining(['src/main/engine/domain/pacer.ts', 'src/main/engine/storage/outbox.ts'])
  )
})

it('selects files by patterns', () => {
  expect(pickFiles('domain', ['**/pacer.ts', '**/outbox.ts'])).toEqual(['src/main/engine/domain/pacer.ts'])
  expect(pickFiles('outbox', ['**/outbox.ts'])).toEqual(['src/main/engine/storage/outbox.ts'])
  expect(pickFiles('domain', ['pacer.ts'])).toEqual([])
})

it('copies all imports of the engine and its tests into the sandbox', () => {
  const importsOf = (file: string): readonly string[] =>
    [...readFileSync(file, 'utf8').matchAll(/ from '(\.[^']+)'/g)].map(([, path = '']) => join(dirname(file), path))
  const files = new Set(globSync(join(PROJECT_ROOT, 'src/main/engine/{domain,storage,library}/**/*.test.ts')))
  for (const file of files) for (const imported of importsOf(file)) files.add(imported)
  const folders = [...files].map((file) => relative(PROJECT_ROOT, file).replaceAll('\\', '/'))
  expect(folders.length).toBeGreaterThan(150)
  expect(folders.filter((file) => !COPIED.some((folder) => file.startsWith(`${folder}/`)))).toEqual([])
})

it('excludes changes only with a reason', () => {
  const comments = FILES.flatMap((file) =>
    [...readFileSync(join(PROJECT_ROOT, file), 'utf8').matchAll(/Stryker disable.*/g)].map(
      ([line]) => `${file}: ${line}`
    )
  )
  expect(comments.filter((line) => !/Stryker disable next-line [A-Za-z, ]+: (\S+ ){2}\S+/.test(line))).toEqual([])
})
