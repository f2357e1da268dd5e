import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { PROJECT_ROOT } from '../../drivers/built-app.ts'
import { bundledNotices, importedPackages, namedIn, noticeFaults, packagesOf, withoutLicense } from './notices.ts'

const folders: string[] = []
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })))

/** A folder with these files, each a list as the build writes it. */
function built(lists: Readonly<Record<string, unknown>>): string {
  const out = mkdtempSync(join(tmpdir(), 'proofsheet-notices-'))
  folders.push(out)
  for (const [file, list] of Object.entries(lists)) {
    mkdirSync(dirname(join(out, file)), { recursive: true })
    writeFileSync(join(out, file), JSON.stringify(list))
  }
  return out
}

const FILE = `## Bundled libraries

### @base-ui/react 1.9.0 (MIT)

~~~~text
MIT License

### react (as a license may have it)
~~~~

## Libraries in @img/sharp-wasm32

| Library | Used under the terms of |
|---------|-------------------------|
| libvips | LGPLv3                  |
`

it('finds libraries in headings and table rows, but not in licenses', () => {
  expect([...namedIn(FILE)]).toEqual(['@base-ui/react', 'Library', 'libvips'])
})

it('reports each missing library once', () => {
  expect(noticeFaults(FILE, ['@base-ui/react', 'libvips'])).toEqual([])
  expect(noticeFaults(FILE, ['react', 'libvips', 'zod', 'react'])).toEqual([
    'NOTICES.md does not name react.',
    'NOTICES.md does not name zod.'
  ])
})

it('reports a library without the text of its license', () => {
  const notice = { name: 'zod', version: '4.6.7', identifier: 'MIT', text: 'MIT License' }
  expect(withoutLicense([notice, { ...notice, name: 'bare', text: '' }])).toEqual(['The license of bare has no text.'])
})

it('reads each version of each library once from the lists of all bundles', () => {
  const zod = { name: 'zod', version: '4.6.7', identifier: 'MIT', text: 'MIT License' }
  const out = built({
    'main/licenses/index.json': [zod],
    'main/licenses/decoder.json': [zod, { ...zod, version: '3.0.0' }],
    'renderer/licenses/index.json': [{ name: 'react', version: '19.3.1' }],
    'renderer/files.json': ['index.html']
  })
  expect(bundledNotices(out).map(({ name, version }) => `${name} ${version}`)).toEqual([
    'react 19.3.1',
    'zod 3.0.0',
    'zod 4.6.7'
  ])
})

it.each([
  ["import { z } from 'zod'", ['zod']],
  ["import {\n  Menu,\n  type Props\n} from '@base-ui/react/menu'", ['@base-ui/react']],
  ["import 'react-dom/client'", ['react-dom']],
  ["export { create } from 'zustand'", ['zustand']],
  ["import type { ReactNode } from 'react'", []],
  ["import { own } from './own.ts'", []],
  ["export const name = 'react'", []]
])('reads the imports of %j: %j', (source, names) => {
  expect(packagesOf(source)).toEqual(names)
})

it('finds the bundled packages of this project', () => {
  expect(importedPackages(PROJECT_ROOT).toSorted()).toEqual([
    '@base-ui/react',
    '@tanstack/react-virtual',
    'react',
    'react-dom',
    'zod',
    'zustand'
  ])
})
