/** The `results` of a record: a list of texts or of objects with `url`, as far as is known. */
import type { ResultsValue } from '../domain/service-records.ts'
import { isObject } from './read-fields.ts'
import { isWithinDepth } from './keep-other.ts'

/**
 * null reads as a list known to be empty; one text as a list of one; an object with numbered keys as the list that
 * the service meant. undefined: not readable, or too deep to be kept.
 */
export function readResults(value: unknown): ResultsValue | undefined {
  const list = asList(value)
  return list !== undefined && isWithinDepth(list) ? list : undefined
}

function asList(value: unknown): ResultsValue | undefined {
  if (Array.isArray(value)) return value
  if (value === null || value === '') return []
  if (typeof value === 'string') return [value]
  if (!isObject(value)) return undefined
  const keys = Object.keys(value)
  return keys.every((key) => /^\d{1,9}$/.test(key)) ? keys.map((key) => value[key]) : undefined
}
