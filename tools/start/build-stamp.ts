/** What a build was made from and what came of it, as two hashes. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { builtFolder } from '../../drivers/built-app.ts'

/** Everything that electron-vite reads. The lock file stands for the versions of all packages. */
const INPUTS = [
  'src',
  'electron.vite.config.ts',
  // The configuration is made with it.
  'tools/package/forget-places.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'tsconfig.node.json',
  'tsconfig.web.json',
  '.env',
  '.env.production'
]
/** Tests lie beside the source and are in no bundle. */
const NOT_BUILT = /\.test\.tsx?$/

/** A hash over names and contents of files, in a fixed order; what is not there counts as well. */
export function stampOf(root: string, places: readonly string[] = INPUTS): string {
  const hash = createHash('sha256').update(process.version)
  for (const file of places.flatMap((place) => filesOf(root, place))) {
    hash.update(`\0${file}\0`).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}

function filesOf(root: string, place: string): string[] {
  const path = join(root, place)
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [place]
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const names = files.map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
  return names.filter((name) => !NOT_BUILT.test(name)).toSorted()
}

const stampFile = (root: string): string => join(root, '.setup', 'build.json')

/** Notes that what lies in out/ was built from `inputs`, a stamp. */
export function noteBuilt(root: string, inputs: string): void {
  mkdirSync(join(root, '.setup'), { recursive: true })
  writeFileSync(stampFile(root), JSON.stringify({ inputs, outputs: stampOf(root, ['out']) }))
}

/** Whether out/ is whole and was built from what is here now. */
export function isBuilt(root: string): boolean {
  if (!existsSync(stampFile(root))) return false
  const { inputs, outputs } = readStamp(stampFile(root))
  if (inputs !== stampOf(root) || outputs !== stampOf(root, ['out'])) return false
  builtFolder(root)
  return true
}

/** A stamp that was cut off says nothing. */
function readStamp(file: string): { readonly inputs?: unknown; readonly outputs?: unknown } {
  try {
    const read: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return typeof read === 'object' && read !== null ? read : {}
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}
