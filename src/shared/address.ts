/**
 * Cleans up the address of a service as a person types or pastes it. Pure and free of Node: the connect screen shows
 * the result live, main and the engine use the same one. Every address is parsed here and nowhere else.
 */
import { fail, type Failure } from './failure.ts'
import { MAX_ADDRESS_LENGTH } from './limits.ts'
import type { Group } from './sync-status.ts'

export type AddressReading =
  | {
      readonly ok: true
      /** Scheme, host, port and sub path; no /api/v1, no trailing slash, no query. Feeding it in again changes nothing. */
      readonly base: string
      /** The address that will be called. The host stays in punycode, so that look-alike letters show. */
      readonly display: string
      /** http to a host that is not this computer: the person is asked before a key goes there. */
      readonly isInsecure: boolean
    }
  | { readonly ok: false; readonly failure: Failure }

/** Marks that come along with a copied address and are not seen. */
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
/** Pairs only: a lone quote at the end may belong to the path. */
const WRAPPED = /^(?:"(.*)"|'(.*)'|`(.*)`|<(.*)>)$/s
/** What a pasted call ends in. The service's own name for the version is fixed, but people type it in any case. */
const API_ENDING = /\/api(\/v1(\/(images|projects)(\/[^/]*)?)?)?$/i
/** Chromium lets a blank into a host name, as %20; Node does not. */
const HOST = /^([\w.-]+|\[[0-9a-f:]+\])$/
const BARE_IPV6 = /^[0-9a-f:.]*:[0-9a-f:.]*:[0-9a-f:.]*$/i

/**
 * Reads what was typed for one group.
 * Failures: `address-invalid` (empty, no web address, another scheme), `address-has-password` (`user:pass@`).
 */
export function normalizeAddress(text: string, group: Group): AddressReading {
  if (text.length > MAX_ADDRESS_LENGTH) return fail('address-invalid')
  const typed = unwrapped(text.replace(INVISIBLE, ''))
  // A command that calls the service, or two addresses, is none.
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

/** The host name in what was typed or pasted, as URL writes it; `null` if there is none. Reading it again changes nothing. */
export function readHost(text: string): string | null {
  if (text.length > MAX_ADDRESS_LENGTH) return null
  const host = parse(unwrapped(text.replace(INVISIBLE, '')))?.hostname ?? ''
  return HOST.test(host) ? host : null
}

/** Host and port of an address, as failures name it; empty where it is none. */
export const hostOf = (url: string): string => URL.parse(url)?.host ?? ''

/** Address of a group's list under a normalized base; never with a trailing slash. */
export function apiAddress(base: string, group: Group): string {
  return `${base}/api/v1/${group}`
}

/** Whether a host name, as URL writes it, can only be this computer. */
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
  // Without a scheme a service on this computer is called over http: nobody has a certificate for it.
  if (name === 'http' || isThisComputer(secure.hostname)) return URL.parse(`http://${rest}`)
  return secure
}

/** `2001:db8::1/path` is typed without the brackets that an address needs. */
function bracketed(rest: string): string {
  const authority = /^[^/?#]*/.exec(rest)?.[0] ?? ''
  return BARE_IPV6.test(authority) ? `[${authority}]${rest.slice(authority.length)}` : rest
}

/** Path in front of the interface's own prefix. Repeated until stable, so that a base reads as itself. */
function subPath(pathname: string): string {
  let path = pathname.replace(/\/{2,}/g, '/')
  for (let before = ''; before !== path;) {
    before = path
    path = path.replace(/\/+$/, '').replace(API_ENDING, '')
  }
  return path
}
