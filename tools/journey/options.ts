/** What a journey can be told on the command line. */
import { parseArgs } from 'node:util'

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

/** Thrown for words that a person typed wrong; its message is the sentence to show. */
export class UsageError extends Error {}

function wholeNumber(name: string, text: string): number {
  if (!/^\d+$/.test(text)) throw new UsageError(`--${name} takes a whole number, not "${text}".`)
  return Number(text)
}

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

/** Reads the arguments of `npm run journey --`; throws UsageError. */
export function readOptions(args: readonly string[]): JourneyOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      images: { type: 'string', default: '3000' },
      'per-minute': { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
      select: { type: 'string' },
      full: { type: 'boolean', default: false },
      faults: { type: 'string', default: '0' },
      resend: { type: 'boolean', default: false }
    }
  })
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
