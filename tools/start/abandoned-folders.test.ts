import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { removeAbandonedFolders } from '../chromium-host/abandoned-folders.ts'

const PREFIX = 'abandoned-'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'proofsheet-pieces-'))))
afterEach(() => rmSync(folder, { recursive: true }))

/** Returns the ID of an ended process. */
const endedPid = (): number => spawnSync(process.execPath, ['--version']).pid

function make(name: string): string {
  const path = join(folder, name)
  mkdirSync(join(path, 'deep'), { recursive: true })
  return path
}

it('removes folders of killed processes, and no others', () => {
  const gone = make(`${PREFIX}${endedPid()}-x`)
  const kept = [make(`${PREFIX}${process.pid}-x`), make(`${PREFIX}test-x`), make(`other-${endedPid()}-x`)]
  removeAbandonedFolders(PREFIX, { folder })
  expect([gone, ...kept].map((path) => existsSync(path))).toEqual([false, true, true, true])
})

it('keeps folders of other users', () => {
  const theirs = make(`${PREFIX}${endedPid()}-x`)
  removeAbandonedFolders(PREFIX, { folder, user: (process.getuid?.() ?? 0) + 1 })
  expect(existsSync(theirs)).toBe(true)
})
