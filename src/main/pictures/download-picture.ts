/** Fetches the file of a picture: no key, no cookies, capped, and only from where the rule allows. */
import { ANSWER_TIMEOUT_MS } from '../../shared/limits.ts'
import { isRedirectRefusal } from '../http/net-error.ts'
import type { LearnRedirect } from '../http/learn-redirect.ts'
import { readBytes } from '../http/read-body.ts'
import { judgePicture } from './picture-rule.ts'
import { sniffRaster } from './sniff.ts'

export const MAX_PICTURE_BYTES = 25 * 1024 * 1024
const MAX_HOPS = 3

export type Download =
  | { readonly kind: 'found'; readonly bytes: Uint8Array }
  /**
   * `lasting`: asking again soon gives the same; `passing`: the network or the service is in trouble; `expired`: the
   * address leads nowhere or lets nobody in any more, and the service may have given the record another.
   */
  | { readonly kind: 'missing'; readonly how: 'lasting' | 'passing' | 'expired' }

export interface DownloadParts {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  readonly learnRedirect: LearnRedirect
}

export type DownloadPicture = (address: string, base: string) => Promise<Download>

const LASTING: Download = { kind: 'missing', how: 'lasting' }
const PASSING: Download = { kind: 'missing', how: 'passing' }
const EXPIRED: Download = { kind: 'missing', how: 'expired' }
const EXPIRED_STATUS: ReadonlySet<number> = new Set([401, 403, 404, 410])

/** `base` is the service's address, which decides what counts as its own host and whether private hosts may be asked. */
export function createDownloadPicture(parts: DownloadParts): DownloadPicture {
  const downloadFrom = async (address: string, base: string, hops: number): Promise<Download> => {
    const place = judgePicture(address, base)
    if (place.kind === 'refused') return LASTING
    if (place.kind === 'inline') return raster(new Uint8Array(Buffer.from(place.base64, 'base64')))
    try {
      return await fetchOnce(parts, place.url)
    } catch (error) {
      if (!isRedirectRefusal(error) || hops >= MAX_HOPS) return PASSING
      const target = await parts.learnRedirect({ url: place.url, headers: {}, timeoutMs: ANSWER_TIMEOUT_MS })
      return target === null ? PASSING : downloadFrom(target, base, hops + 1)
    }
  }
  return (address, base) => downloadFrom(address, base, 0)
}

async function fetchOnce(parts: DownloadParts, url: string): Promise<Download> {
  const control = new AbortController()
  try {
    return await readPicture(parts, url, AbortSignal.any([control.signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]))
  } finally {
    // Ends what was left unread; nothing where all was read.
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
  if (response.status >= 500 || response.status === 429) return PASSING
  if (!response.ok) return EXPIRED_STATUS.has(response.status) ? EXPIRED : LASTING
  const bytes = await readBytes(response, MAX_PICTURE_BYTES)
  return bytes === null ? LASTING : raster(bytes)
}

const raster = (bytes: Uint8Array): Download =>
  bytes.byteLength <= MAX_PICTURE_BYTES && sniffRaster(bytes) !== null ? { kind: 'found', bytes } : LASTING
