import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const run = (...args: string[]) =>
  spawnSync(process.execPath, [join(import.meta.dirname, 'cli.ts'), ...args], { encoding: 'utf8' })

it('tells what it does, and tries nothing', () => {
  const { status, stdout } = run('--help')
  expect(status).toBe(0)
  expect(stdout).toContain('--without-tests')
})

it('refuses a word it does not know', () => {
  const { status, stdout, stderr } = run('--fast')
  expect(status).toBe(2)
  expect(stdout).toBe('')
  expect(stderr).toContain("'--fast'")
})
