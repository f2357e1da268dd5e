/** Electron's installer with a local mirror, and programs that do not start. */
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PROJECT_ROOT } from '../../drivers/built-app.ts'
import { fetchElectron, removePartialElectron, probeElectron } from './electron.ts'

let root: string
let folder: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'proofsheet-electron-test-'))
  folder = join(root, 'node_modules/electron')
  const real = join(PROJECT_ROOT, 'node_modules')
  mkdirSync(join(root, 'node_modules'))
  mkdirSync(folder)
  for (const name of ['install.js', 'package.json', 'checksums.json', 'index.js'])
    cpSync(join(real, 'electron', name), join(folder, name))
  for (const scope of ['@electron', '@electron-internal'])
    symlinkSync(join(real, scope), join(root, 'node_modules', scope))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

describe('a download', () => {
  let mirror: Server
  /** Starts a mirror that never ends its response, or refuses. */
  async function startMirror(isHanging: boolean): Promise<NodeJS.ProcessEnv> {
    mirror = createServer((_request, response) => {
      if (isHanging) response.writeHead(200, { 'content-length': '100000' }).write('PK')
      else response.writeHead(404).end()
    })
    mirror.listen(0, '127.0.0.1')
    await once(mirror, 'listening')
    const address = `http://127.0.0.1:${(mirror.address() as AddressInfo).port}/`
    return {
      PATH: process.env['PATH'],
      HOME: root,
      electron_config_cache: join(root, 'cache'),
      ELECTRON_MIRROR: address
    }
  }
  afterEach(() => {
    mirror.closeAllConnections()
    mirror.close()
  })
  const leftovers = () =>
    readdirSync(tmpdir()).filter((name) => name.startsWith('proofsheet-electron-') && !root.endsWith(name))

  it('that does not end is stopped, and its files are removed', async () => {
    const env = await startMirror(true)
    const before = leftovers()
    expect(await fetchElectron({ folder, env, limitMs: 1_500 })).toBe('the download took more than 2 seconds')
    expect(leftovers()).toEqual(before)
    expect(existsSync(join(folder, 'dist'))).toBe(false)
  })

  it('that is refused reports the message of the installer', async () => {
    const env = await startMirror(false)
    expect(await fetchElectron({ folder, env })).toMatch(/^the installer reported ".*404/)
  })

  it('without a server is reported', async () => {
    const env = await startMirror(false)
    mirror.close()
    await once(mirror, 'close')
    expect(await fetchElectron({ folder, env })).toBe('its server can’t be reached')
  })
})

it('removes an incomplete Electron and keeps a complete one', () => {
  const binary = join(folder, 'dist/electron')
  const put = () => {
    mkdirSync(join(folder, 'dist'), { recursive: true })
    writeFileSync(binary, '')
  }
  put()
  removePartialElectron(folder)
  expect(existsSync(binary)).toBe(false)
  put()
  writeFileSync(join(folder, 'path.txt'), 'electron')
  removePartialElectron(folder)
  expect(existsSync(binary)).toBe(true)
})

describe('an installed Electron', () => {
  const put = (script: string) => {
    const file = join(root, 'electron')
    writeFileSync(file, script)
    chmodSync(file, 0o755)
    return file
  }

  it('starts', async () => {
    expect(await probeElectron(put('#!/bin/sh\ntest "$ELECTRON_RUN_AS_NODE" = 1 && echo v24\n'))).toBeNull()
  })

  it('that lacks a library is reported with the message of the loader', async () => {
    const line =
      'electron: error while loading shared libraries: libnss3.so: cannot open shared object file: No such file or directory'
    const sentence = await probeElectron(put(`#!/bin/sh\necho "${line}" >&2\nexit 127\n`))
    expect(sentence).toContain(`Electron is installed but does not start: ${line}.`)
    expect(sentence).toContain('It needs libnss3.so. Install them to use Electron.')
  })

  it('that is not a program is reported', async () => {
    expect(await probeElectron(put('\0\0'))).toMatch(/^Electron is installed but does not start: /)
  })
})
