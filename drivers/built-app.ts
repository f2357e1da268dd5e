/** Finds the bundles of the app. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export const PROJECT_ROOT = join(import.meta.dirname, '..')

const BUNDLES = ['main/index.js', 'preload/index.cjs', 'renderer/index.html', 'renderer/files.json']

/** Returns the folder of the bundles. Throws a sentence with what to do if one is missing. */
export function builtFolder(root = PROJECT_ROOT): string {
  const out = join(root, 'out')
  const missing = BUNDLES.filter((name) => !existsSync(join(out, name)))
  if (missing.length > 0) {
    throw new Error(
      `The app is not built: ${missing.join(', ')} missing in out/. Run "npm run build" before these tests.`
    )
  }
  return out
}
