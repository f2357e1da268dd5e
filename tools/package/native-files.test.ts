import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { nativeFaults, HEAD_BYTES } from './native-files.ts'
import type { Target } from './target.ts'

const PREBUILDS = join(import.meta.dirname, '../../node_modules/better-sqlite3/prebuilds')
const FILES: Readonly<Record<string, readonly string[]>> = {
  'linux-x64': [
    'node_modules/better-sqlite3/prebuilds/linux-x64.node',
    'node_modules/keytar/build/Release/keytar.node'
  ],
  'darwin-arm64': [
    'node_modules/better-sqlite3/prebuilds/darwin-arm64.node',
    'node_modules/keytar/build/Release/keytar.node'
  ],
  'win32-x64': ['node_modules/better-sqlite3/prebuilds/win32-x64.node', 'node_modules/keytar/build/Release/keytar.node']
}
const SYSTEMS: readonly Target[] = [
  { platform: 'linux', arch: 'x64' },
  { platform: 'darwin', arch: 'arm64' },
  { platform: 'win32', arch: 'x64' }
]
const folders: string[] = []

afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })))

/** Creates a folder with every native file of a system, each with the first bytes of a real one. */
function packedFor({ platform, arch }: Target): string {
  const folder = mkdtempSync(join(tmpdir(), 'proofsheet-natives-'))
  folders.push(folder)
  for (const file of FILES[`${platform}-${arch}`] ?? []) put(folder, file, `${platform}-${arch}`)
  return folder
}

function put(folder: string, file: string, system: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), readFileSync(join(PREBUILDS, `${system}.node`)).subarray(0, HEAD_BYTES))
}

it.each(SYSTEMS)('finds no problem in a complete app for $platform on $arch', (target) => {
  expect(nativeFaults(packedFor(target), target)).toEqual([])
})

it.each(SYSTEMS)('reports each missing file for $platform on $arch', (target) => {
  for (const file of FILES[`${target.platform}-${target.arch}`] ?? []) {
    const folder = packedFor(target)
    rmSync(join(folder, file))
    expect(nativeFaults(folder, target)).toEqual([expect.stringContaining(`No file for ${target.platform}`)])
  }
})

it('reports a file for another system', () => {
  const target: Target = { platform: 'darwin', arch: 'arm64' }
  const folder = packedFor(target)
  put(folder, 'node_modules/keytar/build/Release/keytar.node', 'linux-x64')
  expect(nativeFaults(folder, target)).toEqual([
    'node_modules/keytar/build/Release/keytar.node was made for linux-x64, not for darwin-arm64.'
  ])
})

it('reports a file that is not native', () => {
  const target: Target = { platform: 'linux', arch: 'x64' }
  const folder = packedFor(target)
  writeFileSync(join(folder, 'node_modules/keytar/build/Release/keytar.node'), 'version https://git-lfs.example')
  expect(nativeFaults(folder, target)).toEqual([expect.stringContaining('was made for an unknown system')])
})
