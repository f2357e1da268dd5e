/**
 * Process of a test, with the root of an unpacked app: loads and uses each native module like the bundles. With
 * `--addons` only loads addons by their paths, like Electron. Prints one line of JSON with the results and the loaded
 * libraries.
 */
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { join } from 'node:path'

interface Database {
  readonly exec: (sql: string) => void
  readonly prepare: (sql: string) => { readonly all: (...values: readonly string[]) => unknown }
}
interface SharpImage {
  readonly metadata: () => Promise<{ readonly format?: string; readonly width?: number; readonly height?: number }>
}

function searchWords(Driver: new (file: string) => Database): unknown {
  const database = new Driver(':memory:')
  database.exec(
    "CREATE VIRTUAL TABLE words USING fts5(prompt, tokenize='trigram'); INSERT INTO words VALUES ('a lighthouse')"
  )
  return database.prepare('SELECT prompt FROM words WHERE words MATCH ?').all('ightho')
}

async function readPicture(sharp: (file: string) => SharpImage, root: string): Promise<unknown> {
  const { format, width, height } = await sharp(
    join(root, 'resources/sample/anime.koi.0.none.none.256.webp')
  ).metadata()
  return { format, width, height }
}

async function workWithModules(root: string): Promise<unknown> {
  const load = createRequire(join(root, 'out/main/index.js'))
  const found = searchWords(load('better-sqlite3'))
  const picture = await readPicture(load('sharp'), root)
  return { found, picture, keychain: Object.keys(load('keytar')).toSorted() }
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
