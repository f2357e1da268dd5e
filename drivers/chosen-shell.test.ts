import { expect, it } from 'vitest'
import { chosenShell, hostOnly } from './chosen-shell.ts'

it('is the one in the variable', () => {
  expect(chosenShell({ E2E_SHELL: 'host', ELECTRON_EXEC_PATH: process.execPath })).toBe('host')
  expect(chosenShell({ E2E_SHELL: 'electron' })).toBe('electron')
  expect(() => chosenShell({ E2E_SHELL: 'firefox' })).toThrow('E2E_SHELL is electron or host, not "firefox"')
})

it('is Electron if available, otherwise the host', () => {
  expect(chosenShell({ ELECTRON_EXEC_PATH: process.execPath })).toBe('electron')
  expect(chosenShell({ ELECTRON_OVERRIDE_DIST_PATH: '/nowhere' })).toBe('host')
})

it('excludes tests of the host in Electron only', () => {
  const defined: string[] = []
  const before = process.env['E2E_SHELL']
  for (const shell of ['host', 'electron']) {
    process.env['E2E_SHELL'] = shell
    hostOnly(() => void defined.push(shell))
  }
  if (before === undefined) delete process.env['E2E_SHELL']
  else process.env['E2E_SHELL'] = before
  expect(defined).toEqual(['host'])
})
