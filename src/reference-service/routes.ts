/** Maps method and path to an operation as the stock framework does. */
import type { Group } from '../shared/sync-status.ts'

export type Operation =
  | 'list-images'
  | 'show-image'
  | 'store-image'
  | 'update-image'
  | 'delete-image'
  | 'list-projects'
  | 'delete-project'

export type Route =
  | { readonly kind: 'operation'; readonly group: Group; readonly operation: Operation; readonly key: string }
  | { readonly kind: 'wrong-method'; readonly group: Group; readonly allowed: readonly string[] }
  /** A trailing slash, for which the web server redirects to the address without it. */
  | { readonly kind: 'trailing-slash' }
  | { readonly kind: 'unknown' }

type MethodTable = Readonly<Record<string, Operation>>

const COLLECTIONS: Readonly<Record<Group, MethodTable>> = {
  images: { GET: 'list-images', HEAD: 'list-images', POST: 'store-image' },
  projects: { GET: 'list-projects', HEAD: 'list-projects' }
}
const RECORDS: Readonly<Record<Group, MethodTable>> = {
  images: {
    GET: 'show-image',
    HEAD: 'show-image',
    PUT: 'update-image',
    PATCH: 'update-image',
    DELETE: 'delete-image'
  },
  projects: { DELETE: 'delete-project' }
}

/** Finds the route of a path as sent, percent-encoded; one encoded segment is one key. */
export function findRoute(method: string, path: string): Route {
  if (path.length > 1 && path.endsWith('/')) return { kind: 'trailing-slash' }
  const [, api, version, name, segment, ...deeper] = path.split('/')
  const group = name === 'images' || name === 'projects' ? name : null
  if (api !== 'api' || version !== 'v1' || group === null || deeper.length > 0) return { kind: 'unknown' }
  const key = segment === undefined ? '' : decodedSegment(segment)
  if (key === null) return { kind: 'unknown' }
  const methods = segment === undefined ? COLLECTIONS[group] : RECORDS[group]
  const operation = Object.hasOwn(methods, method) ? methods[method] : undefined
  if (operation === undefined) return { kind: 'wrong-method', group, allowed: Object.keys(methods) }
  return { kind: 'operation', group, operation, key }
}

function decodedSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch (cause) {
    if (cause instanceof URIError) return null
    throw cause
  }
}
