/** `npm run build:needed`: what other commands do before they open the program. Exit 1 with what the build said. */
import { resolve } from 'node:path'
import { CliError } from '../setup/cli-error.mjs'
import { buildWhenNeeded } from './build.ts'

try {
  await buildWhenNeeded(resolve(import.meta.dirname, '../..'), (sentence) => console.log(sentence))
} catch (error) {
  console.error(error instanceof CliError ? error.message : error)
  process.exitCode = 1
}
