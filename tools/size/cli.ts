/** `npm run size`. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../../drivers/built-app.ts'
import { runCommand } from '../../drivers/command-line.ts'

const CODE = ['*.ts', '*.tsx', '*.mts', '*.mjs', '*.css']
/** Limits of functions and components. */
const LONG = [60, 80] as const

await runCommand(
  {
    name: 'npm run size',
    about: 'Counts files, and lines that are neither blank nor comments, by folder, outside and inside of tests.',
    options: {}
  },
  async () => {
    // Loaded late, because the parser takes long and the help does not need it.
    const { isTest, measure, quantile, roomOf } = await import('./measure.ts')
    const paths = execFileSync('git', ['ls-files', '--', ...CODE], { cwd: PROJECT_ROOT, encoding: 'utf8' })
      .trim()
      .split('\n')
    const sizes = new Map(paths.map((path) => [path, measure(path, readFileSync(join(PROJECT_ROOT, path), 'utf8'))]))
    /** Formats lines and files: "  1,234    12". */
    const cells = (matches: (path: string) => boolean): string => {
      const found = [...sizes].filter(([path]) => matches(path))
      const lines = found.reduce((sum, [, size]) => sum + size.lines, 0)
      return [lines, found.length].map((count) => count.toLocaleString('en').padStart(8)).join('')
    }
    const print = (name: string, fits: (path: string) => boolean): void =>
      console.log(
        `${name.padEnd(28)}${cells((path) => !isTest(path) && fits(path))}${cells((path) => isTest(path) && fits(path))}`
      )
    console.log(`${''.padEnd(28)}   lines   files  test lines, files`)
    for (const room of [...new Set(paths.map(roomOf))].toSorted())
      print(room === '' ? '(top)' : room, (path) => roomOf(path) === room)
    for (const whole of ['src/main/engine', 'src', 'tools'])
      print(`all of ${whole}`, (path) => path.startsWith(`${whole}/`))
    print('all', () => true)

    const outside = [...sizes].filter(([path]) => !isTest(path)).map(([, size]) => size)
    const functions = outside.flatMap((size) => size.functions)
    const long = LONG.map((most) => `${functions.filter((lines) => lines > most).length} over ${most}`)
    /** Formats quantiles: "median 57, 90 % up to 160". */
    const spread = (numbers: readonly number[]): string =>
      `median ${quantile(numbers, 0.5)}, 90 % up to ${quantile(numbers, 0.9)}`
    console.log(`Outside of tests: files ${spread(outside.map(({ lines }) => lines))} lines;`)
    console.log(`functions ${spread(functions)} lines, ${long.join(', ')}.`)
    return 0
  }
)
