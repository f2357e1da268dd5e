/** `npm run package` as a person meets it: what it says, and its exit code. */
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

/** Without Electron, as on a machine that has not fetched it. */
function runPackage(args: readonly string[]): Promise<Ended> {
  const env = { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: join(PROJECT_ROOT, 'nowhere') }
  const command = [join(PROJECT_ROOT, 'tools/package/cli.ts'), ...args]
  return new Promise((done) => {
    execFile(process.execPath, command, { cwd: PROJECT_ROOT, env }, (error, said, complained) => {
      done({ code: typeof error?.code === 'number' ? error.code : 0, said, complained })
    })
  })
}

it("without Electron's binary it says so, says what to do, and does not begin", async () => {
  const { code, said, complained } = await runPackage([])
  expect(complained).toMatch(/^Electron's binary is not on this machine, so there is nothing to pack onto\./)
  expect(complained).toContain('npx install-electron')
  expect(complained).toContain('npm run package -- --stub')
  expect([code, said]).toEqual([2, ''])
})

it('tells of its options', async () => {
  const { code, said } = await runPackage(['--help'])
  expect(said).toContain('--stub')
  expect(code).toBe(0)
})

it.each([
  [['--stub', '--installers'], 'A stand-in for Electron cannot be installed'],
  [['--nonsense'], '--nonsense']
])('%s is answered with a sentence', async (args, sentence) => {
  const { code, said, complained } = await runPackage(args)
  expect(complained).toContain(sentence)
  expect(complained).not.toMatch(/^ {4}at /m)
  expect([code, said]).toEqual([2, ''])
})

deepOnly(() => {
  it('onto a stand-in it packs, and says where the result lies and how big it is', async () => {
    builtFolder()
    const { code, said } = await runPackage(['--stub', '--built'])
    const folder = /^Packed for [a-z\d]+-[a-z\d]+: (.+)$/m.exec(said)?.[1]
    expect(folder !== undefined && existsSync(folder)).toBe(true)
    expect(said).toMatch(
      /^\d+\.\d MB in all: \d+\.\d MB of program, \d+\.\d MB of native files, the rest is the stand-in\.$/m
    )
    expect(said).toContain('do not expect it to run')
    expect(code).toBe(0)
  })
})
