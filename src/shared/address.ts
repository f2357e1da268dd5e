/**
 * Normalizes the address of a service as the user types or pastes it. Pure and free of Node, because the connect screen
 * shows the result live and main and the engine use the same one. Every address is parsed only here.
 */
import { fail, type Failure } from './failure.ts'
import { MAX_ADDRESS_LENGTH } from './limits.ts'
import type { Group } from './sync-status.ts'

export type AddressReading =
  | {
      readonly ok: true
      /**
       * Scheme, host, port and path prefix, without /api/v1, trailing slash and query. Normalizing it again changes
       * nothing.
       */
      readonly base: string
      /** Address to which requests go, with the host in punycode, so that look-alike letters are visible. */
      readonly display: string
      /** Whether this is http to another computer, which the user must confirm before a key is sent there. */
      readonly isInsecure: boolean
    }
  | { readonly ok: false; readonly failure: Failure }

/** Invisible characters that a copied address may contain. */
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
/** Matches only pairs, because a single quote at the end may belong to the path. */
const WRAPPED = /^(?:"(.*)"|'(.*)'|`(.*)`|<(.*)>)$/s
/** API path at the end of a pasted request address, in any letter case. */
const API_ENDING = /\/api(\/v1(\/(images|projects)(\/[^/]*)?)?)?$/i
/** Valid host names. Chromium accepts a space as %20; Node does not. */
const HOST = /^([\w.-]+|\[[0-9a-f:]+\])$/
const BARE_IPV6 = /^[0-9a-f:.]*:[0-9a-f:.]*:[0-9a-f:.]*$/i

/**
 * Normalizes the address typed for one group.
 * Failures: `address-invalid` (empty, not a web address, another scheme), `address-has-password` (`user:pass@`).
 */
export function normalizeAddress(text: string, group: Group): AddressReading {
  if (text.length > MAX_ADDRESS_LENGTH) return fail('address-invalid')
  const typed = unwrapped(text.replace(INVISIBLE, ''))
  // A shell command or two addresses are not an address.
  if (typed === '' || /\s/.test(typed)) return fail('address-invalid')
  const url = parse(typed)
  if (url === null) return fail('address-invalid')
  if (url.username !== '' || url.password !== '') return fail('address-has-password')
  const base = url.origin + subPath(url.pathname)
  return {
    ok: true,
    base,
    display: apiAddress(base, group),
    isInsecure: url.protocol === 'http:' && !isThisComputer(url.hostname)
  }
}

/** Returns the normalized host name in typed text; `null` if there is none. Reading it again changes nothing. */
export function readHost(text: string): string | null {
  if (text.length > MAX_ADDRESS_LENGTH) return null
  const host = parse(unwrapped(text.replace(INVISIBLE, '')))?.hostname ?? ''
  return HOST.test(host) ? host : null
}

/** Returns host and port of a URL as failures contain them; empty if the URL is invalid. */
export const hostOf = (url: string): string => URL.parse(url)?.host ?? ''

/** Returns the address of a group's list under a normalized base, without a trailing slash. */
export function apiAddress(base: string, group: Group): string {
  return `${base}/api/v1/${group}`
}

/** Whether a normalized host name can only be this computer. */
export function isThisComputer(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, '')
  if (host === 'localhost' || host.endsWith('.localhost')) return true
  return /^127(\.\d+){3}$/.test(host) || host === '[::1]' || /^\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\]$/.test(host)
}

function unwrapped(text: string): string {
  const typed = text.trim()
  const inside = WRAPPED.exec(typed)
    ?.slice(1)
    .find((part) => part !== undefined)
  return inside === undefined ? typed : unwrapped(inside)
}

function parse(typed: string): URL | null {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(typed) ?? /^(https?):\/?/i.exec(typed)
  const rest = bracketed(typed.slice(scheme?.[0].length ?? 0).replace(/^\/+/, ''))
  const name = scheme?.[1]?.toLowerCase()
  if (name !== undefined && name !== 'http' && name !== 'https') return null
  const secure = URL.parse(`https://${rest}`)
  if (secure === null || secure.hostname === '') return null
  if (name === 'https') return secure
  // Without a scheme a service on this computer is reached over http, because it cannot have a trusted certificate.
  if (name === 'http' || isThisComputer(secure.hostname)) return URL.parse(`http://${rest}`)
  return secure
}

/** Adds the brackets that a URL needs to an IPv6 address typed without them, such as `2001:db8::1/path`. */
function bracketed(rest: string): string {
  const authority = /^[^/?#]*/.exec(rest)?.[0] ?? ''
  return BARE_IPV6.test(authority) ? `[${authority}]${rest.slice(authority.length)}` : rest
}

/** Returns the path before the API's own path. Repeats until stable, so that a base normalizes to itself. */
function subPath(pathname: string): string {
  let path = pathname.replace(/\/{2,}/g, '/')
  for (let before = ''; before !== path;) {
    before = path
    path = path.replace(/\/+$/, '').replace(API_ENDING, '')
  }
  return path
}
