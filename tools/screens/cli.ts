/**
 * `npm run screens -- --out DIR [--only WORD]`: photographs every screen and every sentence of trouble, light and dark,
 * large and small. One line for each picture, then `N pictures`; exit 1 when a sentence was not on screen.
 */
import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { UsageError, wordsOrExit } from '../../drivers/command-line.ts'
import { photographAll } from './photograph.ts'

const HELP = `npm run screens -- --out DIR   photographs every screen and every sentence of trouble, light and dark, large and small
  --only WORD    only scenes with this in their name`

interface ScreensOptions {
  readonly out: string
  readonly only: string
}

function readOptions(args: readonly string[]): ScreensOptions | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      out: { type: 'string' },
      only: { type: 'string', default: '' },
      help: { type: 'boolean', default: false }
    }
  })
  if (values.help) return null
  if (values.out === undefined) throw new UsageError('--out DIR is needed.')
  return { out: resolve(values.out), only: values.only }
}

const { out, only } = wordsOrExit({ command: 'npm run screens', help: HELP, read: readOptions })
await mkdir(out, { recursive: true })
const { pictures, missing } = await photographAll({ out, only, tell: (line) => console.log(line) })
for (const name of missing) console.error(`Not on screen: ${name}`)
console.log(`${pictures} pictures`)
process.exit(missing.length > 0 || pictures === 0 ? 1 : 0)
