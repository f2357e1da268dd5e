/** The command line of `npm run journey`. */
import { defineCommand, flag, number, oneOf, type Option, type OptionsOf } from '../../drivers/command-line.ts'
import { CliError } from '../setup/cli-error.mjs'

/** From this many records on everything is selected: the journey then measures the size of one action. */
const ALL_FROM = 10_000
/** With more faults it is no service anymore. */
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
  about: 'Stars thousands of images in the built program, with a kill and a lost network on the way.',
  options: {
    images: number('records that the service holds', 3000, [10, 1_000_000]),
    perMinute: number('requests that it lets through; 0 = no limit', 0),
    seed: number('same seed, same records and same faults', 1),
    select: oneOf(['style', 'all'], `style: one style; all: every record (all from ${ALL_FROM} records on)`),
    full: flag('also a rename, a create, deletions, a second kill and a key that is replaced'),
    faults: share(`share of all requests that meet a fault, up to ${MAX_FAULTS} (0)`),
    resend: flag('the host sends again what died on a kept socket, as Chromium does')
  },
  result: 'Prints one line of JSON. Exit code 1: the service and the library differ.',
  check: ({ full, select }) =>
    full && select === 'all' ? '--full stars one style: what it deletes must not be starred.' : null
})

export type JourneyOptions = OptionsOf<typeof JOURNEY.options>

/** Whether every record is starred, and not one style. */
export const starsAll = ({ select, images, full }: JourneyOptions): boolean =>
  select === 'all' || (select === null && images >= ALL_FROM && !full)
