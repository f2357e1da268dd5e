/** Finds Electron in the places of Electron's own tools. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { findElectron } from './chosen-shell.ts'

const folder = mkdtempSync(join(tmpdir(), 'electron-binary-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const binary = join(folder, 'electron')
writeFileSync(binary, '')

it('finds the given file', () => {
  expect(findElectron({ ELECTRON_EXEC_PATH: binary })).toBe(binary)
})

it('finds the given folder, on systems where the file has this name', () => {
  expect([binary, null]).toContain(findElectron({ ELECTRON_OVERRIDE_DIST_PATH: folder }))
})

it('finds none in an empty folder', () => {
  expect(findElectron({ ELECTRON_OVERRIDE_DIST_PATH: join(folder, 'empty') })).toBeNull()
})
