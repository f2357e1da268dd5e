/** Where a redirecting front sends a caller. */
import type { RedirectTarget } from './wire-fault.ts'

export interface RedirectCall {
  readonly scheme: 'http' | 'https'
  /** Host and port as the caller wrote them. */
  readonly host: string
  /** With the query. */
  readonly path: string
  /** Origins of the same service by the other scheme. Left out, the same host and port. */
  readonly plain?: string | undefined
  readonly secure?: string | undefined
}

const HOPS = 6
/** Paths that a caller was sent to, and that are let through. */
const ARRIVED = new RegExp(`^/(?:moved|hop-${HOPS})(?=/)`)
const HOP = /^\/hop-(\d)(?=\/)/

const ON_THE_WAY = /^\/(?:moved|hop-\d)(?=\/)/

/** The path as the service knows it. */
export const servicePath = (path: string): string => path.replace(ON_THE_WAY, '')

/** null = the caller has arrived: no redirect any more. */
export function redirectLocation(target: RedirectTarget, call: RedirectCall): string | null {
  return ARRIVED.test(call.path) ? null : TARGETS[target](call)
}

const originOf = ({ scheme, host }: RedirectCall): string => `${scheme}://${host}`

const TARGETS: Readonly<Record<RedirectTarget, (call: RedirectCall) => string | null>> = {
  moved: (call) => `${originOf(call)}/moved${call.path}`,
  login: (call) => `${originOf(call)}/login`,
  'other-host': (call) => `${call.scheme}://${otherName(call.host)}/moved${call.path}`,
  plain: (call) => (call.scheme === 'http' ? null : (call.plain ?? `http://${call.host}`) + call.path),
  secure: (call) => (call.scheme === 'https' ? null : (call.secure ?? `https://${call.host}`) + call.path),
  'six-hops': (call) => {
    const hop = Number(HOP.exec(call.path)?.[1] ?? 0)
    return `${originOf(call)}/hop-${hop + 1}${call.path.replace(HOP, '')}`
  },
  loop: (call) => originOf(call) + call.path
}

/** This computer has two names. */
function otherName(host: string): string {
  const [name = '', port] = host.split(':')
  const other = name === 'localhost' ? '127.0.0.1' : 'localhost'
  return port === undefined ? other : `${other}:${port}`
}
