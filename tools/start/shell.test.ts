/** The choice of a shell without Electron, with a fake installer. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { chooseShell } from './shell.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'proofsheet-shell-'))
  const folder = join(root, 'node_modules/electron')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"version":"45.5.0"}')
  // Logs its runs, writes into dist like the real one, and fails later.
  writeFileSync(
    join(folder, 'install.js'),
    `const fs = require('node:fs')
     fs.appendFileSync(${JSON.stringify(join(root, 'runs'))}, 'run;')
     fs.mkdirSync(__dirname + '/dist')
     fs.writeFileSync(__dirname + '/dist/electron', 'half')
     setTimeout(() => {
       if (!fs.existsSync(__dirname + '/dist/electron')) fs.appendFileSync(${JSON.stringify(join(root, 'runs'))}, 'robbed;')
       console.error('Error: getaddrinfo ENOTFOUND')
       process.exit(1)
     }, 300)`
  )
  vi.stubEnv('ELECTRON_EXEC_PATH', undefined)
  vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', join(root, 'nowhere'))
  // Any existing file counts as a browser, which is not opened.
  vi.stubEnv('CHROMIUM_PATH', process.execPath)
  mkdirSync(join(root, '.setup'))
  writeFileSync(join(root, '.setup/fonts-missing.json'), JSON.stringify({ at: Date.now(), detail: tmpdir() }))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true })
})

const choose = async (shell: 'electron' | null = null) => {
  const said: string[] = []
  const choice = await chooseShell(root, { shell, isHeadless: true }, (sentence) => said.push(sentence))
  return { choice, said: said.join('\n') }
}
const runs = (): string => readFileSync(join(root, 'runs'), 'utf8')

it('concurrent starts share one download attempt', async () => {
  const both = await Promise.all([choose(), choose()])
  expect(runs()).toBe('run;')
  expect(both.map(({ choice }) => choice.shell)).toEqual(['host', 'host'])
  expect(both.filter(({ said }) => said.includes('Couldn’t download Electron'))).toHaveLength(1)
  expect(both.filter(({ said }) => said.includes('is downloading Electron; waiting for it…'))).toHaveLength(1)
  expect(existsSync(join(root, 'node_modules/electron/dist'))).toBe(false)
})

it('reports a missing binary, and refuses it if required', async () => {
  vi.stubEnv('ELECTRON_EXEC_PATH', '/nowhere/electron')
  const sentence = 'ELECTRON_EXEC_PATH names /nowhere/electron, which does not exist.'
  expect((await choose()).said).toContain(sentence)
  await expect(choose('electron')).rejects.toThrow(sentence)
})
