/** What of the machine is played to an app that a test opens, and how it is told. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

export type Preload = 'denying-key-store' | 'dying-threads' | 'fast-clock' | 'full-disk'

/** The environment in which the app loads these first, with what each of them reads. */
export function withPreload(preload: Preload, env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const file = pathToFileURL(join(import.meta.dirname, `${preload}.ts`)).href
  return { ...env, NODE_OPTIONS: `--import=${file}` }
}
