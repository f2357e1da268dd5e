/** What is changed, and by which tests it must be noticed. */
import { globSync } from 'node:fs'
import { matchesGlob } from 'node:path'

/** Rules that are tried together, on the tests of one set-up of vitest. */
export interface Part {
  /** From the root of the project, in order. */
  readonly files: readonly string[]
  readonly config: string
}

const STORAGE = 'src/main/engine/storage'

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
].map((name) => `${STORAGE}/${name}.ts`)

function domainFiles(root: string): readonly string[] {
  return globSync('src/main/engine/domain/*.ts', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.endsWith('.test.ts'))
    .toSorted()
}

/** Everything that is changed. Pure rules must be noticed by their own tests, in no need of a library. */
export function allParts(root: string): readonly Part[] {
  return [
    { files: domainFiles(root), config: 'tools/mutants/domain.vitest.ts' },
    { files: OUTBOX, config: 'tools/mutants/outbox.vitest.ts' }
  ]
}

/** What of the parts one of the patterns fits; all of it where there is no pattern. */
export function pickParts(parts: readonly Part[], patterns: readonly string[]): readonly Part[] {
  if (patterns.length === 0) return parts
  const fits = (file: string): boolean => patterns.some((pattern) => matchesGlob(file, pattern))
  return parts
    .map(({ files, config }) => ({ files: files.filter(fits), config }))
    .filter(({ files }) => files.length > 0)
}
