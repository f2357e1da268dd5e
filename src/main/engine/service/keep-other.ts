/** Fields this version does not know: kept as sent and shown raw, within what can be stored and walked. */
import type { JsonObject } from './read-fields.ts'

/** Deeper values overflow the stack of whoever walks them later. */
const MAX_DEPTH = 32
const TOO_DEEP = '[nested too deep to keep]'

/** Every member that `isTaken` does not claim, under its own name (also one called `__proto__`). */
export function keepOther(raw: JsonObject, isTaken: (key: string) => boolean): Readonly<Record<string, unknown>> {
  const kept = Object.entries(raw).filter(([key]) => !isTaken(key))
  return Object.fromEntries(kept.map(([key, value]) => [key, isWithinDepth(value) ? value : TOO_DEEP]))
}

/** Whether a value nests no deeper than can be kept. */
export function isWithinDepth(value: unknown, left: number = MAX_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (left === 0) return false
  return Object.values(value).every((inner) => isWithinDepth(inner, left - 1))
}
