/** On Linux a session is opened; on other systems the command only runs. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const CLI = join(import.meta.dirname, 'keyring-session.ts')
const isLinux = process.platform === 'linux'

const run = (...command: readonly string[]) =>
  spawnSync(process.execPath, [CLI, ...command], { encoding: 'utf8', timeout: 20_000 })

it('returns the exit code of the command', () => {
  expect(run(process.execPath, '-e', 'process.exit(7)').status).toBe(7)
})

it('gives the command its own home, and removes it afterwards', () => {
  const home = run(process.execPath, '-p', 'os.homedir()').stdout.trim()
  expect(home === homedir()).toBe(!isLinux)
  expect(existsSync(home)).toBe(!isLinux)
})

it('has an unlocked, empty keyring that stores keys', () => {
  // On other systems this would write to the system's keychain.
  const script = isLinux
    ? 'secret-tool lookup name canary; printf word | secret-tool store --label=test name canary && secret-tool lookup name canary'
    : 'printf word'
  expect(run('sh', '-c', script).stdout).toBe('word')
})

it('does not open a session inside a session', () => {
  const nested = `process.stdout.write(os.homedir() + ' '); child_process.execFileSync(process.execPath, [${JSON.stringify(CLI)}, process.execPath, '-p', 'os.homedir()'], { stdio: 'inherit' })`
  const [outer, inner] = run(process.execPath, '-e', nested).stdout.trim().split(' ')
  expect(inner).toBe(outer)
})
