import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { binaryTarget, HEAD_BYTES } from './binary-format.ts'

const PREBUILDS = join(import.meta.dirname, '../../node_modules/better-sqlite3/prebuilds')

it.each([
  ['linux-x64', 'linux', 'x64'],
  ['linux-arm64', 'linux', 'arm64'],
  ['darwin-x64', 'darwin', 'x64'],
  ['darwin-arm64', 'darwin', 'arm64'],
  ['win32-x64', 'win32', 'x64'],
  ['win32-arm64', 'win32', 'arm64']
])('tells a file for %s by its first bytes', (name, platform, arch) => {
  const head = readFileSync(join(PREBUILDS, `${name}.node`)).subarray(0, HEAD_BYTES)
  expect(binaryTarget(head)).toEqual({ platform, arch })
})

it.each([
  ['nothing', Buffer.alloc(0)],
  ['a text', Buffer.from('#!/bin/sh\nexit 0\n'.repeat(10))],
  ['a DOS program', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)])],
  ['a DOS program that points outside of what was read', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(100, 0xff)])],
  ['Linux on a processor that we do not pack for', Buffer.concat([Buffer.from('\x7fELF'), Buffer.alloc(200)])]
])('says of %s that it belongs to no system', (_what, head) => {
  expect(binaryTarget(head)).toBeNull()
})
