/**
 * Writes NOTICES.md beside the archive: each library in the app with its license. Most libraries are part of bundles,
 * so without a check a new one could ship without its notice.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readPackedFile, type PackedProgram } from './packed-program.ts'

export const NOTICES = 'NOTICES.md'

export interface Notice {
  readonly name: string
  readonly version: string
  /** As in package.json: `MIT`. */
  readonly identifier: string
  /** Empty if the package has no license file. */
  readonly text: string
}

interface Described {
  readonly name: string
  readonly version: string
  readonly license?: string
}
/** An entry of the lists that Vite writes (electron.vite.config.ts). */
type Bundled = Pick<Notice, 'name' | 'version'> & Partial<Notice>

/** Contains libvips and its libraries, compiled to WebAssembly. */
const LIBVIPS_PACKAGE = 'node_modules/@img/sharp-wasm32'
const PACKAGE_FILE = /^((?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+)\/package\.json$/
const LICENSE_FILE = /^(licen[cs]e|copying)[^/]*$/i

const INTRODUCTION = `# Notices

Proofsheet itself is under the MIT license. This file lists the libraries in it, with their licenses.
Electron and Chromium have files of their own: LICENSE.electron.txt and LICENSES.chromium.html.`

const LIBVIPS_INTRODUCTION = `## Libraries in @img/sharp-wasm32

Proofsheet uses libvips and the other libraries here as @img/sharp-wasm32 provides them, unchanged. Their sources and
the recipe that builds them: https://github.com/lovell/sharp and https://github.com/lovell/sharp-libvips. Some are under
the LGPL, whose text and that of the GPL follow below. You may change them: put your build of @img/sharp-wasm32 into
node_modules of Proofsheet's sources and pack Proofsheet again, with \`npm run package\`.`

/** Writes the file and returns sentences about what is missing in it. `project`: the folder of the project. */
export function writeNotices(program: PackedProgram, project: string): string[] {
  const bundled = bundledNotices(join(project, 'out'))
  const folders = packedFolders(program)
  const packed = folders.map((folder) => packedNotice(program, folder))
  const text = noticesText(bundled, packed, libvipsText(project))
  writeFileSync(join(dirname(program.archive), NOTICES), text)
  const wanted = [...importedPackages(project), ...folders.map(nameOf), 'libvips']
  return [...withoutLicense([...bundled, ...packed]), ...noticeFaults(text, wanted)]
}

/** Returns a sentence for each library that the text does not name. */
export const noticeFaults = (text: string, wanted: readonly string[]): string[] => {
  const named = namedIn(text)
  return [...new Set(wanted)].filter((name) => !named.has(name)).map((name) => `${NOTICES} does not name ${name}.`)
}

/** Returns the libraries with a heading, and those in the table of @img/sharp-wasm32. */
export function namedIn(text: string): Set<string> {
  const ours = text.replaceAll(/^~~~~text$[^]*?^~~~~$/gm, '')
  return new Set([...ours.matchAll(/^(?:### |\| )(\S+) /gm)].map(([, name = '']) => name))
}

/** Returns a sentence for each library without the text of its license. */
export const withoutLicense = (notices: readonly Notice[]): string[] =>
  notices.filter(({ text }) => text === '').map(({ name }) => `The license of ${name} has no text.`)

/** Reads the lists of the builds, with each package once. */
export function bundledNotices(out: string): Notice[] {
  const lists = globSync('*/licenses/*.json', { cwd: out }).toSorted()
  const all = lists.flatMap((list) => JSON.parse(readFileSync(join(out, list), 'utf8')) as Bundled[])
  const once = new Map(all.map((one) => [`${one.name} ${one.version}`, one]))
  return [...once.entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { name, version, identifier = '', text = '' }]) => ({ name, version, identifier, text }))
}

/** Reads the folders of packages from the archive, because the packager arranges them in its own way. */
const packedFolders = ({ files }: PackedProgram): string[] =>
  files.flatMap(({ path }) => PACKAGE_FILE.exec(path)?.slice(1) ?? []).toSorted()

const nameOf = (folder: string): string => folder.replace(/^.*node_modules\//, '')

function packedNotice(program: PackedProgram, folder: string): Notice {
  const read = (path: string): string => readPackedFile(program, path).toString()
  const { name, version, license = '' } = JSON.parse(read(`${folder}/package.json`)) as Described
  const isLicense = (path: string): boolean =>
    path.startsWith(`${folder}/`) && LICENSE_FILE.test(path.slice(folder.length + 1))
  const file = program.files.find(({ path }) => isLicense(path))
  return { name, version, identifier: license, text: file === undefined ? '' : read(file.path).trim() }
}

/** Reads the table of libraries from a README, which the packager excludes. */
function libvipsText(project: string): string {
  const place = join(project, LIBVIPS_PACKAGE)
  const readme = readFileSync(join(place, 'README.md'), 'utf8')
  const table = /^This software contains third-party libraries[^]*?(?=\n\nPlease report)/m.exec(readme)?.[0] ?? ''
  const versions = JSON.parse(readFileSync(join(place, 'versions.json'), 'utf8')) as Record<string, string>
  const list = Object.entries(versions).map(([name, version]) => `${name} ${version}`)
  const [lesser, general] = ['LGPL-3.0.txt', 'GPL-3.0.txt'].map((name) =>
    fenced(readFileSync(join(import.meta.dirname, 'licenses', name), 'utf8').trim())
  )
  return [
    LIBVIPS_INTRODUCTION,
    table,
    `Versions, by the names that the package uses: ${list.join(', ')}.`,
    `#### GNU Lesser General Public License, version 3\n\n${lesser}`,
    `#### GNU General Public License, version 3\n\n${general}`
  ].join('\n\n')
}

function noticesText(bundled: readonly Notice[], packed: readonly Notice[], libvips: string): string {
  const parts = [
    INTRODUCTION,
    '## Bundled libraries',
    ...bundled.map(section),
    '## Packages beside the bundles',
    ...packed.map(section),
    libvips
  ]
  return `${parts.join('\n\n')}\n`
}

const section = ({ name, version, identifier, text }: Notice): string =>
  `### ${name} ${version} (${identifier})\n\n${fenced(text)}`

/** Fences a license, so that its headings and tables are not those of the file. */
const fenced = (text: string): string => `~~~~text\n${text.replaceAll('\r\n', '\n')}\n~~~~`

/** Returns the packages of `devDependencies` that the sources import, which are in the bundles. */
export function importedPackages(project: string): string[] {
  const { devDependencies } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as {
    readonly devDependencies: Readonly<Record<string, string>>
  }
  const files = globSync('src/{main,preload,renderer,shared}/**/*.{ts,tsx}', { cwd: project })
  const sources = files.filter((file) => !/\.test\.tsx?$/.test(file))
  const imported = new Set(sources.flatMap((file) => packagesOf(readFileSync(join(project, file), 'utf8'))))
  // Electron is not bundled.
  return Object.keys(devDependencies).filter((name) => name !== 'electron' && imported.has(name))
}

/** Returns the imported packages, except those imported only as types. */
export const packagesOf = (source: string): string[] =>
  [
    ...source.matchAll(
      /^(?:import|export)(?! type\b)(?:[^'"]*?\bfrom)?\s*['"]((?:@[\w.-]+\/)?[\w-][\w.-]*)(?:\/[^'"]*)?['"]/gm
    )
  ].map(([, name = '']) => name)
