/**
 * Opens the restricted session of the window. Only the scheme `app:` is served: the window's files under
 * `app://bundle` and pictures under `app://img`.
 */
import { app, protocol, session, type Session, type WebContents } from 'electron'
import { createBundleHandler } from './bundle-protocol.ts'
import { readPictureAddress } from './pictures/picture-address.ts'
import type { GetPicture } from './pictures/pictures.ts'
import { isAllowedNavigation, isAllowedPermission, isAllowedRequest, type WindowRules } from './window-rules.ts'

const SCHEME = 'app'

/** Must run before Electron is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true, stream: true }
    }
  ])
}

/** Restricts the session and every page; serves files of the folder `files`. Needs Electron to be ready. */
export function openWindowSession(rules: WindowRules, files: string, getPicture: GetPicture): Session {
  const opened = session.fromPartition('window')
  lockSession(opened, rules)
  app.on('web-contents-created', (_event, contents) => lockContents(contents, rules))
  const serveFile = createBundleHandler(files)
  opened.protocol.handle(SCHEME, (request) => {
    const { host } = new URL(request.url)
    if (host === 'bundle') return serveFile(request)
    return host === 'img' ? servePicture(request, getPicture) : new Response(null, { status: 404 })
  })
  return opened
}

function lockSession(opened: Session, rules: WindowRules): void {
  opened.webRequest.onBeforeRequest((details, decide) => decide({ cancel: !isAllowedRequest(details.url, rules) }))
  opened.setPermissionCheckHandler((_contents, permission) => isAllowedPermission(permission))
  opened.setPermissionRequestHandler((_contents, permission, decide) => decide(isAllowedPermission(permission)))
  opened.setDevicePermissionHandler(() => false)
  opened.setSpellCheckerEnabled(false)
  opened.on('will-download', (event) => event.preventDefault())
}

/** Restricts every page: the window's and any other that is created. */
function lockContents(contents: WebContents, rules: WindowRules): void {
  contents.on('will-navigate', (event) => {
    if (!isAllowedNavigation(event.url, rules)) event.preventDefault()
  })
  contents.on('will-frame-navigate', (event) => {
    if (!isAllowedNavigation(event.url, rules)) event.preventDefault()
  })
  contents.on('will-redirect', (event) => event.preventDefault())
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
}

/**
 * Serves a picture. The address contains a hash of its source, so only missing pictures and stand-ins are not cached.
 */
export async function servePicture(request: Request, getPicture: GetPicture): Promise<Response> {
  const requested = request.method === 'GET' ? readPictureAddress(request.url) : null
  const picture = requested === null ? null : await getPicture(requested)
  if (picture === null) return new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } })
  return new Response(picture.bytes, {
    headers: {
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'cache-control': picture.isStandIn ? 'no-store' : 'max-age=31536000, immutable'
    }
  })
}
