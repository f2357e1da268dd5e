/** The program packed for this system, onto a stand-in for Electron: what is in it, and that it runs. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { createRequire, isBuiltin } from 'node:module'
import { homedir, tmpdir } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packOnStub } from './pack.ts'
import {
  bytesOf,
  megabytes,
  readPackedFile,
  readPackedProgram,
  unpackProgram,
  type PackedProgram
} from './packed-program.ts'
import { ownTarget, type Target } from './target.ts'
import { PATIENCE_MS } from '../../drivers/stage.ts'
import { builtFolder, PROJECT_ROOT } from '../../drivers/built-app.ts'
import { tracesIn } from '../../drivers/key-sweep.ts'
import { openApp, type OpenedApp } from '../../drivers/open-app.ts'
import { isUpToDate, waitForStatus } from '../../drivers/window-bridge.ts'
import { eventually } from '../../drivers/eventually.ts'

const CHILD = join(import.meta.dirname, 'natives-child.ts')
/** Of the program without Electron; 28 MB of other systems' files and sources would show. */
const MAX_BYTES = 75e6

let work: string
let target: Target
let program: PackedProgram
/** The whole program in a folder without the project's own packages above it. */
let root: string

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
const paths = (isUnpacked: boolean): string[] =>
  program.files.filter((file) => file.isUnpacked === isUnpacked).map(({ path }) => path)

function hereOrThrow(): Target {
  const own = ownTarget()
  if (own === null) throw new Error(`Proofsheet is not packed for ${process.platform} on ${process.arch}.`)
  return own
}

async function packInto(name: string): Promise<PackedProgram> {
  const output = join(work, name)
  mkdirSync(output)
  return readPackedProgram(await packOnStub({ target, output }), target.platform)
}

beforeAll(async () => {
  builtFolder()
  work = mkdtempSync(join(tmpdir(), 'proofsheet-packed-'))
  target = hereOrThrow()
  program = await packInto('first')
  root = join(work, 'unpacked')
  unpackProgram(program, root)
})
afterAll(() => rmSync(work, { recursive: true, force: true, maxRetries: 5 }))

describe('what is packed', () => {
  it('lies beside the archive only when the system itself loads it', () => {
    const name = `${target.platform}-${target.arch}`
    const [library, addon] = [`node_modules/@img/sharp-libvips-${name}/lib/`, `node_modules/@img/sharp-${name}/lib/`]
    expect(paths(true).toSorted()).toEqual([
      expect.stringMatching(new RegExp(`^${library}libvips-cpp\\.so\\.[\\d.]+$`)),
      expect.stringMatching(new RegExp(`^${addon}sharp-${name}-[\\d.]+\\.node$`)),
      `node_modules/@napi-rs/canvas-${name}-gnu/skia.${name}-gnu.node`,
      `node_modules/better-sqlite3/prebuilds/${name}.node`,
      'node_modules/keytar/build/Release/keytar.node'
    ])
  })

  it('has nothing in the archive that nobody runs: no sources, maps, types, tests, documents', () => {
    const isRun = (path: string): boolean =>
      /^(package\.json|LICENSE)$/.test(path) ||
      /^out\/(main|preload|renderer)\/[^.]+\.(js|cjs|css|html|json|webp)$/.test(path) ||
      /\/package\.json$|\/versions\.json$|\/LICENSE(\.md)?$/.test(path) ||
      /^node_modules\/(@img|@napi-rs|better-sqlite3|detect-libc|keytar|semver|sharp)\/.+\.[cm]?js$/.test(path)
    expect(paths(false).filter((path) => !isRun(path))).toEqual([])
    expect(paths(false).filter((path) => /(^|\/)(tests?|docs|examples?|src)\//.test(path))).toEqual([])
  })

  it('keeps the license of each package that ships, and of the libraries within libvips', () => {
    const packages = new Set(
      paths(false).flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.slice(1) ?? [])
    )
    const isLicensed = (name: string): boolean =>
      program.files.some(({ path }) => path.startsWith(`node_modules/${name}/LICENSE`))
    const libvips = `@img/sharp-libvips-${target.platform}-${target.arch}`
    // canvas-<system> is one file of @napi-rs/canvas, whose license is there.
    expect([...packages].filter((name) => !isLicensed(name) && !name.startsWith('@napi-rs/canvas-'))).toEqual([libvips])
    const notices = join(dirname(program.archive), 'licenses', libvips.replace('@img/', ''), 'README.md')
    expect(readFileSync(notices, 'utf8')).toContain('LGPLv3')
  })

  it('is the built folder, whole and byte for byte', () => {
    const out = builtFolder()
    const entries = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const built = entries.map(
      ({ parentPath, name }) => `out/${relative(out, join(parentPath, name)).split(sep).join('/')}`
    )
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

  it('tells of itself what Electron reads, and nothing of how it was made', () => {
    const described = JSON.parse(readPackedFile(program, 'package.json').toString()) as Record<string, unknown>
    const said = Object.keys(described).filter((name) => described[name] !== null)
    expect(said.toSorted()).toEqual(
      'author dependencies description desktopName homepage license main name private productName type version'.split(
        ' '
      )
    )
    expect(described).toMatchObject({ main: './out/main/index.js', type: 'module', desktopName: 'proofsheet.desktop' })
  })

  it('is as small as it can be', () => {
    const [scripts, natives] = [bytesOf(program.archive), bytesOf(program.unpacked)]
    console.log(`Packed: ${megabytes(scripts)} of program, ${megabytes(natives)} of native files.`)
    expect(scripts + natives).toBeLessThan(MAX_BYTES)
    expect(scripts).toBeLessThan(5e6)
  })

  it('is the same bytes when it is packed again', async () => {
    const again = await packInto('again')
    expect(sha256(readFileSync(again.archive))).toBe(sha256(readFileSync(program.archive)))
    for (const path of paths(true)) {
      expect([path, sha256(readPackedFile(again, path))]).toEqual([path, sha256(readPackedFile(program, path))])
    }
  })
})

describe('secrets and places', () => {
  /** What a key looks like: services' prefixes, tokens in three parts, and files of private keys. */
  const SECRET =
    /\b(?:sk|pk|rk)-(?:live|test|proj|canary)?-?[A-Za-z0-9]{20,}|\bgh[pousr]_[A-Za-z0-9]{20,}|\bAKIA[A-Z0-9]{16}\b|\bnpm_[A-Za-z0-9]{30,}|\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.|-----BEGIN [A-Z ]*PRIVATE KEY/g
  const places = (): string[] => [PROJECT_ROOT, `${homedir()}${sep}`, work]
  const secretsIn = (bytes: Buffer): readonly string[] => bytes.toString('latin1').match(SECRET) ?? []

  it('are in no byte of the archive', () => {
    const bytes = readFileSync(program.archive)
    expect(secretsIn(bytes)).toEqual([])
    expect(tracesIn('app.asar', bytes, places())).toEqual([])
  })

  it('would be found', () => {
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

  /** With the project's Node, away from the project, so that only what is packed can be found. */
  async function runChild(args: readonly string[]): Promise<Report> {
    const { stdout } = await promisify(execFile)(process.execPath, [CHILD, ...args], { cwd: work })
    return JSON.parse(stdout) as Report
  }
  /** Native files by name that were loaded, from anywhere. */
  const ours = ({ libraries }: Report): string[] =>
    libraries.filter((file) => /\.node$|libvips/.test(file)).map((file) => realpathSync(file))

  it('are all that the bundles ask for besides Electron and Node, and each can be found', () => {
    const load = createRequire(join(root, 'out/main/index.js'))
    const scripts = paths(false).filter((path) => /^out\/main\/.*\.js$/.test(path))
    const asked = scripts.flatMap((path) =>
      readFileSync(join(root, path), 'utf8')
        .matchAll(/^import (?:.* from )?["']([^"'.][^"']*)["'];?$|\bimport\(["']([^"'.][^"']*)["']\)/gm)
        .map(([, still, moving]) => still ?? moving ?? '')
        .toArray()
    )
    const packages = new Set(asked.filter((name) => !isBuiltin(name) && name !== 'electron'))
    expect([...packages].toSorted()).toEqual(['@napi-rs/canvas', 'better-sqlite3', 'keytar', 'sharp'])
    for (const name of packages) expect(load.resolve(name)).toContain(root)
  })

  it('work from what is packed: a search, a picture drawn and decoded, the keychain', async () => {
    const report = await runChild([root])
    expect(report.done).toMatchObject({
      found: [{ prompt: 'a lighthouse' }],
      drawn: { format: 'png', width: 6, height: 4 },
      keychain: expect.arrayContaining(['deletePassword', 'getPassword', 'setPassword'])
    })
    expect(ours(report)).toHaveLength(paths(true).length)
    expect(ours(report).filter((file) => !file.startsWith(root))).toEqual([])
  })

  it('load from beside the archive with nothing around them, libvips too', async () => {
    const addons = paths(true).filter((path) => path.endsWith('.node'))
    const report = await runChild(['--addons', ...addons.map((path) => join(program.unpacked, path))])
    expect(ours(report).toSorted()).toEqual(
      paths(true)
        .map((path) => join(program.unpacked, path))
        .toSorted()
    )
  })
})

describe('the packed program', () => {
  /** Runs in the page: pictures of tiles that were made, decoded and handed over. */
  const drawnPictures = (): number =>
    [...document.querySelectorAll<HTMLImageElement>('[role="gridcell"] img')].filter((one) => one.naturalWidth > 0)
      .length

  async function whileOpen(run: (app: OpenedApp) => Promise<void>): Promise<void> {
    const profile = mkdtempSync(join(work, 'profile-'))
    const app = await openApp({ shell: 'host', root, profile, args: ['--print-hashes'] })
    try {
      await run(app)
    } finally {
      await app.close()
    }
  }
  const loadedBy = (app: OpenedApp): { loaded: string; sha256: string }[] =>
    app
      .stdout()
      .split('\n')
      .filter((line) => line.startsWith('{"loaded"'))
      .map((line) => JSON.parse(line) as { loaded: string; sha256: string })

  it('opens in the host, reads a library, paints and decodes pictures, and ran the packed bytes', async () => {
    await whileOpen(async ({ page, ...app }) => {
      await page.getByRole('button', { name: 'Explore a sample library' }).click()
      await page.getByRole('navigation', { name: 'Library' }).waitFor()
      await waitForStatus(page, isUpToDate, PATIENCE_MS)
      await eventually(() => page.evaluate(drawnPictures)).toBeGreaterThan(0)
      const names = (): string[] => loadedBy({ page, ...app }).map(({ loaded }) => loaded)
      const wanted = ['main/index.js', 'preload/index.cjs', 'renderer/index.html', 'engine', 'paint-worker', 'decoder']
      await eventually(() => wanted.filter((part) => !names().some((name) => name.includes(part)))).toEqual([])
      for (const { loaded, sha256: ran } of loadedBy({ page, ...app })) {
        expect([loaded, ran]).toEqual([loaded, sha256(readPackedFile(program, `out/${loaded}`))])
      }
    })
  })
})
