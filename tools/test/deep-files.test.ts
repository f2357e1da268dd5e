/** The tests of `npm run test:deep` are those with deep parts, and docs/tests.md names each. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

const paths = (text: string): readonly string[] =>
  [...text.matchAll(/['`]([\w./-]+\.test\.tsx?)['`]/g)].map(([, path = '']) => path)

/** Reads the text, because the configuration loads parts for browsers and React. */
const listOf = (name: string): readonly string[] =>
  paths(new RegExp(`${name}: string\\[\\] = \\[([^\\]]*)\\]`).exec(read('vitest.config.ts'))?.[1] ?? '')
const deepOnly = listOf('DEEP_ONLY')
const listed = [...deepOnly, ...listOf('DEEP_FILES')]

const deep = globSync('{src,drivers,tools,test,bench}/**/*.test.{ts,tsx}', { cwd: ROOT })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /from '[./]*(test\/)?helpers\/depth\.ts'/.test(read(file)))

it('are in the list of vitest.config.ts', () => {
  expect(listed.length).toBeGreaterThan(8)
  expect(deepOnly.length).toBeGreaterThan(3)
  expect(listed.toSorted()).toEqual([...deep, ...deepOnly].toSorted())
})

it('are in the table of docs/tests.md', () => {
  const rows = read('docs/tests.md')
    .split('\n')
    .filter((line) => line.startsWith('| `') && line.includes('.test.ts'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
  expect(rows.flatMap(([, file = '']) => paths(file)).toSorted()).toEqual(listed.toSorted())
  const without = rows.filter(([, , part]) => part === 'Nothing').flatMap(([, file = '']) => paths(file))
  expect(without.toSorted()).toEqual(deepOnly.toSorted())
})
