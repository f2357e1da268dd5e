/**
 * Reads what responses report about rate limits. Hints only, because there may be a second limiter in front of the
 * service.
 */

import type { RateFacts as ReportedRate } from '../domain/request-report.ts'
import type { TraitValue } from './dialect.ts'
import { parseDate } from './read-time.ts'

/** `null` = not reported by the service. */
export interface RateFacts extends Required<ReportedRate> {
  /** Delay in ms, at least 1 s and at most a day; `null` without the header. */
  readonly retryAfterMs: number | null
}

export const UNKNOWN_RATE: RateFacts = { limit: null, remaining: null, resetMs: null, retryAfterMs: null }

/** Smaller reset values are seconds from now; from the second limit on they are milliseconds since epoch. */
const SMALLEST_EPOCH_S = 1_000_000_000
const SMALLEST_EPOCH_MS = 100_000_000_000

const HOLD_FLOOR_MS = 1_000
/** Longer delays are capped at a day. Until the end of the delay no request is sent (I8). */
const HOLD_CEILING_MS = 24 * 3_600_000
/** For a 429 without a valid time. */
const HOLD_DEFAULT_MS = 60_000

const clampDelay = (ms: number): number => Math.min(HOLD_CEILING_MS, Math.max(HOLD_FLOOR_MS, ms))

type Headers = Readonly<Record<string, string>>

/**
 * Reads Retry-After and X-RateLimit-* of one response, else the same without `X-`, else the items of `RateLimit`.
 * `receivedAt` is the local clock, ms since epoch.
 */
export function readRateFacts(headers: Headers, receivedAt: number): RateFacts {
  const item = readRateLimitItem(headers['ratelimit'], headers['ratelimit-policy'])
  const seconds = item?.resetSeconds ?? null
  return {
    limit: readCount(eitherOf(headers, 'limit')) ?? item?.limit ?? null,
    remaining: readCount(eitherOf(headers, 'remaining')) ?? item?.remaining ?? null,
    resetMs: readResetMs(headers, receivedAt) ?? (seconds === null ? null : seconds * 1_000),
    retryAfterMs: readRetryAfter(headers, receivedAt)
  }
}

/** Returns which headers of a response report a rate limit; `null` if none. `Retry-After` alone does not count. */
export function rateHeadersOf(headers: Headers): TraitValue<'rate.headers'> | null {
  const hasHeaders = (prefix: string): boolean =>
    ['limit', 'remaining', 'reset'].some((name) => headers[`${prefix}-${name}`] !== undefined)
  if (hasHeaders('x-ratelimit')) return 'x-ratelimit'
  if (hasHeaders('ratelimit')) return 'ratelimit'
  return headers['ratelimit'] === undefined ? null : 'items'
}

function eitherOf(headers: Headers, name: 'limit' | 'remaining' | 'reset'): string | undefined {
  return headers[`x-ratelimit-${name}`] ?? headers[`ratelimit-${name}`]
}

function readCount(text: string | undefined): number | null {
  // Stacked limiters write "60, 60;w=60", where the first number is the effective limit.
  const digits = /^\s*(\d{1,9})(?=\s*(?:[,;]|$))/.exec(text ?? '')?.[1]
  return digits === undefined ? null : Number(digits)
}

function readResetMs(headers: Headers, receivedAt: number): number | null {
  const text = eitherOf(headers, 'reset')?.trim() ?? ''
  if (!/^\d{1,15}(\.\d+)?$/.test(text)) return null
  const value = Number(text)
  if (value < SMALLEST_EPOCH_S) return value * 1_000
  const epochMs = value < SMALLEST_EPOCH_MS ? value * 1_000 : value
  return epochMs - serviceTime(headers, receivedAt)
}

function readRetryAfter(headers: Headers, receivedAt: number): number | null {
  const text = headers['retry-after']?.trim()
  if (text === undefined) return null
  if (/^\d+(\.\d+)?$/.test(text)) return clampDelay(Number(text) * 1_000)
  const date = readHttpDate(text)
  return date === null ? HOLD_DEFAULT_MS : clampDelay(date - serviceTime(headers, receivedAt))
}

/**
 * Returns the service's own time if reported, because a date refers to that clock, and the local one may be minutes
 * off.
 */
function serviceTime(headers: Headers, receivedAt: number): number {
  return readHttpDate(headers['date']?.trim() ?? '') ?? receivedAt
}

/** Reads a date of HTTP, ms since epoch. In its oldest form it has no zone, which is GMT as well. */
function readHttpDate(text: string): number | null {
  // Date.parse alone would read "-1" as a year, and a date without a zone in that of this computer.
  if (!/^[A-Za-z]{3,9},? .*\d{2}:\d{2}:\d{2}/.test(text)) return null
  const date = parseDate(/(?:[A-Za-z]|[+-]\d{4})$/.test(text) ? text : `${text} GMT`)
  return Number.isNaN(date) ? null : date
}

/** Returns the cooldown after a refusal for rate, in ms: as requested, else until the window ends, else the default. */
export function retryDelayMs({ retryAfterMs, resetMs }: RateFacts): number {
  return retryAfterMs ?? (resetMs === null ? HOLD_DEFAULT_MS : clampDelay(resetMs))
}

interface RateLimitItem {
  /** Requests per window; `null` if not reported. */
  readonly limit: number | null
  readonly remaining: number | null
  readonly resetSeconds: number | null
}

const ITEM = /^\s*"?([^";,]*)"?\s*((?:;[^;]*)*)$/
const MAX_ITEMS = 20

/** Returns the item with the least remaining; `null` if the header cannot be parsed. */
function readRateLimitItem(header: string | undefined, policy: string | undefined): RateLimitItem | null {
  if (header === undefined) return null
  const older = readOlderSyntax(header)
  if (older !== null) return older
  const limits = new Map(itemsOf(policy ?? '').map(({ name, parameters }) => [name, parameters.get('q') ?? null]))
  const items = itemsOf(header)
    .map(({ name, parameters }) => ({
      limit: limits.get(name) ?? null,
      remaining: parameters.get('r') ?? null,
      resetSeconds: parameters.get('t') ?? null
    }))
    .filter(({ remaining }) => remaining !== null)
  return items.toSorted((one, other) => (one.remaining ?? 0) - (other.remaining ?? 0))[0] ?? null
}

function readOlderSyntax(header: string): RateLimitItem | null {
  const fields = parametersOf(header.replaceAll(',', ';'))
  const remaining = fields.get('remaining')
  if (remaining === undefined) return null
  return { limit: fields.get('limit') ?? null, remaining, resetSeconds: fields.get('reset') ?? null }
}

interface Item {
  readonly name: string
  readonly parameters: ReadonlyMap<string, number>
}

function itemsOf(header: string): readonly Item[] {
  return header
    .split(',', MAX_ITEMS)
    .map((text) => ITEM.exec(text))
    .filter((found) => found !== null)
    .map(([, name = '', parameters = '']) => ({ name, parameters: parametersOf(parameters) }))
}

/** Parses `;r=50;t=30`; values that are not whole numbers of up to nine digits are left out. */
function parametersOf(text: string): ReadonlyMap<string, number> {
  const pairs = [...text.matchAll(/(?:^|;)\s*([a-z]+)\s*=\s*(\d{1,9})\s*(?=;|$)/gi)]
  return new Map(pairs.map(([, name = '', value]) => [name.toLowerCase(), Number(value)]))
}
