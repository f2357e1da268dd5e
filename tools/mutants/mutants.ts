/** What StrykerJS changes, by which tests it must be noticed, and how StrykerJS is run; see decision 15. */
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { PROJECT_ROOT } from '../../drivers/built-app.ts'

/** Rules that are tried together, on the tests that vitest.ts has for them. */
export const PARTS = ['domain', 'outbox'] as const
export type Part = (typeof PARTS)[number]

/** The rules of the outbox: what is put into it, claimed, settled, taken back and mended. */
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
  'tried-updates',
  'undo-batch',
  'value-kinds'
]

/** Pure rules must be noticed by their own tests, in no need of a library. From the root of the project, in order. */
export function filesOf(part: Part): readonly string[] {
  if (part === 'outbox') return OUTBOX.map((name) => `src/main/engine/storage/${name}.ts`)
  return globSync('src/main/engine/domain/*.ts', { cwd: PROJECT_ROOT })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.endsWith('.test.ts'))
    .toSorted()
}

/** The files of a part that one of the patterns fits; all where there is no pattern. */
export const pickFiles = (part: Part, patterns: readonly string[]): readonly string[] =>
  filesOf(part).filter((file) => patterns.length === 0 || patterns.some((pattern) => matchesGlob(file, pattern)))

/** Sandbox and reports. Left out of version control. */
const FOLDER = '.mutants'
/** Folders of the sandbox: what the tests of domain and outbox import. */
export const COPIED = ['src', 'test', 'drivers', 'tools/mutants', 'tools/setup']

interface Trial {
  readonly part: Part
  readonly files: readonly string[]
  readonly workers: number
}

const setupOf = ({ part, files, workers }: Trial): object => ({
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
  // StrykerJS would rewrite paths in it by the programming interface of TypeScript, which TypeScript 7 does not have.
  tsconfigFile: 'none',
  reporters: ['html', 'clear-text', 'progress-append-only'],
  htmlReporter: { fileName: `${FOLDER}/${part}.html` },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  allowConsoleColors: false,
  logLevel: 'warn',
  thresholds: { high: 100, low: 100, break: 100 }
})

/** Tries every change of these files; false when a test is missing, or when the tests fail without any change. */
export function tryMutants(trial: Trial): boolean {
  const setup = join(PROJECT_ROOT, FOLDER, `${trial.part}.setup.json`)
  mkdirSync(join(PROJECT_ROOT, FOLDER), { recursive: true })
  writeFileSync(setup, JSON.stringify(setupOf(trial)))
  const program = join(PROJECT_ROOT, 'node_modules/@stryker-mutator/core/bin/stryker.js')
  const env = { ...process.env, PROOFSHEET_MUTANTS_PART: trial.part }
  return spawnSync(process.execPath, [program, 'run', setup], { cwd: PROJECT_ROOT, stdio: 'inherit', env }).status === 0
}
