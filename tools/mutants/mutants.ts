/** Runs StrykerJS: what it changes, and which tests must detect it; see decision 15. */
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { PROJECT_ROOT } from '../../drivers/built-app.ts'

/** Groups of rules; vitest.ts has the tests of each. */
export const PARTS = ['domain', 'outbox'] as const
export type Part = (typeof PARTS)[number]

/** The rules of the outbox. */
const OUTBOX = [
  'batches',
  'creates',
  'entries',
  'merge-records',
  'outbox',
  'put-creates',
  'put-deletes',
  'put-values',
  'recover-entries',
  'repair-entries',
  'sent-along',
  'settle-entry',
  'settle-kinds',
  'take-back',
  'checked-updates',
  'undo-batch',
  'value-kinds'
]

/** Returns the files of a part, sorted, as paths from the root of the project. */
export function filesOf(part: Part): readonly string[] {
  if (part === 'outbox') return OUTBOX.map((name) => `src/main/engine/storage/${name}.ts`)
  return globSync('src/main/engine/domain/*.ts', { cwd: PROJECT_ROOT })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.endsWith('.test.ts'))
    .toSorted()
}

/** Returns the files of a part that match a pattern; all without patterns. */
export const pickFiles = (part: Part, patterns: readonly string[]): readonly string[] =>
  filesOf(part).filter((file) => patterns.length === 0 || patterns.some((pattern) => matchesGlob(file, pattern)))

/** Sandbox and reports, not in version control. */
const FOLDER = '.mutants'
/** Folders of the sandbox: imports of the tests of domain and outbox. */
export const COPIED = ['src', 'test', 'drivers', 'tools/mutants', 'tools/setup']

interface MutantRun {
  readonly part: Part
  readonly files: readonly string[]
  readonly workers: number
}

const setupOf = ({ part, files, workers }: MutantRun): object => ({
  mutate: files,
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'tools/mutants/vitest.ts', pool: 'threads', related: true },
  coverageAnalysis: 'perTest',
  concurrency: workers,
  timeoutMS: 30_000,
  dryRunTimeoutMinutes: 20,
  tempDirName: `${FOLDER}/sandbox`,
  cleanTempDir: 'always',
  ignorePatterns: ['**', ...COPIED.map((folder) => `!${folder}/**`), '!package.json', '!tsconfig*.json'],
  // StrykerJS would rewrite its paths with an API that TypeScript 7 does not have.
  tsconfigFile: 'none',
  reporters: ['html', 'clear-text', 'progress-append-only'],
  htmlReporter: { fileName: `${FOLDER}/${part}.html` },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  allowConsoleColors: false,
  logLevel: 'warn',
  thresholds: { high: 100, low: 100, break: 100 }
})

/** Tests each change of the files. Returns false if one is not detected, or if the tests fail without changes. */
export function testMutants(run: MutantRun): boolean {
  const setup = join(PROJECT_ROOT, FOLDER, `${run.part}.setup.json`)
  mkdirSync(join(PROJECT_ROOT, FOLDER), { recursive: true })
  writeFileSync(setup, JSON.stringify(setupOf(run)))
  const program = join(PROJECT_ROOT, 'node_modules/@stryker-mutator/core/bin/stryker.js')
  const env = { ...process.env, PROOFSHEET_MUTANTS_PART: run.part }
  return spawnSync(process.execPath, [program, 'run', setup], { cwd: PROJECT_ROOT, stdio: 'inherit', env }).status === 0
}
