/**
 * `npm run mutants`: changes the rules of domain and outbox in small ways, one at a time, and runs the tests that reach
 * the change: one of them must fail. Ends with a table and one line; exit 1 when too few were noticed or the list of
 * those that are the same program is not exact; 2 on words it cannot take.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { wordsOrExit } from '../../drivers/command-line.ts'
import { HELP, readOptions } from './options.ts'
import { allParts, pickParts } from './scope.ts'
import { tellVerdict } from './tell.ts'
import { tryMutants } from './try-mutants.ts'
import { isGood, judge, type EquivalentList } from './verdict.ts'

const ROOT = join(import.meta.dirname, '../..')

const { files: patterns, workers } = wordsOrExit({ command: 'npm run mutants', help: HELP, read: readOptions })
const parts = pickParts(allParts(ROOT), patterns)
if (parts.length === 0) {
  console.error(`No file of domain and outbox fits ${patterns.join(' or ')}.\nSee npm run mutants -- --help`)
  process.exit(2)
}
const startedAt = performance.now()
const list = JSON.parse(readFileSync(join(import.meta.dirname, 'equivalent.json'), 'utf8')) as EquivalentList
const mutants = parts.flatMap((part) => tryMutants(ROOT, part, workers))
const files = parts.flatMap((part) => part.files)
const verdict = judge(mutants, files, list)
for (const line of tellVerdict(verdict, (performance.now() - startedAt) / 1000)) console.log(line)
process.exit(isGood(verdict) ? 0 : 1)
