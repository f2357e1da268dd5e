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
const HOST_SWITCHES = ['--display', '--headless', '--print-hashes', '--chromium-resends', '--packaged']
const USUAL_RESENDS = 1

interface PackageFile {
  readonly main?: string
  readonly name?: string
  readonly productName?: string
  readonly version?: string
}

/** Throws with a sentence when no built app is there. */
export function readHostOptions(commandLine: readonly string[], env: NodeJS.ProcessEnv): HostOptions {
  // Electron is given it before everything else; the host decides that by itself.
  const argv = commandLine.filter((part) => part !== '--no-sandbox')
  const [first] = argv
  const hasPlace = first !== undefined && !first.startsWith('--')
  const root = findRoot(resolve(hasPlace ? first : '.'))
  const given = hasPlace ? argv.slice(1) : argv
  const described: PackageFile = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const entry = join(root, described.main ?? 'index.js')
  if (!existsSync(entry)) throw new Error(`Nothing is built at ${entry}: run the build first`)
  const resends = valueOf(given, '--chromium-resends') ?? env['CHROMIUM_RESENDS']
  return {
    root,
    entry,
    outFolder: dirname(dirname(entry)),
    name: described.productName ?? described.name ?? 'Electron',
    version: described.version ?? '0.0.0',
    appArguments: given.filter((part) => !HOST_SWITCHES.includes(part.split('=')[0] ?? '')),
    isVisible: given.includes('--display') && !given.includes('--headless'),
    isSystemDark: given.includes('--force-dark-mode'),
    isPackaged: given.includes('--packaged'),
    debuggingPort: numberOf(valueOf(given, '--remote-debugging-port')),
    locale: valueOf(given, '--lang') ?? localeOf(env),
    userData: valueOf(given, '--user-data-dir'),
    resends: resends === '' ? USUAL_RESENDS : (numberOf(resends ?? null) ?? 0),
    printsHashes: given.includes('--print-hashes')
  }
}

/** The app root itself, or its `out` folder. */
function findRoot(place: string): string {
  if (existsSync(join(place, 'package.json'))) return place
  if (existsSync(join(place, '..', 'package.json'))) return dirname(place)
  throw new Error(`No package.json in ${place} or above it`)
}

/** `--name=value`, or '' for the bare switch; null when it is not given. */
function valueOf(argv: readonly string[], name: string): string | null {
  const part = argv.find((one) => one === name || one.startsWith(`${name}=`))
  return part === undefined ? null : part.slice(name.length + 1)
}

function numberOf(text: string | null): number | null {
  if (text === null || text === '') return null
  const value = Number(text)
  return Number.isInteger(value) ? value : null
}

function localeOf(env: NodeJS.ProcessEnv): string {
  const [language = ''] = (env['LC_ALL'] ?? env['LANG'] ?? '').split('.')
  const tag = language.replace('_', '-')
  return /^[a-z]{2,3}(-[A-Z]{2})?$/.test(tag) ? tag : 'en-US'
}
