import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeStubElectron } from './stub-electron.ts'
import { findElectronFolder } from './target.ts'

const work = mkdtempSync(join(tmpdir(), 'proofsheet-electron-'))
const usual = join(work, 'usual')
const search = { platform: 'linux', version: '45.5.0', usual, env: {} } as const

beforeAll(() => {
  makeStubElectron(usual, 'linux', '45.5.0')
  makeStubElectron(join(work, 'old'), 'linux', '44.0.1')
})
afterAll(() => rmSync(work, { recursive: true }))

it("is the folder of Electron's installer", () => {
  expect(findElectronFolder(search)).toEqual({ ok: true, folder: usual })
})

it('is the folder in the environment', () => {
  const env = { ELECTRON_OVERRIDE_DIST_PATH: usual }
  expect(findElectronFolder({ ...search, usual: '/nowhere', env })).toEqual({ ok: true, folder: usual })
})

it('is missing: says what to do', () => {
  for (const place of ['/nowhere', work]) {
    const found = findElectronFolder({ ...search, usual: place })
    expect(found).toMatchObject({ ok: false, sentence: expect.stringContaining('npx install-electron') })
  }
})

it('is that of another system, which counts as missing', () => {
  expect(findElectronFolder({ ...search, platform: 'win32' })).toMatchObject({ ok: false })
})

it('has another version than the project requires', () => {
  const env = { ELECTRON_OVERRIDE_DIST_PATH: join(work, 'old') }
  expect(findElectronFolder({ ...search, env })).toMatchObject({
    ok: false,
    sentence: expect.stringMatching(/is version 44\.0\.1, and Proofsheet requires 45\.5\.0\.$/)
  })
})
