/** Loads a simulated fault of the computer into an app that a test opens. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

export type Preload = 'denying-key-store' | 'dying-threads' | 'fast-clock' | 'full-disk'

/** In the project's packages, some of which the preloads import. */
const FOLDER = join(import.meta.dirname, '../../node_modules/.cache/preloads')

/** Returns the environment in which the app first loads a preload. `env`: variables of the preload. */
export function withPreload(preload: Preload, env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const source = readFileSync(join(import.meta.dirname, `${preload}.ts`), 'utf8')
  const file = join(FOLDER, `${preload}.mjs`)
  mkdirSync(FOLDER, { recursive: true })
  // The Node of an older Electron does not strip types.
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, stripTypeScriptTypes(source))
  // Another app may be reading the file.
  renameSync(draft, file)
  return { ...env, NODE_OPTIONS: `--import=${pathToFileURL(file).href}` }
}
