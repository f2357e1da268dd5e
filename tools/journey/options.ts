/** The command line of `npm run journey`. */
import { defineCommand, flag, number, oneOf, type Option, type OptionsOf } from '../../drivers/command-line.ts'
import { CliError } from '../setup/cli-error.mjs'

/** From this number of images all are selected, to measure one large action. */
const ALL_FROM = 10_000
/** A service with more faults is unusable. */
const MAX_FAULTS = 0.5

const share = (help: string): Option<number> => ({
  type: 'string',
  placeholder: 'F',
  help,
  read: (typed, name) => {
    const last = typed.at(-1) ?? '0'
    const value = /^(0|0?\.\d+)$/.test(last) ? Number(last) : Number.NaN
    if (value <= MAX_FAULTS) return value
    throw new CliError(`${name} takes a share from 0 to ${MAX_FAULTS}, not "${last}".`)
  }
})

export const JOURNEY = defineCommand({
  name: 'npm run journey',
  about: 'Adds thousands of favorites in the built app, which is killed and loses the network on the way.',
  options: {
    images: number('images of the service', 3000, [10, 1_000_000]),
    perMinute: number('requests per minute that it allows; 0 for no limit', 0),
    seed: number('the same seed creates the same records and faults', 1),
    select: oneOf(['style', 'all'], `style: one style; all: every image (default from ${ALL_FROM} images)`),
    full: flag('also renames, creates, deletes, replaces the key, and kills the app again'),
    faults: share(`share of requests with a fault, up to ${MAX_FAULTS} (0)`),
    resend: flag('the host sends requests again that failed on a reused socket, like Chromium')
  },
  result: 'Prints one line of JSON. Exit code 1: the service and the library differ.',
  check: ({ full, select }) =>
    full && select === 'all' ? '--full favorites one style, because it deletes others.' : null
})

export type JourneyOptions = OptionsOf<typeof JOURNEY.options>

/** Whether every image becomes a favorite instead of one style. */
export const favoritesAll = ({ select, images, full }: JourneyOptions): boolean =>
  select === 'all' || (select === null && images >= ALL_FROM && !full)
