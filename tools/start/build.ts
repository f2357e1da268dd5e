/** Builds the program when something that goes into it has changed since, or when what was built is not whole. */
import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runChild } from '../setup/children.mjs'
import { takeLock } from '../setup/lock.mjs'
import { forgetInstall } from '../setup/npm-packages.mjs'
import { lastLines } from '../setup/system-packages.mjs'
import { CliError } from '../setup/cli-error.mjs'
import { isBuilt, noteBuilt, stampOf } from './build-stamp.ts'

/** Answers whether there was anything to build. Throws `CliError` with what the build said. */
export async function buildWhenNeeded(root: string, say: (sentence: string) => void): Promise<boolean> {
  if (isBuilt(root)) return false
  const folder = join(root, '.setup')
  const release = await takeLock(join(folder, 'build.lock'), 'building', say)
  try {
    // Whoever held the lock may have built just this.
    if (isBuilt(root)) return false
    say('Building…')
    await build(root)
    return true
  } finally {
    release()
  }
}

/** Beside the place where it belongs, so that nobody ever opens half a build. */
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

/** The tool itself could not be loaded: files of a package are gone, which its folder does not show. */
function failedBuild(root: string, output: string): CliError {
  const missing =
    /ERR_MODULE_NOT_FOUND|MODULE_NOT_FOUND/.test(output) && /Cannot find (?:module|package) (\S+)/.exec(output)
  if (!missing) return new CliError(`${lastLines(output, 30)}\n\nThe build did not succeed; see above.`)
  forgetInstall(root)
  return new CliError(`The packages are not whole: ${missing[1]} is missing. Start again to reinstall them.`)
}
