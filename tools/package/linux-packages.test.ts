/**
 * Linux packages by electron-builder.yml: the input of the program that makes packages, which package-maker.ts
 * replaces, and the desktop entries. `npm test` makes them from a stub of the packed app; the deep tests pack the app
 * first.
 */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { pack } from './pack.ts'
import type { PackageOrder } from './package-maker.ts'
import { makeStubElectron } from './stub-electron.ts'
import { inDepth } from '../../test/helpers/depth.ts'

const work = mkdtempSync(join(tmpdir(), 'proofsheet-linux-'))
const orders = new Map<string, PackageOrder>()
const iconSizes = [16, 24, 32, 48, 64, 128, 256, 512]

const commandOf = (kind: string): readonly string[] => orders.get(kind)?.command ?? []
const entryOf = (kind: string): string => orders.get(kind)?.desktopEntry ?? ''
/** Returns the values of a switch of the package maker. */
const given = (kind: string, name: string): string[] =>
  commandOf(kind).flatMap((part, index) => (part === name ? [commandOf(kind)[index + 1] ?? ''] : []))

function installMaker(): void {
  const maker = join(work, 'fpm')
  writeFileSync(
    maker,
    `#!/bin/sh\nexec "${process.execPath}" "${join(import.meta.dirname, 'package-maker.ts')}" "$@"\n`
  )
  chmodSync(maker, 0o755)
  vi.stubEnv('CUSTOM_FPM_PATH', maker)
  vi.stubEnv('PACKAGE_MAKER_RECORD', work)
}

/** Reads the desktop entry of an AppImage, which does not use the package maker. */
async function seeAppImage(prepared: unknown): Promise<boolean> {
  if (Array.isArray(prepared)) return false
  const { desktop, desktopFileName } = prepared as { desktop: string; desktopFileName: string }
  orders.set('AppImage', { command: [desktopFileName], desktopEntry: desktop })
  return true
}

beforeAll(async () => {
  installMaker()
  const electron = join(work, 'stand-in')
  makeStubElectron(electron, 'linux', '45.5.0')
  await pack({
    target: { platform: 'linux', arch: 'x64' },
    electron,
    output: work,
    kinds: ['AppImage', 'deb', 'rpm'],
    beforeInstaller: seeAppImage,
    ...inDepth({}, { packed: electron })
  })
  for (const kind of ['deb', 'rpm']) {
    orders.set(kind, JSON.parse(readFileSync(join(work, `${kind}.json`), 'utf8')) as PackageOrder)
  }
})
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(work, { recursive: true, force: true, maxRetries: 5 })
})

describe.each(['AppImage', 'deb', 'rpm'])('the desktop entry of the %s', (kind) => {
  const lines = (): string[] => entryOf(kind).split('\n')

  it('has the name of the window, so that docks recognize it', () => {
    expect(lines()).toContain('StartupWMClass=proofsheet')
    expect(lines()).toContain('Icon=proofsheet')
    expect(lines()).toContain('Categories=Graphics;Photography;Viewer;')
    expect(commandOf(kind).some((part) => part.endsWith('proofsheet.desktop'))).toBe(true)
  })

  it('claims no file types and no addresses', () => {
    expect(entryOf(kind)).not.toContain('MimeType')
  })

  it('starts the app with its sandbox', () => {
    expect(lines().find((line) => line.startsWith('Exec='))).toMatch(/^Exec=(AppRun|\/opt\/Proofsheet\/proofsheet) %U$/)
  })
})

describe.each(['deb', 'rpm'])('the %s', (kind) => {
  it('has the icon in all sizes of desktops', () => {
    for (const size of iconSizes) {
      const place = `=/usr/share/icons/hicolor/${size}x${size}/apps/proofsheet.png`
      const file =
        commandOf(kind)
          .find((part) => part.endsWith(place))
          ?.replace(place, '') ?? ''
      expect([size, existsSync(file)]).toEqual([size, true])
    }
  })

  it('is named by version, system and processor, and has a maintainer', () => {
    expect(given(kind, '--package')[0]).toMatch(/\/Proofsheet-\d+\.\d+\.\d+-linux-(amd64|x86_64)\.(deb|rpm)$/)
    expect(given(kind, '--maintainer')[0]).toMatch(/^The Proofsheet authors <.+@.+>$/)
    expect(given(kind, '--url')[0]).toMatch(/^https:/)
    expect(given(kind, '--license')).toEqual(['MIT'])
  })
})

describe('the dependencies', () => {
  it('on Debian and Ubuntu: the keychain and Chromium’s libraries, by the old or the new name', () => {
    const wanted = given('deb', '-d')
    expect(wanted).toEqual(expect.arrayContaining(['libsecret-1-0', 'libnss3', 'libgbm1', 'libdrm2', 'xdg-utils']))
    for (const renamed of ['libasound2', 'libatspi2.0-0', 'libcups2', 'libgtk-3-0']) {
      expect(wanted).toContain(`${renamed} | ${renamed}t64`)
    }
  })

  it('on Fedora and openSUSE: the same', () => {
    const wanted = given('rpm', '-d')
    expect(wanted).toEqual(expect.arrayContaining(['gtk3', 'nss', 'mesa-libgbm', 'alsa-lib']))
    expect(wanted.filter((name) => name.includes('libsecret'))).toHaveLength(1)
  })

  it('recommend a keychain, because the app also runs without one', () => {
    expect(given('deb', '--deb-recommends').join()).toContain('gnome-keyring')
  })
})
