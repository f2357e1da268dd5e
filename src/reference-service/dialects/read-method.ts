/** Which methods get through, as a dialect has it. */
import { findRoute } from '../routes.ts'
import type { Route } from '../routes.ts'
import type { ServiceDialect } from './switches.ts'

/** The prefix of every path where the interface stands below the root. */
export const MOUNT = '/ai/public'

const SPOOFED = ['PUT', 'PATCH', 'DELETE']

export interface AskedRoute {
  /** The method that counts. */
  readonly method: string
  readonly route: Route
}

/** `stoodFor` is the form's `_method`, where a host lets only GET and POST through. */
export function readRoute(
  dialect: ServiceDialect,
  request: { readonly method: string; readonly path: string },
  stoodFor: string | null
): AskedRoute {
  const spoofed = stoodFor?.toUpperCase() ?? ''
  const isSpoofed = request.method === 'POST' && SPOOFED.includes(spoofed)
  const method = isSpoofed ? spoofed : request.method
  const path = pathBelowMount(dialect, request.path)
  if (path === null) return { method, route: { kind: 'unknown' } }
  return { method, route: limited(dialect, findRoute(method, path), { method, isSpoofed }) }
}

/** The path without the mount; null when it lies elsewhere. */
export function pathBelowMount({ mount }: ServiceDialect, path: string): string | null {
  if (mount === 'root') return path
  return path.startsWith(`${MOUNT}/`) ? path.slice(MOUNT.length) : null
}

function limited(
  dialect: ServiceDialect,
  route: Route,
  asked: { readonly method: string; readonly isSpoofed: boolean }
): Route {
  if (route.kind !== 'operation') return route
  const { group } = route
  if (dialect.verbs === 'spoofed' && !asked.isSpoofed && SPOOFED.includes(asked.method)) {
    return { kind: 'wrong-method', group, allowed: ['GET', 'HEAD', 'POST'] }
  }
  if (dialect.put === 'refused' && asked.method === 'PUT') {
    return { kind: 'wrong-method', group, allowed: ['GET', 'HEAD', 'PATCH', 'DELETE'] }
  }
  return route
}
