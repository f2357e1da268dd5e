/** Finds a real Electron where one is, by the places that Electron's own tools look at. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { findElectron } from './electron-binary.ts'

const folder = mkdtempSync(join(tmpdir(), 'electron-binary-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const binary = join(folder, 'electron')
writeFileSync(binary, '')

it('takes the file that is named', () => {
  expect(findElectron({ ELECTRON_EXEC_PATH: binary })).toBe(binary)
})

it('takes the folder that is named, on a machine where the file has this name', () => {
  expect([binary, null]).toContain(findElectron({ ELECTRON_OVERRIDE_DIST_PATH: folder }))
})

it('finds none in an empty folder', () => {
  expect(findElectron({ ELECTRON_OVERRIDE_DIST_PATH: join(folder, 'empty') })).toBeNull()
})
