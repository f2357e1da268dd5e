/**
 * Runs a built Electron app on Node and Chromium: `node tools/chromium-host/cli.ts ROOT [arguments]`; see README.md.
 */
import { readHostOptions } from './options.ts'
import { startHost } from './start-host.ts'

try {
  await startHost(readHostOptions(process.argv.slice(2), process.env))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  process.exit(1)
}
