/** The command line of `npm start`; help.txt is what a person reads about it. */
import { resolve } from 'node:path'
import {
  Problem,
  readCommandLine,
  refuseWithoutService,
  shellOf,
  wholeNumber,
  type Given,
  type ReadOptions
} from './command-line.ts'

export interface StartOptions {
  /** null: as many as usual. */
  readonly images: number | null
  readonly projects: number | null
  /** Requests a minute; 0 = unlimited. */
  readonly perMinute: number
  /** Of the service; null = any free one. */
  readonly port: number | null
  readonly hasService: boolean
  /** Absolute; null = a temporary one. */
  readonly profile: string | null
  /** null = the person does not mind. */
  readonly shell: 'electron' | 'host' | null
  readonly isHeadless: boolean
  /** null = none is told; 0 = any free one. */
  readonly debuggingPort: number | null
  /** Absolute; photographs instead of a start. */
  readonly screens: string | null
}

export const OPTIONS = {
  images: { type: 'string' },
  projects: { type: 'string' },
  'per-minute': { type: 'string' },
  port: { type: 'string' },
  'no-service': { type: 'boolean' },
  profile: { type: 'string' },
  electron: { type: 'boolean' },
  host: { type: 'boolean' },
  headless: { type: 'boolean' },
  'remote-debugging-port': { type: 'string' },
  screens: { type: 'string' },
  help: { type: 'boolean', short: 'h' }
} as const

type Name = keyof typeof OPTIONS

/** What each number may be, for every command that takes it. */
export const RANGES = {
  images: [1, 1_000_000],
  projects: [0, 100_000],
  'per-minute': [0, 1_000_000],
  port: [1, 65_535],
  'remote-debugging-port': [0, 65_535]
} as const
export const USUAL_PER_MINUTE = 600

/** `place` is the folder that relative paths are of. */
export const readOptions = (argv: readonly string[], place: string): ReadOptions<StartOptions> =>
  readCommandLine(argv, { command: 'npm start', table: OPTIONS, take: (given) => optionsOf(given, place) })

function optionsOf(given: Given<Name>, place: string): StartOptions {
  refuseWithoutService(given, ['images', 'projects', 'per-minute', 'port'])
  const shell = shellOf(given)
  refuseBesideScreens(given)
  const number = (name: keyof typeof RANGES): number | null => wholeNumber(given, name, RANGES[name])
  const path = (name: 'profile' | 'screens'): string | null => {
    const text = given[name]
    return typeof text === 'string' ? resolve(place, text) : null
  }
  return {
    images: number('images'),
    projects: number('projects'),
    perMinute: number('per-minute') ?? USUAL_PER_MINUTE,
    port: number('port'),
    hasService: given['no-service'] !== true,
    profile: path('profile'),
    shell,
    isHeadless: given.headless === true,
    debuggingPort: number('remote-debugging-port'),
    screens: path('screens')
  }
}

function refuseBesideScreens(given: Given<Name>): void {
  const other = Object.keys(given).find((name) => name !== 'screens')
  if ('screens' in given && other !== undefined)
    throw new Problem(`--screens stands alone: it makes what it photographs. Leave out --${other}.`)
}
