/**
 * The `RateLimit` header of the IETF drafts: named items with `r` (left) and `t` (seconds until more), and their limits
 * as `q` in `RateLimit-Policy`; in the older form `limit=…, remaining=…, reset=…`.
 */

export interface RateLimitItem {
  /** Requests a window; null where it is not told. */
  readonly limit: number | null
  readonly remaining: number | null
  readonly resetSeconds: number | null
}

const ITEM = /^\s*"?([^";,]*)"?\s*((?:;[^;]*)*)$/
const MAX_ITEMS = 20

/** The item that leaves the least; null where the header says nothing that can be read. */
export function readRateLimitItem(header: string | undefined, policy: string | undefined): RateLimitItem | null {
  if (header === undefined) return null
  const older = readOlder(header)
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

function readOlder(header: string): RateLimitItem | null {
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

/** `;r=50;t=30`; what is no whole number of up to nine digits is left out. */
function parametersOf(text: string): ReadonlyMap<string, number> {
  const pairs = [...text.matchAll(/(?:^|;)\s*([a-z]+)\s*=\s*(\d{1,9})\s*(?=;|$)/gi)]
  return new Map(pairs.map(([, name = '', value]) => [name.toLowerCase(), Number(value)]))
}
