/**
 * Serves `app://bundle/...` from the list of files that the build wrote. A request is only looked up in that list and
 * never becomes a path, so no spelling of `..` can leave the folder.
 */
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'

/** Name of the list that the renderer's build writes beside its files. */
const FILE_LIST = 'files.json'

const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' app: blob:",
  "font-src 'self'",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'"
].join('; ')

/** Headers of every file of the window. A test reads them from the built window. */
export const BUNDLE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-cache'
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2'
}

interface BundleFile {
  readonly file: string
  readonly contentType: string
}

export type BundleHandler = (request: Request) => Promise<Response>

/** Maps the address path to the file, for each listed file whose type the window may load. */
function bundleFiles(folder: string, listed: readonly string[]): ReadonlyMap<string, BundleFile> {
  const files = new Map<string, BundleFile>()
  for (const name of listed) {
    const contentType = CONTENT_TYPES[extname(name)]
    if (contentType !== undefined) files.set(`/${name}`, { file: join(folder, name), contentType })
  }
  return files
}

/** Creates a handler that reads the list at the first request, because the folder may not exist with a dev server. */
export function createBundleHandler(folder: string): BundleHandler {
  const files = lazily(async () => bundleFiles(folder, await readFileList(folder)))
  return async (request) => {
    if (request.method !== 'GET') return emptyResponse(405)
    const found = (await files()).get(new URL(request.url).pathname)
    if (found === undefined) return emptyResponse(404)
    const bytes = await readFile(found.file)
    return new Response(new Uint8Array(bytes), {
      headers: { ...BUNDLE_HEADERS, 'content-type': found.contentType }
    })
  }
}

async function readFileList(folder: string): Promise<readonly string[]> {
  const parsed: unknown = JSON.parse(await readFile(join(folder, FILE_LIST), 'utf8'))
  if (!Array.isArray(parsed)) throw new Error(`${FILE_LIST} is not a JSON array`)
  return parsed.filter((name) => typeof name === 'string')
}

function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  const made: Promise<T>[] = []
  return () => (made[0] ??= make())
}

function emptyResponse(status: number): Response {
  return new Response(null, { status, headers: BUNDLE_HEADERS })
}
