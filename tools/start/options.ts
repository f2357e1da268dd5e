/**
 * The command lines of `npm start` and `npm run dev`. Without packages their help is in help.txt; see
 * setup/prepare.mjs.
 */
import { once } from 'node:events'
import { createServer } from 'node:net'
import { defineCommand, flag, number, path, type OptionsOf } from '../../drivers/command-line.ts'
import type { Shell } from '../../drivers/chosen-shell.ts'
import { DEFAULT_IMAGES, DEFAULT_PROJECTS } from '../../src/reference-service/service-options.ts'
import { CliError } from '../setup/cli-error.mjs'

/** Options of both commands. */
const SHARED = {
  images: number(`sample images (${DEFAULT_IMAGES})`, null, [1, 1_000_000]),
  perMinute: number('requests per minute that the service allows; 0 for no limit (600)', null, [0, 1_000_000]),
  noService: flag('opens Proofsheet without a service, first with the connect screen'),
  profile: path(
    'DIR',
    'keeps library and settings in DIR; without it they are removed at the end.\nA library in DIR that is already connected is opened unchanged.'
  ),
  electron: flag('requires Electron, and retries its download'),
  host: flag('uses the Chromium host even if Electron is available'),
  headless: flag('opens no window on the display'),
  remoteDebuggingPort: number('for developer tools and tests; 0 for any free port', null, [0, 65_535])
}
const DEFAULT_PER_MINUTE = 600

type SharedOptions = OptionsOf<typeof SHARED>

export const START = defineCommand({
  name: 'npm start',
  about: 'Opens Proofsheet with a local service of sample images. Ctrl+C ends both.',
  options: {
    ...SHARED,
    projects: number(`sample projects (${DEFAULT_PROJECTS})`, null, [0, 100_000]),
    port: number('local port of the service (any free one)', null, [1, 65_535])
  },
  result: 'Exit code 1: failed; 2: invalid input, or a port that is not available.',
  check: problemOf
})

export const DEV = defineCommand({
  name: 'npm run dev',
  about: 'Opens Proofsheet with hot reload and a local service of sample images.',
  options: SHARED,
  result: `Changes of the renderer show immediately, those of the preload reload the window, and those of main restart the app.
Ctrl+C ends everything. Exit code 1: failed; 2: invalid input, or a port that is not available.`,
  check: problemOf
})

/** Returns a sentence for options that exclude each other, or `null`. */
function problemOf(options: SharedOptions & { readonly projects?: number | null; readonly port?: number | null }) {
  const { noService, electron, host, images, projects = null, perMinute, port = null } = options
  const ofService = Object.entries({ images, projects, 'per-minute': perMinute, port })
  const [name] = ofService.find(([, value]) => value !== null) ?? []
  if (noService && name !== undefined)
    return `--${name} requires a service, and --no-service starts none. Leave out one of them.`
  return electron && host ? '--electron and --host exclude each other. Leave out one of them.' : null
}

export type StartOptions = OptionsOf<typeof START.options>
export type DevOptions = OptionsOf<typeof DEV.options>

/** Returns `null` for Electron if available. */
export function shellOf({ electron, host }: Pick<SharedOptions, 'electron' | 'host'>): Shell | null {
  if (electron) return 'electron'
  return host ? 'host' : null
}

export const perMinuteOf = ({ perMinute }: Pick<SharedOptions, 'perMinute'>): number => perMinute ?? DEFAULT_PER_MINUTE

/** Throws `CliError` with the name of the option if the port is not available. */
export async function requireFreePort(port: number | null, option: string): Promise<void> {
  if (port === null || port === 0) return
  const server = createServer()
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  } catch (error) {
    throw portError(error, port, option) ?? error
  } finally {
    server.close()
  }
}

/** Returns the error for a port that is not available, or `null` for other errors. */
export function portError(error: unknown, port: number, option: string): CliError | null {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'EADDRINUSE')
    return new CliError(
      `Port ${port} is in use by another program. Quit that program, or choose another port with ${option}.`,
      2
    )
  if (code === 'EACCES')
    return new CliError(
      `Port ${port} requires permissions that you don’t have. Choose a port above 1023 with ${option}.`,
      2
    )
  return null
}
