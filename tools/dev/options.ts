/** The command line of `npm run dev`; help.txt tells of it. What is also an option of `npm start` is read as it is there. */
import { resolve } from 'node:path'
import { DEFAULT_IMAGES } from '../../src/reference-service/service-options.ts'
import {
  readCommandLine,
  refuseWithoutService,
  shellOf,
  wholeNumber,
  type Given,
  type ReadOptions
} from '../start/command-line.ts'
import { RANGES, USUAL_PER_MINUTE } from '../start/options.ts'

export interface DevOptions {
  /** Absolute; null: a temporary one, removed at the end. */
  readonly profile: string | null
  /** false: the connect screen, and nothing is started beside the program. */
  readonly hasService: boolean
  readonly images: number
  /** Requests a minute that the service lets through; 0 = unlimited. */
  readonly perMinute: number
  readonly isHeadless: boolean
  /** null: Electron where its binary is, else the Chromium host. */
  readonly shell: 'electron' | 'host' | null
  /** 0: any free one. */
  readonly debuggingPort: number
}

export const OPTIONS = {
  'no-service': { type: 'boolean' },
  images: { type: 'string' },
  'per-minute': { type: 'string' },
  profile: { type: 'string' },
  electron: { type: 'boolean' },
  host: { type: 'boolean' },
  headless: { type: 'boolean' },
  'remote-debugging-port': { type: 'string' },
  help: { type: 'boolean', short: 'h' }
} as const

type Name = keyof typeof OPTIONS

/** Relative folders are of `from`, the place the person calls from. */
export const readDevOptions = (argv: readonly string[], from: string): ReadOptions<DevOptions> =>
  readCommandLine(argv, { command: 'npm run dev', table: OPTIONS, take: (given) => optionsOf(given, from) })

function optionsOf(given: Given<Name>, from: string): DevOptions {
  refuseWithoutService(given, ['images', 'per-minute'])
  const number = (name: Name & keyof typeof RANGES): number | null => wholeNumber(given, name, RANGES[name])
  return {
    profile: typeof given.profile === 'string' ? resolve(from, given.profile) : null,
    hasService: given['no-service'] !== true,
    images: number('images') ?? DEFAULT_IMAGES,
    perMinute: number('per-minute') ?? USUAL_PER_MINUTE,
    isHeadless: given.headless === true,
    shell: shellOf(given),
    debuggingPort: number('remote-debugging-port') ?? 0
  }
}
