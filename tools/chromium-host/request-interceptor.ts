/** Every request of a window, answered by the app: its filter first, then its scheme handler; the rest is refused. */
import { appAddress } from './app-address.ts'
import type { CdpSession, Protocol } from './cdp.ts'
import type { HostSession } from './electron/session.ts'
import type { LoadedFiles } from './loaded-files.ts'

type Paused = Protocol.Fetch.requestPausedPayload

export interface InterceptContext {
  readonly cdp: CdpSession
  readonly session: HostSession
  readonly loaded: LoadedFiles
  readonly webContentsId: number
  /** False for a navigation that the page started and the app did not allow. */
  readonly mayNavigate: (url: string) => boolean
  /** Asked before the window's own frame gets another document; the way to begin again with a new preload, or null. */
  readonly loadAnew: (url: string) => (() => Promise<void>) | null
  /** Whether a frame is the window's own. */
  readonly isMainFrame: (frameId: string) => boolean
}

const RESOURCE_TYPES: Readonly<Record<string, string>> = {
  Document: 'mainFrame',
  Stylesheet: 'stylesheet',
  Image: 'image',
  Font: 'font',
  Script: 'script',
  XHR: 'xhr',
  Fetch: 'xhr',
  Ping: 'ping',
  CSPViolationReport: 'cspReport',
  Media: 'media',
  WebSocket: 'webSocket'
}

/** Never rejects: a page that went away meanwhile needs no answer. */
export async function answerPaused(paused: Paused, context: InterceptContext): Promise<void> {
  try {
    await answer(paused, context)
  } catch (error) {
    if (hasGone(error)) return
    process.stderr.write(
      `chromium-host: ${paused.request.method} ${appAddress(paused.request.url)}: ${String(error)}\n`
    )
    await fail(paused, context, 'Failed').catch(() => {})
  }
}

/** The document that asked was left meanwhile. */
const hasGone = (error: unknown): boolean => error instanceof Error && error.message.includes('Invalid InterceptionId')

async function answer(paused: Paused, context: InterceptContext): Promise<void> {
  const url = appAddress(paused.request.url)
  if (paused.resourceType === 'Document' && context.isMainFrame(paused.frameId)) {
    if (!context.mayNavigate(url)) return fail(paused, context, 'Aborted')
    const again = context.loadAnew(url)
    if (again !== null) return fail(paused, context, 'Aborted').then(again)
  }
  const verdict = await context.session.webRequest.decide(detailsOf(paused, url, context.webContentsId))
  if (verdict.cancel) return fail(paused, context, 'BlockedByClient')
  if (verdict.redirectURL !== undefined) throw new Error('onBeforeRequest: the host does not redirect')
  const handler = context.session.protocol.handlerFor(url)
  if (handler) return fulfill(paused, context, await handler(requestOf(paused, url)))
  if (/^https?:/.test(url)) await context.cdp.send('Fetch.continueRequest', { requestId: paused.requestId })
  else await fail(paused, context, 'AddressUnreachable')
}

function detailsOf({ requestId, request, resourceType, frameId }: Paused, url: string, webContentsId: number) {
  const kind = RESOURCE_TYPES[resourceType] ?? 'other'
  const details = {
    id: Number.parseInt(requestId.replaceAll(/\D/g, ''), 10) || 0,
    url,
    method: request.method,
    webContentsId,
    resourceType: kind as 'image',
    referrer: request.headers['Referer'] ?? '',
    timestamp: Date.now(),
    uploadData: []
  }
  return { ...details, frameId }
}

function requestOf({ request }: Paused, url: string): Request {
  const { method, headers } = request
  const entries = request.postDataEntries ?? []
  const body = Buffer.concat(entries.map(({ bytes }) => Buffer.from(bytes ?? '', 'base64')))
  return new Request(url, { method, headers, ...(body.length > 0 ? { body } : {}) })
}

async function fulfill(paused: Paused, context: InterceptContext, response: Response): Promise<void> {
  // Response.error(): the app's way to say that the load failed.
  if (response.type === 'error') return fail(paused, context, 'Failed')
  const body = Buffer.from(await response.arrayBuffer())
  if (response.status === 200) context.loaded.served(appAddress(paused.request.url), body)
  await context.cdp.send('Fetch.fulfillRequest', {
    requestId: paused.requestId,
    responseCode: response.status,
    responseHeaders: [...response.headers].map(([name, value]) => ({ name, value })),
    body: body.toString('base64')
  })
}

async function fail({ requestId }: Paused, { cdp }: InterceptContext, errorReason: Protocol.Network.ErrorReason) {
  await cdp.send('Fetch.failRequest', { requestId, errorReason })
}
