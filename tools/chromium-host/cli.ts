/**
 * Runs a built Electron app on Node and Chromium:
 * `node tools/chromium-host/cli.ts [app root or out folder] [--display] [--print-hashes] [arguments of the app]`.
 */
import { readHostOptions } from './options.ts'
import { startHost } from './start-host.ts'

try {
  await startHost(readHostOptions(process.argv.slice(2), process.env))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  process.exit(1)
}
