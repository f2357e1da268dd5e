import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { binaryTarget, HEAD_BYTES } from './native-files.ts'

const PREBUILDS = join(import.meta.dirname, '../../node_modules/better-sqlite3/prebuilds')

it.each([
  ['linux-x64', 'linux', 'x64'],
  ['linux-arm64', 'linux', 'arm64'],
  ['darwin-x64', 'darwin', 'x64'],
  ['darwin-arm64', 'darwin', 'arm64'],
  ['win32-x64', 'win32', 'x64'],
  ['win32-arm64', 'win32', 'arm64']
])('recognizes a file for %s by its first bytes', (name, platform, arch) => {
  const head = readFileSync(join(PREBUILDS, `${name}.node`)).subarray(0, HEAD_BYTES)
  expect(binaryTarget(head)).toEqual({ platform, arch })
})

it.each([
  ['nothing', Buffer.alloc(0)],
  ['a text', Buffer.from('#!/bin/sh\nexit 0\n'.repeat(10))],
  ['a DOS program', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)])],
  [
    'a DOS program with a pointer outside of the read bytes',
    Buffer.concat([Buffer.from('MZ'), Buffer.alloc(100, 0xff)])
  ],
  ['Linux on another processor', Buffer.concat([Buffer.from('\x7fELF'), Buffer.alloc(200)])]
])('recognizes no system for %s', (_what, head) => {
  expect(binaryTarget(head)).toBeNull()
})
