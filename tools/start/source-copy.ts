/** A copy of the project's sources to edit in a test, with the packages of the real tree. */
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { arePackagesThere } from '../setup/npm-packages.mjs'
import { builtFolder, PROJECT_ROOT } from '../../drivers/built-app.ts'
import { noteBuilt, stampOf } from './build-stamp.ts'

export interface SourceCopy extends Disposable {
  readonly folder: string
  /** Replaces a text that must be there. */
  readonly edit: (file: string, text: string, by: string) => void
}

const FOLDERS = ['src', 'tools', 'drivers', 'resources']

/** Throws where the packages are not as the lock file says: a set-up in the copy would replace those of the real tree. */
export function copySources(): SourceCopy {
  if (!arePackagesThere(PROJECT_ROOT))
    throw new Error('The packages are not up to date. Run "node tools/setup/setup.mjs" before these tests.')
  const folder = mkdtempSync(join(tmpdir(), 'proofsheet-sources-'))
  for (const name of FOLDERS) cpSync(join(PROJECT_ROOT, name), join(folder, name), { recursive: true })
  for (const name of readdirSync(PROJECT_ROOT).filter((one) => /\.(json|ts|yml)$/.test(one)))
    cpSync(join(PROJECT_ROOT, name), join(folder, name))
  symlinkSync(join(PROJECT_ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction')
  return {
    folder,
    edit: (file, text, by) => {
      const path = join(folder, file)
      const before = readFileSync(path, 'utf8')
      if (!before.includes(text)) throw new Error(`${file} has no "${text}"`)
      writeFileSync(path, before.replace(text, by))
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  }
}

/** The same, with the real tree's out/ as if it had been built from the copy. */
export function copyBuilt(): SourceCopy {
  const copy = copySources()
  cpSync(builtFolder(), join(copy.folder, 'out'), { recursive: true })
  noteBuilt(copy.folder, stampOf(copy.folder))
  return copy
}
