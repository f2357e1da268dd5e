/**
 * Run by a test in a process of its own, with the root of an unpacked program: loads each native module from there as
 * the bundles would and makes it do something. Or, with `--addons`, loads addons by their paths and nothing else, as
 * Electron does with what lies beside the archive. One line of JSON with what was done and which libraries were loaded.
 */
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { join } from 'node:path'

interface Database {
  readonly exec: (sql: string) => void
  readonly prepare: (sql: string) => { readonly all: (...values: readonly string[]) => unknown }
}
interface SharpImage {
  readonly png: () => { readonly toBuffer: () => Promise<Buffer> }
  readonly metadata: () => Promise<{ readonly format?: string; readonly width?: number; readonly height?: number }>
}
interface Canvas {
  readonly getContext: (kind: '2d') => { fillStyle: string; fillRect: (...edges: readonly number[]) => void }
  readonly encode: (format: 'webp') => Promise<Buffer>
}

function searchWords(Driver: new (file: string) => Database): unknown {
  const database = new Driver(':memory:')
  database.exec(
    "CREATE VIRTUAL TABLE words USING fts5(prompt, tokenize='trigram'); INSERT INTO words VALUES ('a lighthouse')"
  )
  return database.prepare('SELECT prompt FROM words WHERE words MATCH ?').all('ightho')
}

async function drawAndDecode(
  createCanvas: (width: number, height: number) => Canvas,
  sharp: (input: Buffer) => SharpImage
): Promise<unknown> {
  const canvas = createCanvas(6, 4)
  const context = canvas.getContext('2d')
  context.fillStyle = '#ffc83d'
  context.fillRect(0, 0, 6, 4)
  const png = await sharp(await canvas.encode('webp'))
    .png()
    .toBuffer()
  const { format, width, height } = await sharp(png).metadata()
  return { format, width, height }
}

async function workWithModules(root: string): Promise<unknown> {
  const load = createRequire(join(root, 'out/main/index.js'))
  const found = searchWords(load('better-sqlite3'))
  const drawn = await drawAndDecode(load('@napi-rs/canvas').createCanvas, load('sharp'))
  return { found, drawn, keychain: Object.keys(load('keytar')).toSorted() }
}

function loadAddons(files: readonly string[]): unknown {
  return files.map((file) => {
    const module = { exports: {} }
    process.dlopen(module, file, constants.dlopen.RTLD_LAZY)
    return Object.keys(module.exports).length > 0
  })
}

function sharedObjects(): unknown {
  const report = process.report.getReport() as { readonly sharedObjects: readonly string[] }
  return report.sharedObjects
}

const [first = '', ...files] = process.argv.slice(2)
const done = first === '--addons' ? loadAddons(files) : await workWithModules(first)
process.stdout.write(`${JSON.stringify({ done, libraries: sharedObjects() })}\n`)
