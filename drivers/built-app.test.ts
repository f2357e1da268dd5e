/** Tests that open the app say what to do if it is not built. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { builtFolder } from './built-app.ts'

test('reports what is missing, and how to build it', () => {
  const root = mkdtempSync(join(tmpdir(), 'built-app-'))
  try {
    for (const name of ['main/index.js', 'preload/index.cjs', 'renderer/index.html']) {
      mkdirSync(join(root, 'out', name, '..'), { recursive: true })
      writeFileSync(join(root, 'out', name), '')
    }
    expect(() => builtFolder(root)).toThrow(
      'The app is not built: renderer/files.json missing in out/. Run "npm run build" before these tests.'
    )
    writeFileSync(join(root, 'out/renderer/files.json'), '[]')
    expect(builtFolder(root)).toBe(join(root, 'out'))
  } finally {
    rmSync(root, { recursive: true })
  }
})
