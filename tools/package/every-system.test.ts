/** Packed onto stand-ins of all three systems: the nine fuses, the hash of the archive, and what each system reads. */
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { getRawHeader } from '@electron/asar'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NtExecutable, NtExecutableResource, Resource } from 'resedit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fusedFile } from './fuses.ts'
import { packOnStub } from './pack.ts'
import { readPackedProgram, type PackedProgram } from './packed-program.ts'
import type { TargetPlatform } from './target.ts'
import { PROJECT_ROOT } from '../../drivers/built-app.ts'

const WANTED: readonly (readonly [fuse: keyof typeof FuseV1Options, isOn: boolean])[] = [
  ['RunAsNode', false],
  ['EnableCookieEncryption', false],
  ['EnableNodeOptionsEnvironmentVariable', false],
  ['EnableNodeCliInspectArguments', false],
  ['EnableEmbeddedAsarIntegrityValidation', true],
  ['OnlyLoadAppFromAsar', true],
  ['LoadBrowserProcessSpecificV8Snapshot', false],
  ['GrantFileProtocolExtraPrivileges', false],
  ['WasmTrapHandlers', true]
]
const SYSTEMS: readonly (readonly [TargetPlatform, executable: string])[] = [
  ['linux', 'proofsheet'],
  ['darwin', 'Proofsheet'],
  ['win32', 'Proofsheet']
]

const { version } = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')) as { version: string }
const work = mkdtempSync(join(tmpdir(), 'proofsheet-systems-'))
const packed = new Map<TargetPlatform, PackedProgram>()

function programOf(platform: TargetPlatform): PackedProgram {
  const program = packed.get(platform)
  if (program === undefined) throw new Error(`Nothing was packed for ${platform}.`)
  return program
}

beforeAll(async () => {
  for (const [platform] of SYSTEMS) {
    const folder = await packOnStub({ target: { platform, arch: 'x64' }, output: join(work, platform) })
    packed.set(platform, readPackedProgram(folder, platform))
  }
})
afterAll(() => rmSync(work, { recursive: true, force: true, maxRetries: 5 }))

/** What Electron compares: the hash of the archive's list of files, which has the hash of each. */
const hashOf = (program: PackedProgram): string =>
  createHash('sha256').update(getRawHeader(program.archive).headerString).digest('hex')

describe.each(SYSTEMS)('packed for %s', (platform, executable) => {
  it.each(WANTED)('the fuse %s says %s', async (fuse, isOn) => {
    const wire = await getCurrentFuseWire(fusedFile(programOf(platform).folder, platform, executable))
    expect(wire[FuseV1Options[fuse]]).toBe(isOn ? FuseState.ENABLE : FuseState.DISABLE)
  })

  it('there are nine fuses', async () => {
    const wire = await getCurrentFuseWire(fusedFile(programOf(platform).folder, platform, executable))
    expect(Object.keys(wire).filter((name) => name !== 'version')).toHaveLength(WANTED.length)
  })

  it("Electron's own program is gone, and the same files of ours are there", () => {
    const { archive, files } = programOf(platform)
    expect(existsSync(join(archive, '../default_app.asar'))).toBe(false)
    const scripts = (all: PackedProgram['files']) =>
      all
        .map(({ path }) => path)
        .filter((path) => /^(out\/|package\.json|LICENSE)/.test(path))
        .toSorted()
    expect(scripts(files)).toEqual(scripts(programOf('linux').files))
    expect(scripts(files)).toContain('out/main/index.js')
  })

  it('of the SQLite driver only the file of this system is packed', () => {
    const drivers = programOf(platform).files.filter(({ path }) => path.includes('/prebuilds/'))
    expect(drivers.map(({ path }) => path)).toEqual([`node_modules/better-sqlite3/prebuilds/${platform}-x64.node`])
  })
})

describe('macOS reads', () => {
  const contents = (): string => join(programOf('darwin').folder, 'Proofsheet.app/Contents')
  const plist = (): string => readFileSync(join(contents(), 'Info.plist'), 'utf8')
  const valueOf = (key: string): string | undefined =>
    new RegExp(`<key>${key}</key>\\s*<string>([^<]*)</string>`).exec(plist())?.[1]

  it('the hash of the archive in Info.plist', () => {
    const entry = /<key>ElectronAsarIntegrity<\/key>([\s\S]*?<\/dict>\s*<\/dict>)/.exec(plist())?.[1] ?? ''
    expect(entry).toContain('<key>Resources/app.asar</key>')
    expect(entry).toContain('<string>SHA256</string>')
    expect(entry).toContain(`<string>${hashOf(programOf('darwin'))}</string>`)
  })

  it('who it is and from which system on', () => {
    expect(valueOf('CFBundleIdentifier')).toBe('app.proofsheet.desktop')
    expect(valueOf('LSMinimumSystemVersion')).toBe('13.0')
    expect(valueOf('LSApplicationCategoryType')).toBe('public.app-category.photography')
    expect(plist()).not.toContain('CFBundleURLTypes')
    expect(plist()).not.toContain('CFBundleDocumentTypes')
  })

  it('our icon, and four helpers by our name', () => {
    const icon = readFileSync(join(contents(), 'Resources', valueOf('CFBundleIconFile') ?? ''))
    expect(icon.equals(readFileSync(join(PROJECT_ROOT, 'resources/icon.icns')))).toBe(true)
    for (const kind of ['', ' (GPU)', ' (Plugin)', ' (Renderer)']) {
      const name = `Proofsheet Helper${kind}`
      expect(existsSync(join(contents(), 'Frameworks', `${name}.app/Contents/MacOS`, name))).toBe(true)
    }
  })
})

describe('Windows reads', () => {
  const resources = () => {
    const file = readFileSync(join(programOf('win32').folder, 'Proofsheet.exe'))
    return NtExecutableResource.from(NtExecutable.from(file)).entries
  }

  it('the hash of the archive in a resource of the executable', () => {
    const entry = resources().find(({ type, id }) => type === 'INTEGRITY' && id === 'ELECTRONASAR')
    expect(JSON.parse(Buffer.from(entry?.bin ?? new ArrayBuffer()).toString())).toEqual([
      { file: String.raw`resources\app.asar`, alg: 'SHA256', value: hashOf(programOf('win32')) }
    ])
  })

  it('our name and version, and an icon in seven sizes', () => {
    const [info] = Resource.VersionInfo.fromEntries(resources())
    const [language] = info?.getAllLanguagesForStringValues() ?? []
    if (info === undefined || language === undefined) throw new Error('There is no version resource.')
    expect(info.getStringValues(language)).toMatchObject({ ProductName: 'Proofsheet', FileVersion: version })
    const [icon] = Resource.IconGroupEntry.fromEntries(resources())
    expect(icon?.icons.map(({ width }) => width % 256)).toEqual([16, 24, 32, 48, 64, 128, 0])
  })
})
