/** Runs StrykerJS over the files of a part and reads from its report what became of each change. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Mutant } from './mutant.ts'
import type { Part } from './scope.ts'

/** Everything of one run: sandbox and reports. Left out of version control. */
const FOLDER = '.mutants'

/** Lines and columns from 1. */
interface Place {
  readonly line: number
  readonly column: number
}

/** Of the report of StrykerJS (mutation-testing-report-schema), what is read here. Files are named from the root. */
export interface Report {
  readonly files: Readonly<
    Record<
      string,
      {
        readonly source: string
        readonly mutants: readonly {
          readonly location: { readonly start: Place; readonly end: Place }
          readonly replacement?: string
          readonly status: Mutant['status']
        }[]
      }
    >
  >
}

type RawMutant = Report['files'][string]['mutants'][number]

/** The code between two places. */
function between(lines: readonly string[], { start, end }: RawMutant['location']): string {
  const picked = lines.slice(start.line - 1, end.line)
  const last = picked.length - 1
  return picked
    .map((line, at) => line.slice(at === 0 ? start.column - 1 : 0, at === last ? end.column - 1 : undefined))
    .join('\n')
}

/** Every change that a report tells of. */
export function readReport({ files }: Report): Mutant[] {
  return Object.entries(files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n')
    return mutants.map(({ location, replacement = '', status }) => ({
      file,
      row: location.start.line,
      line: lines[location.start.line - 1] ?? '',
      was: between(lines, location),
      becomes: replacement,
      status
    }))
  })
}

/** Folders of the sandbox: what the tests of domain and outbox import. */
export const COPIED = ['src', 'test', 'drivers', 'tools/mutants']

/** The set-up of StrykerJS for a part; see decision 15. */
const setupOf = (part: Part, workers: number, name: string): object => ({
  mutate: part.files,
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: part.config, pool: 'threads', related: true },
  coverageAnalysis: 'perTest',
  concurrency: workers,
  timeoutMS: 30_000,
  dryRunTimeoutMinutes: 20,
  tempDirName: `${FOLDER}/sandbox`,
  cleanTempDir: 'always',
  ignorePatterns: ['**', ...COPIED.map((folder) => `!${folder}/**`), '!package.json', '!tsconfig*.json'],
  // StrykerJS would rewrite paths in it by the programming interface of TypeScript, which TypeScript 7 does not have.
  tsconfigFile: 'none',
  reporters: ['html', 'json', 'progress-append-only'],
  htmlReporter: { fileName: `${FOLDER}/${name}.html` },
  jsonReporter: { fileName: `${FOLDER}/${name}.json` },
  allowConsoleColors: false,
  logLevel: 'warn'
})

/** Tries every change of a part, `workers` at a time. Throws when its tests fail without any change. */
export function tryMutants(root: string, part: Part, workers: number): Mutant[] {
  const name = basename(part.config, '.vitest.ts')
  const setup = join(root, FOLDER, `${name}.setup.json`)
  const report = join(root, FOLDER, `${name}.json`)
  mkdirSync(join(root, FOLDER), { recursive: true })
  rmSync(report, { force: true })
  writeFileSync(setup, JSON.stringify(setupOf(part, workers, name)))
  const program = join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js')
  // What it tells of its progress is no result.
  const { status } = spawnSync(process.execPath, [program, 'run', setup], { cwd: root, stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error('StrykerJS could not try the changes; why stands above.')
  return readReport(JSON.parse(readFileSync(report, 'utf8')) as Report)
}
