/** Builds the app if its sources have changed or the build is incomplete; also the command `npm run build:needed`. */
import { createHash } from 'node:crypto'
import { existsSync, renameSync, rmSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { builtFolder, PROJECT_ROOT } from '../../drivers/built-app.ts'
import { reportError } from '../../drivers/command-line.ts'
import { runChild } from '../setup/children.mjs'
import { CliError } from '../setup/cli-error.mjs'
import { takeLock } from '../setup/lock.mjs'
import { forgetInstall, readJson } from '../setup/npm-packages.mjs'
import { lastLines } from '../setup/system-packages.mjs'

/** Returns whether it built. Throws `CliError` with the output of a failed build. */
export async function buildWhenNeeded(root: string, say: (sentence: string) => void): Promise<boolean> {
  if (isBuilt(root)) return false
  const folder = join(root, '.setup')
  const release = await takeLock(join(folder, 'build.lock'), 'building', say)
  try {
    // The previous owner of the lock may have built the same sources.
    if (isBuilt(root)) return false
    say('Building…')
    await build(root)
    return true
  } finally {
    release()
  }
}

/** Builds into another folder first, so that no incomplete build is opened. */
async function build(root: string): Promise<void> {
  const [out, fresh, old] = ['out', '.setup/out-new', '.setup/out-old'].map((name) => join(root, name)) as [
    string,
    string,
    string
  ]
  rmSync(fresh, { recursive: true, force: true })
  const inputs = stampOf(root)
  const tool = join(root, 'node_modules/electron-vite/bin/electron-vite.js')
  const args = [tool, 'build', '--logLevel', 'error', '--outDir', fresh]
  const run = await runChild(process.execPath, args, { cwd: root, env: { ...process.env, NO_COLOR: '1' } })
  if (run.status !== 0) throw failedBuild(root, run.output)
  rmSync(old, { recursive: true, force: true })
  if (existsSync(out)) renameSync(out, old)
  renameSync(fresh, out)
  rmSync(old, { recursive: true, force: true })
  noteBuilt(root, inputs)
}

/** Detects that the build tool could not be loaded, because files of a package are missing. */
function failedBuild(root: string, output: string): CliError {
  const missing =
    /ERR_MODULE_NOT_FOUND|MODULE_NOT_FOUND/.test(output) && /Cannot find (?:module|package) (\S+)/.exec(output)
  if (!missing) return new CliError(`${lastLines(output, 30)}\n\nThe build failed; see above.`)
  forgetInstall(root)
  return new CliError(`The packages are incomplete: ${missing[1]} is missing. Start again to reinstall them.`)
}

/** Inputs of electron-vite; the lock file contains the versions of all packages. */
const INPUTS = [
  'src',
  'electron.vite.config.ts',
  // The configuration imports it.
  'tools/package/forget-places.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'tsconfig.node.json',
  'tsconfig.web.json',
  '.env',
  '.env.production'
]
/** Tests are not in the bundles. */
const NOT_BUILT = /\.test\.tsx?$/

/** Returns a hash of the names and contents of files, including missing ones. */
export function stampOf(root: string, inputs: readonly string[] = INPUTS): string {
  const hash = createHash('sha256').update(process.version)
  for (const file of inputs.flatMap((input) => filesOf(root, input))) {
    hash.update(`\0${file}\0`).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}

function filesOf(root: string, input: string): string[] {
  const path = join(root, input)
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [input]
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const names = files.map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
  return names.filter((name) => !NOT_BUILT.test(name)).toSorted()
}

const stampFile = (root: string): string => join(root, '.setup', 'build.json')

/** Records that out/ was built from `inputs`, a stamp. */
export function noteBuilt(root: string, inputs: string): void {
  mkdirSync(join(root, '.setup'), { recursive: true })
  writeFileSync(stampFile(root), JSON.stringify({ inputs, outputs: stampOf(root, ['out']) }))
}

/** Whether out/ is complete and was built from the current sources. */
export function isBuilt(root: string): boolean {
  const { inputs, outputs } = (readJson(stampFile(root)) ?? {}) as { inputs?: unknown; outputs?: unknown }
  if (inputs !== stampOf(root) || outputs !== stampOf(root, ['out'])) return false
  builtFolder(root)
  return true
}

if (import.meta.main) process.exitCode = await buildWhenNeeded(PROJECT_ROOT, console.log).then(() => 0, reportError)
