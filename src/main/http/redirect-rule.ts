/** Where the connection test may follow a redirect to. Pure. */

export const MAX_HOPS = 5

/**
 * The key goes on to the same origin, or from http to https on the same host: never to another host, never
 * down to http. Anything else is not followed at all, it is shown and asked about.
 */
export function mayFollow(from: string, to: string): boolean {
  if (!URL.canParse(to)) return false
  const source = new URL(from)
  const target = new URL(to)
  if (target.username !== '' || target.password !== '') return false
  if (source.origin === target.origin) return true
  return source.protocol === 'http:' && target.protocol === 'https:' && source.hostname === target.hostname
}

/** Origin and path of an address: what may be shown of a redirect, since a query can carry tokens. */
export function shownLocation(url: string): string | null {
  if (!URL.canParse(url)) return null
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname}`
}
