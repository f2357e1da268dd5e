/** Ids of images on the wire, both ways. */
import type { ServiceDialect } from './switches.ts'

type IdStyle = ServiceDialect['ids']

/** The first number that a double cannot tell from its neighbor. */
const HUGE = 9_007_199_254_740_992n

/** The id as records carry it. */
export function writeId(style: IdStyle, id: number): number | string | bigint {
  if (style === 'text') return String(id)
  if (style === 'uuid') return uuidOf(id)
  return style === 'huge' ? HUGE + BigInt(id) : id
}

/** The id that a path names; 0, which no record has, when it can be none. */
export function readId(style: IdStyle, text: string): number {
  if (style === 'uuid') {
    const id = Number.parseInt(text.slice(-12), 16)
    return uuidOf(id) === text ? id : 0
  }
  if (!/^[1-9]\d{0,18}$/.test(text)) return 0
  const id = style === 'huge' ? BigInt(text) - HUGE : BigInt(text)
  return id > 0n && id <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(id) : 0
}

/** Begins with scrambled digits, so that the order of the texts is not the order of creation. */
function uuidOf(id: number): string {
  const scrambled = (Math.imul(id, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0')
  return `${scrambled}-${scrambled.slice(0, 4)}-4${scrambled.slice(4, 7)}-8${scrambled.slice(1, 4)}-${id.toString(16).padStart(12, '0')}`
}
