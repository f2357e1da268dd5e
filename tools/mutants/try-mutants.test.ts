import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { COPIED, readReport, type Report } from './try-mutants.ts'

const ROOT = join(import.meta.dirname, '../..')

const source = ['const two = (a: number) => {', '  return a < 2', '}'].join('\n')
const place = (line: number, column: number) => ({ line, column })

test('reads which code became which, and where it stands', () => {
  const report: Report = {
    files: {
      'src/two.ts': {
        source,
        mutants: [
          { location: { start: place(2, 10), end: place(2, 15) }, replacement: 'a <= 2', status: 'Survived' },
          { location: { start: place(1, 28), end: place(3, 2) }, replacement: '{}', status: 'Killed' },
          { location: { start: place(2, 10), end: place(2, 15) }, status: 'NoCoverage' }
        ]
      }
    }
  }
  const file = 'src/two.ts'
  expect(readReport(report)).toEqual([
    { file, row: 2, line: '  return a < 2', was: 'a < 2', becomes: 'a <= 2', status: 'Survived' },
    {
      file,
      row: 1,
      line: 'const two = (a: number) => {',
      was: '{\n  return a < 2\n}',
      becomes: '{}',
      status: 'Killed'
    },
    { file, row: 2, line: '  return a < 2', was: 'a < 2', becomes: '', status: 'NoCoverage' }
  ])
})

test('every file that the engine and its tests import is copied into the sandbox', () => {
  const importsOf = (file: string): readonly string[] =>
    [...readFileSync(file, 'utf8').matchAll(/ from '(\.[^']+)'/g)].map(([, path = '']) => join(dirname(file), path))
  const files = new Set(globSync(join(ROOT, 'src/main/engine/{domain,storage,library}/**/*.test.ts')))
  for (const file of files) for (const imported of importsOf(file)) files.add(imported)
  const folders = [...files].map((file) => relative(ROOT, file).replaceAll('\\', '/'))
  expect(folders.length).toBeGreaterThan(150)
  expect(folders.filter((file) => !COPIED.some((folder) => file.startsWith(`${folder}/`)))).toEqual([])
})
