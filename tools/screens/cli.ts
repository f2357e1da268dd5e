/**
 * `npm run screens -- --out DIR [--only WORD]`: photographs every screen and every sentence of trouble, light and dark,
 * large and small, and holds it against the rules of accessibility. One line for each picture and each violation, then
 * `N screens, N violations`; exit 1 when a sentence was not on screen or a rule is violated.
 */
import { mkdir } from 'node:fs/promises'
import { wordsOrExit } from '../../drivers/command-line.ts'
import { HELP, readOptions } from './options.ts'

const { out, only } = wordsOrExit({ command: 'npm run screens', help: HELP, read: readOptions })
await mkdir(out, { recursive: true })
// Only now: it takes long to load, and help needs none of it.
const { photographAll } = await import('./photograph.ts')
const { screens, violations, missing } = await photographAll({ out, only, tell: (line) => console.log(line) })
for (const name of missing) console.error(`Not on screen: ${name}`)
console.log(`${screens} screens, ${violations} violations`)
process.exit(missing.length > 0 || violations > 0 || screens === 0 ? 1 : 0)
