/** The command line of the host: `cli.ts [app root or out folder] [arguments of the app]`. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

export interface HostOptions {
  /** The folder of package.json. */
  readonly root: string
  /** Entry of the built main process. */
  readonly entry: string
  /** Where the three bundles lie. */
  readonly outFolder: string
  readonly name: string
  readonly version: string
  /** What the app finds in `process.argv` after its own path. */
  readonly appArguments: readonly string[]
  /** A real window on the display. */
  readonly isVisible: boolean
  readonly isSystemDark: boolean
  /** What `app.isPackaged` says. */
  readonly isPackaged: boolean
  readonly debuggingPort: number | null
  readonly locale: string
  readonly userData: string | null
  /** How often a request that died on a reused socket is sent again, as Chromium does; 0 = never. */
  readonly resends: number
  readonly printsHashes: boolean
}

/** Switches of the host itself; the app does not see them. The others are Electron's own, and it does. */
const HOST_SWITCHES = ['--display', '--print-hashes', '--packaged']

interface PackageFile {
  readonly main?: string
  readonly name?: string
  readonly productName?: string
  readonly version?: string
}

/** Throws with a sentence when no built app is there. */
export function readHostOptions(commandLine: readonly string[], env: NodeJS.ProcessEnv): HostOptions {
  // Electron is given them before everything else; the host decides these on its own.
  const argv = commandLine.filter((part) => !/^--(no-sandbox$|host-resolver-rules=)/.test(part))
  const [first] = argv
  const hasPlace = first !== undefined && !first.startsWith('--')
  const root = findRoot(resolve(hasPlace ? first : '.'))
  const given = hasPlace ? argv.slice(1) : argv
  const described: PackageFile = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const port = valueOf(given, '--remote-debugging-port')
  const entry = join(root, described.main ?? 'index.js')
  if (!existsSync(entry)) throw new Error(`Nothing is built at ${entry}: run the build first`)
  return {
    root,
    entry,
    outFolder: dirname(dirname(entry)),
    name: described.productName ?? described.name ?? 'Electron',
    version: described.version ?? '0.0.0',
    appArguments: given.filter((part) => !HOST_SWITCHES.includes(part.split('=')[0] ?? '')),
    isVisible: given.includes('--display'),
    isSystemDark: given.includes('--force-dark-mode'),
    isPackaged: given.includes('--packaged'),
    debuggingPort: port === null ? null : Number(port),
    locale: localeOf(env),
    userData: valueOf(given, '--user-data-dir'),
    resends: Number(env['CHROMIUM_RESENDS'] ?? 0),
    printsHashes: given.includes('--print-hashes')
  }
}

/** The app root itself, or its `out` folder. */
function findRoot(place: string): string {
  if (existsSync(join(place, 'package.json'))) return place
  if (existsSync(join(place, '..', 'package.json'))) return dirname(place)
  throw new Error(`No package.json in ${place} or above it`)
}

/** `--name=value`; null when it is not given. */
const valueOf = (argv: readonly string[], name: string): string | null =>
  argv.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1) ?? null

function localeOf(env: NodeJS.ProcessEnv): string {
  const [language = ''] = (env['LC_ALL'] ?? env['LANG'] ?? '').split('.')
  const tag = language.replace('_', '-')
  return /^[a-z]{2,3}(-[A-Z]{2})?$/.test(tag) ? tag : 'en-US'
}
