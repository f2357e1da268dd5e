import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeStubElectron } from './stub-electron.ts'
import { requireElectron } from './target.ts'

const work = mkdtempSync(join(tmpdir(), 'proofsheet-electron-'))
const usual = join(work, 'usual')
beforeAll(() => {
  makeStubElectron(usual, 'linux', '45.5.0')
  makeStubElectron(join(work, 'old'), 'linux', '44.0.1')
})
afterAll(() => rmSync(work, { recursive: true }))

it('accepts the required version', () => {
  expect(requireElectron(usual, 'linux', '45.5.0')).toBe(usual)
})

it('says what to do without Electron, or with that of another system', () => {
  for (const folder of ['/nowhere', work])
    expect(() => requireElectron(folder, 'linux', '45.5.0')).toThrow('npx install-electron')
  expect(() => requireElectron(usual, 'win32', '45.5.0')).toThrow('npx install-electron')
})

it('refuses another version', () => {
  expect(() => requireElectron(join(work, 'old'), 'linux', '45.5.0')).toThrow(
    /is version 44\.0\.1, and Proofsheet requires 45\.5\.0\.$/
  )
})
