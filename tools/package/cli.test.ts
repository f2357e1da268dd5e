/** Output and exit codes of `npm run package`. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { builtFolder, PROJECT_ROOT } from '../../drivers/built-app.ts'
import { deepOnly } from '../../test/helpers/depth.ts'

interface Ended {
  readonly code: number
  readonly said: string
  readonly complained: string
}

/** Runs the command without Electron. */
function runPackage(args: readonly string[]): Promise<Ended> {
  const env = { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: join(PROJECT_ROOT, 'nowhere') }
  const command = [join(PROJECT_ROOT, 'tools/package/cli.ts'), ...args]
  return new Promise((done) => {
    execFile(process.execPath, command, { cwd: PROJECT_ROOT, env }, (error, said, complained) => {
      done({ code: typeof error?.code === 'number' ? error.code : 0, said, complained })
    })
  })
}

it('stops without Electron, and says what to do', async () => {
  const { code, said, complained } = await runPackage([])
  expect(complained).toMatch(/^There is no Electron on this computer\./)
  expect(complained).toContain('npx install-electron')
  expect(complained).toContain('npm run package -- --stub')
  expect([code, said]).toEqual([2, ''])
})

it('shows its options', async () => {
  const { code, said } = await runPackage(['--help'])
  expect(said).toContain('--stub')
  expect(code).toBe(0)
})

it.each([
  [['--stub', '--installers'], 'A stub of Electron cannot be installed'],
  [['--nonsense'], '--nonsense']
])('refuses %s with a sentence', async (args, sentence) => {
  const { code, said, complained } = await runPackage(args)
  expect(complained).toContain(sentence)
  expect(complained).not.toMatch(/^ {4}at /m)
  expect([code, said]).toEqual([2, ''])
})

deepOnly(() => {
  it('packs onto a stub, and reports the folder and its size', async () => {
    builtFolder()
    const { code, said } = await runPackage(['--stub', '--built'])
    const folder = /^Packed for [a-z\d]+-[a-z\d]+: (.+)$/m.exec(said)?.[1]
    expect(folder !== undefined && existsSync(folder)).toBe(true)
    expect(said).toMatch(/^\d+\.\d MB in total: \d+\.\d MB app, \d+\.\d MB native files, the rest is the stub\.$/m)
    expect(said).toContain('does not run')
    expect(code).toBe(0)
  })
})
