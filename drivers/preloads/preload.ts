/** What of the machine is played to an app that a test opens, and how it is told. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

export type Preload = 'denying-key-store' | 'dying-threads' | 'fast-clock' | 'full-disk'

/** Below the project's packages, some of which the preloads import. */
const MADE = join(import.meta.dirname, '../../node_modules/.cache/preloads')

/** The environment in which the app loads these first, with what each of them reads. */
export function withPreload(preload: Preload, env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const source = readFileSync(join(import.meta.dirname, `${preload}.ts`), 'utf8')
  const file = join(MADE, `${preload}.mjs`)
  mkdirSync(MADE, { recursive: true })
  // The Node of an older Electron strips no types.
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, stripTypeScriptTypes(source))
  // Another app may be reading it.
  renameSync(draft, file)
  return { ...env, NODE_OPTIONS: `--import=${pathToFileURL(file).href}` }
}
