/** Decides which redirects the connection test may follow. Pure. */

export const MAX_HOPS = 5

/**
 * Allows redirects within an origin, or from http to https on one host, so that the key never goes to another host or
 * from https to http. Any other target is shown for confirmation instead.
 */
export function mayFollow(from: string, to: string): boolean {
  if (!URL.canParse(to)) return false
  const source = new URL(from)
  const target = new URL(to)
  if (target.username !== '' || target.password !== '') return false
  if (source.origin === target.origin) return true
  return source.protocol === 'http:' && target.protocol === 'https:' && source.hostname === target.hostname
}

/** Returns origin and path of a URL without its query, which may contain tokens; `null` if it is invalid. */
export function shownLocation(url: string): string | null {
  if (!URL.canParse(url)) return null
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname}`
}
