/**
 * `npm run screens -- --out DIR [--only WORD]`: photographs every screen and every sentence of trouble, light and dark,
 * large and small. One line for each picture, then `N pictures`; exit 1 when a sentence was not on screen.
 */
import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { photographAll } from './photograph.ts'

function readArguments(): { readonly out: string; readonly only: string } {
  try {
    const { values } = parseArgs({ options: { out: { type: 'string' }, only: { type: 'string', default: '' } } })
    if (values.out === undefined) throw new TypeError('--out DIR is needed.')
    return { out: resolve(values.out), only: values.only }
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    return process.exit(2)
  }
}

const { out, only } = readArguments()
await mkdir(out, { recursive: true })
const { pictures, missing } = await photographAll({ out, only, tell: (line) => console.log(line) })
for (const name of missing) console.error(`Not on screen: ${name}`)
console.log(`${pictures} pictures`)
process.exit(missing.length > 0 || pictures === 0 ? 1 : 0)
