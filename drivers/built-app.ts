/** Says plainly when the bundles that a test is about to open are not there. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export const PROJECT_ROOT = join(import.meta.dirname, '..')

const BUNDLES = ['main/index.js', 'preload/index.cjs', 'renderer/index.html', 'renderer/files.json']

/** The folder of the bundles. Throws a sentence that says what to do when one of them is missing. */
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
