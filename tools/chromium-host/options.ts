/** The command line of the host: `cli.ts ROOT [arguments of the app]`. */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Switches of the host, which the app does not get. It gets those of Electron. */
const HOST_SWITCHES = ['--display', '--packaged']

interface PackageFile {
  readonly main?: string
  readonly name?: string
  readonly productName?: string
  readonly version?: string
}

export type HostOptions = ReturnType<typeof readHostOptions>

/** Throws if there is no built app. */
export function readHostOptions(commandLine: readonly string[], env: NodeJS.ProcessEnv) {
  // These precede the root on Electron's command line, and the host sets them on its own.
  const [first = '.', ...given] = commandLine.filter((part) => !/^--(no-sandbox$|host-resolver-rules=)/.test(part))
  const root = resolve(first)
  const described: PackageFile = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const port = valueOf(given, '--remote-debugging-port')
  const entry = join(root, described.main ?? 'index.js')
  if (!existsSync(entry)) throw new Error(`Nothing is built at ${entry}: run the build first`)
  return {
    /** The folder of package.json, absolute. */
    root,
    /** Entry of the built main process. */
    entry,
    name: described.productName ?? described.name ?? 'Electron',
    version: described.version ?? '0.0.0',
    /** The app's `process.argv` behind its own path. */
    appArguments: given.filter((part) => !HOST_SWITCHES.includes(part)),
    /** Whether to open a real window on the display. */
    isVisible: given.includes('--display'),
    isSystemDark: given.includes('--force-dark-mode'),
    /** Value of `app.isPackaged`. */
    isPackaged: given.includes('--packaged'),
    debuggingPort: port === null ? null : Number(port),
    locale: localeOf(env),
    userData: valueOf(given, '--user-data-dir'),
    /** How often a request that failed on a reused socket is sent again, as in Chromium; 0 for never. */
    resends: Number(env['CHROMIUM_RESENDS'] ?? 0)
  }
}

/** Returns the value of `--name=value`; `null` without one. */
const valueOf = (argv: readonly string[], name: string): string | null =>
  argv.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1) ?? null

function localeOf(env: NodeJS.ProcessEnv): string {
  const [language = ''] = (env['LC_ALL'] ?? env['LANG'] ?? '').split('.')
  const tag = language.replace('_', '-')
  return /^[a-z]{2,3}(-[A-Z]{2})?$/.test(tag) ? tag : 'en-US'
}
