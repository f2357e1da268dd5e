/** What a journey can be told on the command line. */
import { parseArgs } from 'node:util'

export interface JourneyOptions {
  /** Records the service holds. */
  readonly images: number
  /** Requests a minute the service allows; 0 = unlimited. */
  readonly perMinute: number
  /** Same seed, same records. */
  readonly seed: number
  /** Star one style, or every record. */
  readonly select: 'style' | 'all'
}

/** From this many records on everything is selected: the journey then measures the size of one action. */
const ALL_FROM = 10_000

/** Thrown for words that a person typed wrong; its message is the sentence to show. */
export class UsageError extends Error {}

function wholeNumber(name: string, text: string): number {
  if (!/^\d+$/.test(text)) throw new UsageError(`--${name} takes a whole number, not "${text}".`)
  return Number(text)
}

function readSelect(text: string | undefined, images: number): JourneyOptions['select'] {
  if (text === undefined) return images >= ALL_FROM ? 'all' : 'style'
  if (text !== 'all' && text !== 'style') throw new UsageError(`--select takes "style" or "all", not "${text}".`)
  return text
}

/** Reads the arguments of `npm run journey --`; throws UsageError. */
export function readOptions(args: readonly string[]): JourneyOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      images: { type: 'string', default: '3000' },
      'per-minute': { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
      select: { type: 'string' }
    }
  })
  const images = wholeNumber('images', values.images)
  if (images < 10 || images > 1_000_000) throw new UsageError('--images takes a number from 10 to 1000000.')
  return {
    images,
    perMinute: wholeNumber('per-minute', values['per-minute']),
    seed: wholeNumber('seed', values.seed),
    select: readSelect(values.select, images)
  }
}
