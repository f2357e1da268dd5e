/** Counts on the wire. */
import type { ServiceDialect } from './switches.ts'

export const writeCount = ({ numbers }: ServiceDialect, count: number): number | string =>
  numbers === 'text' ? String(count) : count

/** The page size, which older services give back as the text that was sent. */
export const writeSize = ({ numbers }: ServiceDialect, size: number): number | string =>
  numbers === 'number' ? size : String(size)
