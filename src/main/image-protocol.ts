/** The scheme `app:`: the window's files under `app://bundle`, pictures under `app://img`, nothing else. */
import { protocol, type Session } from 'electron'
import type { BundleHandler } from './bundle-protocol.ts'
import { readPictureAddress } from './pictures/picture-address.ts'
import type { GetPicture } from './pictures/pictures.ts'

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

/** Serves the scheme on the session that the window uses. */
export function serveAppScheme(session: Session, serve: { bundle: BundleHandler; picture: GetPicture }): void {
  session.protocol.handle(SCHEME, (request) => {
    const { host } = new URL(request.url)
    if (host === 'bundle') return serve.bundle(request)
    return host === 'img' ? servePicture(request, serve.picture) : new Response(null, { status: 404 })
  })
}

/** The stamp names the picture's source, so an answer never goes stale; a missing or a better one may come any moment. */
export async function servePicture(request: Request, getPicture: GetPicture): Promise<Response> {
  const wanted = request.method === 'GET' ? readPictureAddress(request.url) : null
  const picture = wanted === null ? null : await getPicture(wanted)
  if (picture === null) return new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } })
  return new Response(picture.bytes, {
    headers: {
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'cache-control': picture.isStandIn ? 'no-store' : 'max-age=31536000, immutable'
    }
  })
}
