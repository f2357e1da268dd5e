/**
 * Where electron-vite builds for development: a folder of its own, with a package.json that names the bundles. `out`
 * stays what was built to be used, tested and packed.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const DEV_FOLDER = '.dev'

const ENTRY = './main/index.js'

/** Absolute path of the folder that a shell is started on. */
export function prepareAppFolder(root: string): string {
  // The project's own file.
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, unknown>
  const folder = join(root, DEV_FOLDER)
  mkdirSync(folder, { recursive: true })
  const { name, productName, version, type } = own
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, productName, version, type, main: ENTRY }))
  return folder
}
