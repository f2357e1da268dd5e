/** `npm run size`: lines that are neither blank nor comment, and files, by room, outside of tests and in tests. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isTest, measure, quantile, roomOf, type FileSize } from './measure.ts'

const ROOT = join(import.meta.dirname, '../..')
const CODE = ['*.ts', '*.tsx', '*.mts', '*.mjs', '*.css']
/** Look again at functions of more lines, and at components of more. */
const LONG = [60, 80] as const

const paths = execFileSync('git', ['ls-files', '--', ...CODE], { cwd: ROOT, encoding: 'utf8' })
  .trim()
  .split('\n')
const sizes = new Map<string, FileSize>(
  paths.map((path) => [path, measure(path, readFileSync(join(ROOT, path), 'utf8'))])
)

/** "  1,234    12" of the files that fit. */
function cells(fits: (path: string) => boolean): string {
  const found = [...sizes].filter(([path]) => fits(path))
  const lines = found.reduce((sum, [, size]) => sum + size.lines, 0)
  return [lines, found.length].map((count) => count.toLocaleString('en').padStart(8)).join('')
}

const row = (name: string, fits: (path: string) => boolean): string =>
  `${name.padEnd(28)}${cells((path) => !isTest(path) && fits(path))}${cells((path) => isTest(path) && fits(path))}`

/** "median 57, 90 % up to 160" */
const spread = (numbers: readonly number[]): string =>
  `median ${quantile(numbers, 0.5)}, 90 % up to ${quantile(numbers, 0.9)}`

console.log(`${''.padEnd(28)}   lines   files  test lines, files`)
for (const room of [...new Set(paths.map(roomOf))].toSorted())
  console.log(row(room === '' ? '(top)' : room, (path) => roomOf(path) === room))
for (const whole of ['src/main/engine', 'src', 'tools'])
  console.log(row(`all of ${whole}`, (path) => path.startsWith(`${whole}/`)))
console.log(row('all', () => true))

const outside = [...sizes].filter(([path]) => !isTest(path)).map(([, size]) => size)
const functions = outside.flatMap((size) => size.functions)
const long = LONG.map((most) => `${functions.filter((lines) => lines > most).length} over ${most}`)
console.log(`Outside of tests: files ${spread(outside.map(({ lines }) => lines))} lines;`)
console.log(`functions ${spread(functions)} lines, ${long.join(', ')}.`)
