/**
 * Replaces the program that makes Linux packages, which would be downloaded: writes its input into the folder
 * `PACKAGE_MAKER_RECORD`, as one file of JSON for each kind of package.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface PackageOrder {
  readonly command: readonly string[]
  readonly desktopEntry: string
}

const command = process.argv.slice(2)
const kind = command[command.indexOf('-t') + 1] ?? 'unknown'
const entryFile = command.find((part) => part.includes('.desktop='))?.split('=')[0]
const order: PackageOrder = {
  command,
  desktopEntry: entryFile === undefined ? '' : readFileSync(entryFile, 'utf8')
}
writeFileSync(join(process.env['PACKAGE_MAKER_RECORD'] ?? '.', `${kind}.json`), JSON.stringify(order))
