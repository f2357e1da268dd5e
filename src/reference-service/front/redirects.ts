/** Where a redirecting front sends a caller. */
import type { RedirectTarget } from './wire-fault.ts'

export interface RedirectCall {
  readonly scheme: 'http' | 'https'
  /** Host and port as the caller wrote them. */
  readonly host: string
  /** With the query. */
  readonly path: string
}

const MOVED = '/moved'

/** The path as the service knows it. */
export const servicePath = (path: string): string => (path.startsWith(`${MOVED}/`) ? path.slice(MOVED.length) : path)

/** null = the caller has arrived: no redirect any more. */
export function redirectLocation(target: RedirectTarget, { scheme, host, path }: RedirectCall): string | null {
  if (path.startsWith(`${MOVED}/`)) return null
  return `${scheme}://${host}${target === 'login' ? '/login' : MOVED + path}`
}
