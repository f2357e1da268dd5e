/** Answers each request of a window with the app's filter and scheme handlers, and refuses all others. */
import type { CdpSession, Protocol } from './cdp.ts'
import type { HostSession } from './electron/session.ts'

type Paused = Protocol.Fetch.requestPausedPayload

export interface InterceptContext {
  readonly cdp: CdpSession
  readonly session: HostSession
  /** Whether a navigation is main's own, or allowed by the app. */
  readonly mayNavigate: (url: string) => boolean
  /** Returns how to load the main frame's document with a changed preload; `null` if the preload is unchanged. */
  readonly reloadWithScripts: (url: string) => (() => Promise<void>) | null
  readonly isMainFrame: (frameId: string) => boolean
}

/** Never rejects, because a page that was left needs no response. */
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

/** Whether the document of the request was left. */
const hasGone = (error: unknown): boolean => error instanceof Error && error.message.includes('Invalid InterceptionId')

async function answer(paused: Paused, context: InterceptContext): Promise<void> {
  const url = appAddress(paused.request.url)
  if (paused.resourceType === 'Document' && context.isMainFrame(paused.frameId)) {
    if (!context.mayNavigate(url)) return fail(paused, context, 'Aborted')
    const reload = context.reloadWithScripts(url)
    if (reload !== null) return fail(paused, context, 'Aborted').then(reload)
  }
  if (await context.session.webRequest.cancels(url)) return fail(paused, context, 'BlockedByClient')
  const handler = context.session.protocol.handlerFor(url)
  const { method, headers } = paused.request
  // The page sends no bodies to the app's scheme.
  if (handler) return fulfill(paused, context, await handler(new Request(url, { method, headers })))
  if (/^https?:/.test(url)) await context.cdp.send('Fetch.continueRequest', { requestId: paused.requestId })
  else await fail(paused, context, 'AddressUnreachable')
}

async function fulfill(paused: Paused, context: InterceptContext, response: Response): Promise<void> {
  // The app reports a failed load with Response.error().
  if (response.type === 'error') return fail(paused, context, 'Failed')
  const body = Buffer.from(await response.arrayBuffer())
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

// Maps the app's addresses to those of the browser and back. Chromium does not navigate to unknown schemes, so
// `app://bundle/x` is `https://bundle.app.invalid/x` inside the browser (`.invalid` never resolves). Main only gets
// the app's addresses; code of the page must not depend on its origin.

const SUFFIX = '.app.invalid'
const INSIDE = /^https:\/\/([a-z0-9-]+)\.app\.invalid(?=$|[/?#])/
const OUTSIDE = /^app:\/\/([a-z0-9-]+)(?=$|[/?#])/

/** Returns the browser's address of an app address; others unchanged. */
export function insideAddress(address: string): string {
  return address.replace(OUTSIDE, `https://$1${SUFFIX}`)
}

/** Returns the app address of a browser's address; others unchanged. */
export function appAddress(address: string): string {
  return address.replace(INSIDE, 'app://$1')
}

/** Returns the origin as Electron does; Node's URL.origin is 'null' for the app's scheme. */
export function appOrigin(address: string): string {
  const matched = OUTSIDE.exec(appAddress(address))
  if (matched) return matched[0]
  return URL.canParse(address) ? new URL(address).origin : 'null'
}
