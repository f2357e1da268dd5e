/** Downloads picture files without key or cookies, up to a size limit, and only from allowed hosts. */
import { RESPONSE_TIMEOUT_MS } from '../../shared/limits.ts'
import type { PictureProblem } from '../../shared/picture-info.ts'
import { isRedirectRefusal } from '../http/net-error.ts'
import type { LearnRedirect } from '../http/learn-redirect.ts'
import { readBytes } from '../http/read-body.ts'
import { createCheckHost, type HostParts, type PictureOrigin } from './check-host.ts'
import { judgePicture } from './picture-rule.ts'
import { sniffRaster } from './sniff.ts'

const MAX_PICTURE_BYTES = 25 * 1024 * 1024
const MAX_HOPS = 3

export type Download =
  | { readonly kind: 'found'; readonly bytes: Uint8Array }
  | { readonly kind: 'missing'; readonly problem: PictureProblem }

export interface DownloadParts extends HostParts {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  readonly learnRedirect: LearnRedirect
}

export type DownloadPicture = (address: string, origin: PictureOrigin) => Promise<Download>

const missing = (problem: PictureProblem): Download => ({ kind: 'missing', problem })
const NOT_FOUND_STATUS: ReadonlySet<number> = new Set([404, 410])

/** Creates a download that checks the address and its host before the request and before each redirect. */
export function createDownloadPicture(parts: DownloadParts): DownloadPicture {
  const checkHost = createCheckHost(parts)
  const downloadFrom = async (address: string, origin: PictureOrigin, hops: number): Promise<Download> => {
    const source = judgePicture(address, origin.base)
    if (source.kind === 'refused') return missing({ code: 'bad-address' })
    if (source.kind === 'inline') return raster(new Uint8Array(Buffer.from(source.base64, 'base64')))
    const host = new URL(source.url).hostname
    const unreachable = missing({ code: 'unreachable', host })
    const verdict = await checkHost(source.url, origin)
    if (verdict === 'private') return missing({ code: 'private-host', host })
    if (verdict === 'unresolved') return unreachable
    try {
      return await fetchOnce(parts, source.url)
    } catch (error) {
      if (!isRedirectRefusal(error) || hops >= MAX_HOPS) return unreachable
      const target = await parts.learnRedirect({ url: source.url, headers: {}, timeoutMs: RESPONSE_TIMEOUT_MS })
      return target === null ? unreachable : downloadFrom(target, origin, hops + 1)
    }
  }
  return (address, origin) => downloadFrom(address, origin, 0)
}

async function fetchOnce(parts: DownloadParts, url: string): Promise<Download> {
  const control = new AbortController()
  try {
    return await readPicture(parts, url, AbortSignal.any([control.signal, AbortSignal.timeout(RESPONSE_TIMEOUT_MS)]))
  } finally {
    // Frees the connection of an unread body; does nothing after a completely read one.
    control.abort()
  }
}

async function readPicture({ fetch }: DownloadParts, url: string, signal: AbortSignal): Promise<Download> {
  const response = await fetch(url, {
    credentials: 'omit',
    cache: 'no-store',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
    headers: { accept: 'image/avif,image/webp,image/png,image/*;q=0.8' },
    signal
  })
  if (!response.ok) return missing({ code: problemOfStatus(response.status), host: new URL(url).hostname })
  const bytes = await readBytes(response, MAX_PICTURE_BYTES)
  return bytes === null ? missing({ code: 'too-large' }) : raster(bytes)
}

function problemOfStatus(status: number): 'host-error' | 'not-found' | 'refused' {
  if (status >= 500 || status === 429) return 'host-error'
  return NOT_FOUND_STATUS.has(status) ? 'not-found' : 'refused'
}

function raster(bytes: Uint8Array): Download {
  if (bytes.byteLength > MAX_PICTURE_BYTES) return missing({ code: 'too-large' })
  return sniffRaster(bytes) === null ? missing({ code: 'not-a-picture' }) : { kind: 'found', bytes }
}
