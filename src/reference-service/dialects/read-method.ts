/** Determines method and route of a request, by dialect. */
import { findRoute } from '../routes.ts'
import type { Route } from '../routes.ts'
import type { ServiceDialect } from './switches.ts'

/** Path prefix of the API if it is not at the root. */
export const MOUNT = '/ai/public'

const SPOOFED = ['PUT', 'PATCH', 'DELETE']

export interface AskedRoute {
  /** Effective method. */
  readonly method: string
  readonly route: Route
}

/** Determines the route. `stoodFor` is the form's `_method`, for hosts that allow only GET and POST. */
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

/** Returns the path without the prefix; `null` if it has another prefix. */
export function pathBelowMount({ mount }: ServiceDialect, path: string): string | null {
  if (mount === 'root') return path
  return path.startsWith(`${MOUNT}/`) ? path.slice(MOUNT.length) : null
}

function limited(
  dialect: ServiceDialect,
  route: Route,
  request: { readonly method: string; readonly isSpoofed: boolean }
): Route {
  if (route.kind !== 'operation') return route
  const { group } = route
  if (dialect.verbs === 'spoofed' && !request.isSpoofed && SPOOFED.includes(request.method)) {
    return { kind: 'wrong-method', group, allowed: ['GET', 'HEAD', 'POST'] }
  }
  if (dialect.put === 'refused' && request.method === 'PUT') {
    return { kind: 'wrong-method', group, allowed: ['GET', 'HEAD', 'PATCH', 'DELETE'] }
  }
  return route
}
