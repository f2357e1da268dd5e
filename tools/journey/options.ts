/** What a journey can be told on the command line. */
import { parseArgs } from 'node:util'
import { UsageError, wholeNumber } from '../../drivers/command-line.ts'

export interface JourneyOptions {
  /** Records the service holds. */
  readonly images: number
  /** Requests a minute the service allows; 0 = unlimited. */
  readonly perMinute: number
  /** Same seed, same records and same faults. */
  readonly seed: number
  /** Star one style, or every record. */
  readonly select: 'style' | 'all'
  /** Adds a rename, a create, deletions, a second kill and a key that is replaced. */
  readonly isFull: boolean
  /** Share of all requests that meet a fault, 0 to 1. */
  readonly faults: number
  /** The host sends again what died on a kept socket, as Chromium does. */
  readonly isResending: boolean
}

/** From this many records on everything is selected: the journey then measures the size of one action. */
const ALL_FROM = 10_000
/** More than this is no service any more. */
const MAX_FAULTS = 0.5

export const HELP = `npm run journey         stars thousands of images in the built program, with a kill and a lost network on the way
  --images N     records that the service holds (3000)
  --per-minute N requests that it lets through; 0 = no limit (0)
  --seed S       same seed, same records and same faults (1)
  --select WHAT  style: one style; all: every record (all from 10000 records on)
  --full         also a rename, a create, deletions, a second kill and a key that is replaced
  --faults F     share of all requests that meet a fault, up to 0.5 (0)
  --resend       the host sends again what died on a kept socket, as Chromium does

Prints one line of JSON. Exit code 1: the service and the library differ.`

interface SelectWords {
  readonly text: string | undefined
  readonly images: number
  readonly isFull: boolean
}

function readSelect({ text, images, isFull }: SelectWords): JourneyOptions['select'] {
  if (isFull && text === 'all') throw new UsageError('--full stars one style: what it deletes must not be starred.')
  if (text === undefined) return images >= ALL_FROM && !isFull ? 'all' : 'style'
  if (text !== 'all' && text !== 'style') throw new UsageError(`--select takes "style" or "all", not "${text}".`)
  return text
}

function readFaults(text: string): number {
  const share = /^(0|0?\.\d+)$/.test(text) ? Number(text) : Number.NaN
  if (!(share <= MAX_FAULTS)) throw new UsageError(`--faults takes a share from 0 to ${MAX_FAULTS}, not "${text}".`)
  return share
}

/** null: help is wanted. Throws UsageError, or a TypeError with a code for an unknown option. */
export function readOptions(args: readonly string[]): JourneyOptions | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      images: { type: 'string', default: '3000' },
      'per-minute': { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
      select: { type: 'string' },
      full: { type: 'boolean', default: false },
      faults: { type: 'string', default: '0' },
      resend: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false }
    }
  })
  if (values.help) return null
  const images = wholeNumber('images', values.images)
  if (images < 10 || images > 1_000_000) throw new UsageError('--images takes a number from 10 to 1000000.')
  return {
    images,
    perMinute: wholeNumber('per-minute', values['per-minute']),
    seed: wholeNumber('seed', values.seed),
    select: readSelect({ text: values.select, images, isFull: values.full }),
    isFull: values.full,
    faults: readFaults(values.faults),
    isResending: values.resend
  }
}
