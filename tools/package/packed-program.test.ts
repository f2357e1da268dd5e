/**
 * The app packed onto a stub of Electron for every system, and again for this one: its files, what the system reads,
 * and that it runs.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { createRequire, isBuiltin } from 'node:module'
import { homedir, tmpdir } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { getRawHeader } from '@electron/asar'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { NtExecutable, NtExecutableResource, Resource } from 'resedit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copy } from '../../src/copy/language.ts'
import { builtFolder, PROJECT_ROOT } from '../../drivers/built-app.ts'
import { eventually } from '../../drivers/eventually.ts'
import { openApp } from '../../drivers/open-app.ts'
import { PATIENCE_MS } from '../../drivers/stage.ts'
import { isUpToDate, waitForStatus } from '../../drivers/window-bridge.ts'
import { tracesIn } from '../../test/helpers/key-sweep.ts'
import { fusedFile } from './hooks.ts'
import { namedIn, NOTICES } from './notices.ts'
import { packOnStub } from './pack.ts'
import {
  bytesOf,
  megabytes,
  readPackedFile,
  readPackedProgram,
  unpackProgram,
  type PackedProgram
} from './packed-program.ts'
import { ownTarget, type Target, type TargetPlatform } from './target.ts'

const CHILD = join(import.meta.dirname, 'natives-child.ts')
/** 12 MB of sample pictures, 9 MB of WebAssembly, 3 MB of scripts; another copy would exceed it. */
const MAX_ARCHIVE_BYTES = 26e6
/** For one system; a second SQLite or native sharp would exceed it. */
const MAX_NATIVE_BYTES = 3e6

/** Bundled libraries; `scheduler` and `virtual-core` are dependencies of others. */
const BUNDLED = [
  'react',
  'react-dom',
  'scheduler',
  '@base-ui/react',
  'zod',
  'zustand',
  '@tanstack/react-virtual',
  '@tanstack/virtual-core'
]
const PACKED = ['better-sqlite3', 'keytar', 'sharp', '@img/sharp-wasm32', '@emnapi/runtime']

const FUSES: readonly (readonly [fuse: keyof typeof FuseV1Options, isOn: boolean])[] = [
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

const target = hereOrThrow()
const others = (['linux', 'darwin', 'win32'] as const).filter((platform) => platform !== target.platform)
const TARGETS: readonly Target[] = [target, ...others.map((platform): Target => ({ platform, arch: 'x64' }))]

const work = mkdtempSync(join(tmpdir(), 'proofsheet-packed-'))
const packed = new Map<TargetPlatform, PackedProgram>()
/** The app for this system. */
let program: PackedProgram
/** The extracted app in a folder outside of the project, whose packages it cannot load. */
let root: string

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')
const paths = (isUnpacked: boolean): string[] =>
  program.files.filter((file) => file.isUnpacked === isUnpacked).map(({ path }) => path)

function hereOrThrow(): Target {
  const own = ownTarget()
  if (own === null) throw new Error(`Proofsheet is not packed for ${process.platform} on ${process.arch}.`)
  return own
}

async function packInto(name: string, wanted: Target): Promise<PackedProgram> {
  const output = join(work, name)
  mkdirSync(output)
  return readPackedProgram(await packOnStub({ target: wanted, output }), wanted.platform)
}

function programOf(platform: TargetPlatform): PackedProgram {
  const found = packed.get(platform)
  if (found === undefined) throw new Error(`Nothing was packed for ${platform}.`)
  return found
}

beforeAll(async () => {
  builtFolder()
  for (const wanted of TARGETS) packed.set(wanted.platform, await packInto(wanted.platform, wanted))
  program = programOf(target.platform)
  root = join(work, 'unpacked')
  unpackProgram(program, root)
})
afterAll(() => rmSync(work, { recursive: true, force: true, maxRetries: 5 }))

describe('the packed files', () => {
  it('are beside the archive only if the system loads them', () => {
    const name = `${target.platform}-${target.arch}`
    expect(paths(true).toSorted()).toEqual([
      `node_modules/better-sqlite3/prebuilds/${name}.node`,
      'node_modules/keytar/build/Release/keytar.node'
    ])
  })

  it('include no sources, maps, types, tests or documents', () => {
    const isRun = (path: string): boolean =>
      /^(package\.json|LICENSE)$/.test(path) ||
      /^out\/(main|preload|renderer)\/[^.]+\.(js|cjs|css|html|json|webp)$/.test(path) ||
      /\/package\.json$|\/versions\.json$|\/LICENSE(\.md|\.txt)?$/.test(path) ||
      /^node_modules\/(@emnapi|@img|better-sqlite3|detect-libc|keytar|semver|sharp|tslib)\/.+\.([cm]?js|wasm)$/.test(
        path
      ) ||
      /^resources\/sample\/[\w.-]+\.webp$/.test(path)
    expect(paths(false).filter((path) => !isRun(path))).toEqual([])
    expect(paths(false).filter((path) => /(^|\/)(tests?|docs|examples?|src)\//.test(path))).toEqual([])
  })

  it('include the license of each package', () => {
    const packages = new Set(
      paths(false).flatMap((path) => /^((?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.slice(1) ?? [])
    )
    const isLicensed = (folder: string): boolean =>
      program.files.some(({ path }) => path.startsWith(`${folder}/LICENSE`))
    expect([...packages].filter((folder) => !isLicensed(folder))).toEqual([])
  })

  it.each(TARGETS)('include the notices of all libraries beside the archive for $platform', ({ platform }) => {
    const { archive } = programOf(platform)
    const text = readFileSync(join(dirname(archive), NOTICES), 'utf8')
    const named = namedIn(text)
    const wanted = [...BUNDLED, ...PACKED, 'libvips', 'glib', 'libheif', 'mozjpeg']
    expect(wanted.filter((name) => !named.has(name))).toEqual([])
    expect(text).toContain('GNU LESSER GENERAL PUBLIC LICENSE')
    expect(text.match(/^### zod /gm)).toHaveLength(1)
  })

  it('include the unchanged built folder without the lists of licenses', () => {
    const out = builtFolder()
    const entries = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const built = entries
      .map(({ parentPath, name }) => `out/${relative(out, join(parentPath, name)).split(sep).join('/')}`)
      .filter((path) => !/^out\/[a-z]+\/licenses\//.test(path))
    expect(
      paths(false)
        .filter((path) => path.startsWith('out/'))
        .toSorted()
    ).toEqual(built.toSorted())
    for (const path of built) {
      expect([path, sha256(readPackedFile(program, path))]).toEqual([
        path,
        sha256(readFileSync(join(PROJECT_ROOT, path)))
      ])
    }
  })

  it('include a package.json with only what Electron reads', () => {
    const described = JSON.parse(readPackedFile(program, 'package.json').toString()) as Record<string, unknown>
    const said = Object.keys(described).filter((name) => described[name] !== null)
    expect(said.toSorted()).toEqual(
      'author dependencies description desktopName homepage license main name private productName type version'.split(
        ' '
      )
    )
    expect(described).toMatchObject({ main: './out/main/index.js', type: 'module', desktopName: 'proofsheet.desktop' })
  })

  it('are as small as possible', () => {
    const [archive, natives] = [bytesOf(program.archive), bytesOf(program.unpacked)]
    console.log(`Packed: ${megabytes(archive)} of archive, ${megabytes(natives)} of native files.`)
    expect(archive).toBeLessThan(MAX_ARCHIVE_BYTES)
    expect(natives).toBeLessThan(MAX_NATIVE_BYTES)
  })

  it('are the same bytes when packed again', async () => {
    const again = await packInto('again', target)
    expect(sha256(readFileSync(again.archive))).toBe(sha256(readFileSync(program.archive)))
    for (const path of paths(true)) {
      expect([path, sha256(readPackedFile(again, path))]).toEqual([path, sha256(readPackedFile(program, path))])
    }
  })
})

describe('secrets and paths', () => {
  /** Patterns of keys: prefixes of services, tokens in three parts, and private keys. */
  const SECRET =
    /\b(?:sk|pk|rk)-(?:live|test|proj|canary)?-?[A-Za-z0-9]{20,}|\bgh[pousr]_[A-Za-z0-9]{20,}|\bAKIA[A-Z0-9]{16}\b|\bnpm_[A-Za-z0-9]{30,}|\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.|-----BEGIN [A-Z ]*PRIVATE KEY/g
  const places = (): string[] => [PROJECT_ROOT, `${homedir()}${sep}`, work]
  const secretsIn = (bytes: Buffer): readonly string[] => bytes.toString('latin1').match(SECRET) ?? []

  it('are not in the archive', () => {
    const bytes = readFileSync(program.archive)
    expect(secretsIn(bytes)).toEqual([])
    expect(tracesIn('app.asar', bytes, places())).toEqual([])
  })

  it('would be detected', () => {
    const planted = ['sk-canary-0123456789abcdef0123456789abcdef', '-----BEGIN RSA PRIVATE KEY']
    for (const secret of planted) expect(secretsIn(Buffer.from(`"${secret}"`))).toEqual([secret])
    for (const place of places()) expect(tracesIn('planted', Buffer.from(`// ${place}/x`), [place])).not.toEqual([])
  })
})

describe('the native modules', () => {
  interface Report {
    readonly done: unknown
    readonly libraries: readonly string[]
  }

  /** Runs the project's Node outside of the project, so that only packed modules are found. */
  async function runChild(args: readonly string[]): Promise<Report> {
    const { stdout } = await promisify(execFile)(process.execPath, [CHILD, ...args], { cwd: work })
    return JSON.parse(stdout) as Report
  }
  /** Returns the loaded native files. */
  const ours = ({ libraries }: Report): string[] =>
    libraries.filter((file) => file.endsWith('.node')).map((file) => realpathSync(file))

  it('are the only imports of the bundles besides Electron and Node, and can be loaded', () => {
    const load = createRequire(join(root, 'out/main/index.js'))
    const scripts = paths(false).filter((path) => /^out\/main\/.*\.js$/.test(path))
    const asked = scripts.flatMap((path) =>
      readFileSync(join(root, path), 'utf8')
        .matchAll(
          /^import (?:.* from )?["']([^"'.][^"']*)["'];?$|\b(?:import|createRequire\([\w.]+\))\(["']([^"'.][^"']*)["']\)/gm
        )
        .map(([, still, moving]) => still ?? moving ?? '')
        .toArray()
    )
    const packages = new Set(asked.filter((name) => !isBuiltin(name) && name !== 'electron'))
    expect([...packages].toSorted()).toEqual(['better-sqlite3', 'keytar', 'sharp'])
    for (const name of packages) expect(load.resolve(name)).toContain(root)
  })

  it('work when packed: a search, a sample picture, the keychain', async () => {
    const report = await runChild([root])
    expect(report.done).toMatchObject({
      found: [{ prompt: 'a lighthouse' }],
      picture: { format: 'webp', width: 256, height: 256 },
      keychain: expect.arrayContaining(['deletePassword', 'getPassword', 'setPassword'])
    })
    expect(ours(report)).toHaveLength(paths(true).length)
    expect(ours(report).filter((file) => !file.startsWith(root))).toEqual([])
  })

  it('load from beside the archive', async () => {
    const addons = paths(true).filter((path) => path.endsWith('.node'))
    const report = await runChild(['--addons', ...addons.map((path) => join(program.unpacked, path))])
    expect(ours(report).toSorted()).toEqual(
      paths(true)
        .map((path) => join(program.unpacked, path))
        .toSorted()
    )
  })
})

describe('the packed app', () => {
  /** Counts the drawn pictures of tiles, in the page. */
  const drawnPictures = (): number =>
    [...document.querySelectorAll<HTMLImageElement>('[role="gridcell"] img')].filter((one) => one.naturalWidth > 0)
      .length

  it('opens in the host, loads a library, and decodes pictures', async () => {
    const app = await openApp({ shell: 'host', root, profile: mkdtempSync(join(work, 'profile-')) })
    try {
      const { page } = app
      await page.getByRole('button', { name: copy.sample.explore }).click()
      await page.getByRole('navigation', { name: copy.frame.navigation }).waitFor()
      await waitForStatus(page, isUpToDate, PATIENCE_MS)
      await eventually(() => page.evaluate(drawnPictures)).toBeGreaterThan(0)
    } finally {
      await app.close()
    }
  })
})

/** Returns the hash that Electron verifies: that of the archive's list of files and their hashes. */
const hashOf = ({ archive }: PackedProgram): string => sha256(getRawHeader(archive).headerString)

describe.each(TARGETS)('packed for $platform', ({ platform, arch }) => {
  const wire = () =>
    getCurrentFuseWire(
      fusedFile(programOf(platform).folder, platform, platform === 'linux' ? 'proofsheet' : 'Proofsheet')
    )

  it.each(FUSES)('the fuse %s says %s', async (fuse, isOn) => {
    expect((await wire())[FuseV1Options[fuse]]).toBe(isOn ? FuseState.ENABLE : FuseState.DISABLE)
  })

  it('has nine fuses', async () => {
    expect(Object.keys(await wire()).filter((name) => name !== 'version')).toHaveLength(FUSES.length)
  })

  it("has the same files, without Electron's default app", () => {
    const { archive, files } = programOf(platform)
    expect(existsSync(join(archive, '../default_app.asar'))).toBe(false)
    const scripts = (all: PackedProgram['files']) =>
      all
        .map(({ path }) => path)
        .filter((path) => /^(out\/|package\.json|LICENSE)/.test(path))
        .toSorted()
    expect(scripts(files)).toEqual(scripts(program.files))
    expect(scripts(files)).toContain('out/main/index.js')
  })

  it('has only the SQLite driver of this system', () => {
    const drivers = programOf(platform).files.filter(({ path }) => path.includes('/prebuilds/'))
    expect(drivers.map(({ path }) => path)).toEqual([`node_modules/better-sqlite3/prebuilds/${platform}-${arch}.node`])
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

  it('the identity and the minimum system version', () => {
    expect(valueOf('CFBundleIdentifier')).toBe('app.proofsheet.desktop')
    expect(valueOf('LSMinimumSystemVersion')).toBe('13.0')
    expect(valueOf('LSApplicationCategoryType')).toBe('public.app-category.photography')
    expect(plist()).not.toContain('CFBundleURLTypes')
    expect(plist()).not.toContain('CFBundleDocumentTypes')
  })

  it('the icon, and four helpers with the name', () => {
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

  it('the name and version, and an icon in seven sizes', () => {
    const [info] = Resource.VersionInfo.fromEntries(resources())
    const [language] = info?.getAllLanguagesForStringValues() ?? []
    if (info === undefined || language === undefined) throw new Error('There is no version resource.')
    const { version } = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')) as { version: string }
    expect(info.getStringValues(language)).toMatchObject({ ProductName: 'Proofsheet', FileVersion: version })
    const [icon] = Resource.IconGroupEntry.fromEntries(resources())
    expect(icon?.icons.map(({ width }) => width % 256)).toEqual([16, 24, 32, 48, 64, 128, 0])
  })
})
