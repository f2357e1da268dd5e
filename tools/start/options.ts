/** The command lines of `npm start` and `npm run dev`; help.txt beside each is what it shows before the packages are there. */
import { defineCommand, flag, number, path, type OptionsOf } from '../../drivers/command-line.ts'
import type { Shell } from '../../drivers/open-app.ts'
import { DEFAULT_IMAGES, DEFAULT_PROJECTS } from '../../src/reference-service/service-options.ts'

/** What both commands take. */
const SHARED = {
  images: number(`sample images (${DEFAULT_IMAGES})`, null, [1, 1_000_000]),
  perMinute: number('requests a minute that the service allows; 0 = no limit (600)', null, [0, 1_000_000]),
  noService: flag('no service: opens Proofsheet as it is, at first with the connect screen'),
  profile: path(
    'DIR',
    'keeps library and settings in DIR; without it they are removed at the end.\nA library in DIR that is connected already is opened as it is.'
  ),
  electron: flag('Electron or nothing; tries again to fetch its binary'),
  host: flag('the Chromium host, also when Electron is there'),
  headless: flag('no window on the display'),
  remoteDebuggingPort: number('for developer tools and tests; 0 = any free one', null, [0, 65_535])
}
const USUAL_PER_MINUTE = 600

type SharedOptions = OptionsOf<typeof SHARED>

export const START = defineCommand({
  name: 'npm start',
  about: 'Starts a local service with sample pictures and opens Proofsheet connected to it. Ctrl+C ends both.',
  options: {
    ...SHARED,
    projects: number(`sample projects (${DEFAULT_PROJECTS})`, null, [0, 100_000]),
    port: number('port of the service on this computer (any free one)', null, [1, 65_535]),
    screens: path('DIR', 'photographs every screen into DIR instead, light and dark, in three sizes, and ends')
  },
  result: 'Exit code 1: it could not be done; 2: bad input, or a port that cannot be had.',
  check: (options) => {
    const { screens, rest: _rest, ...others } = options
    const beside = Object.entries(others).find(([, value]) => value !== null && value !== false)
    if (screens !== null && beside !== undefined)
      return '--screens stands alone: it makes what it photographs. Leave out the others.'
    return (
      serviceProblem(options, [
        ['images', options.images],
        ['projects', options.projects],
        ['per-minute', options.perMinute],
        ['port', options.port]
      ]) ?? shellProblem(options)
    )
  }
})

export const DEV = defineCommand({
  name: 'npm run dev',
  about: 'Opens Proofsheet with hot reload, connected to a local service with sample pictures.',
  options: SHARED,
  result: `A change of the renderer shows at once, one of the preload loads the window again, one of main opens the program
again. Ctrl+C ends everything. Exit code 1: it could not be done; 2: bad input, or a port that cannot be had.`,
  check: (options) =>
    serviceProblem(options, [
      ['images', options.images],
      ['per-minute', options.perMinute]
    ]) ?? shellProblem(options)
})

function serviceProblem(
  { noService }: SharedOptions,
  given: readonly (readonly [name: string, value: number | null])[]
): string | null {
  const ofService = given.find(([, value]) => value !== null)
  if (!noService || ofService === undefined) return null
  return `--${ofService[0]} is about the service, and --no-service starts none: leave one of them out.`
}

const shellProblem = ({ electron, host }: SharedOptions): string | null =>
  electron && host ? '--electron and --host exclude each other: leave one of them out.' : null

export type StartOptions = OptionsOf<typeof START.options>
export type DevOptions = OptionsOf<typeof DEV.options>

/** null: Electron if it can be had without trouble. */
export function shellOf({ electron, host }: Pick<SharedOptions, 'electron' | 'host'>): Shell | null {
  if (electron) return 'electron'
  return host ? 'host' : null
}

export const perMinuteOf = ({ perMinute }: Pick<SharedOptions, 'perMinute'>): number => perMinute ?? USUAL_PER_MINUTE
