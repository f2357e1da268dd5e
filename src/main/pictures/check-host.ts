/** Decides whether the host of a picture may be contacted: for a public service, no host of a private network. */
import { addressOf, isPrivateAddress, isPrivateHost } from './private-host.ts'

export interface PictureOrigin {
  /** Address of the service whose record names the picture. */
  readonly base: string
  /** Host names that the user allows although they are private; lower case. */
  readonly allowedHosts: readonly string[]
}

export interface HostParts {
  /** IP addresses of a name; rejects if it has none. */
  readonly resolveHost: (name: string) => Promise<readonly string[]>
  /** Proxy of a URL in PAC format ("DIRECT", "PROXY host:port"); empty if it is unknown. */
  readonly resolveProxy: (url: string) => Promise<string>
}

/** `unresolved` means that a name lookup failed and may succeed later. */
export type HostVerdict = 'allowed' | 'private' | 'unresolved'

type CheckHost = (url: string, origin: PictureOrigin) => Promise<HostVerdict>

/**
 * Creates the check. The service's host is always allowed. A picture's host is private if any of its addresses is, a
 * service's host only if all are, so that the uncertain case is refused.
 */
export function createCheckHost(parts: HostParts): CheckHost {
  return async (address, { base, allowedHosts }) => {
    const [picture, service] = [new URL(address), new URL(base)]
    if (picture.hostname === service.hostname || allowedHosts.includes(picture.hostname)) return 'allowed'
    const ofPicture = await privacyOf(parts, picture)
    if (ofPicture.length === 0) return 'unresolved'
    if (!ofPicture.includes(true)) return 'allowed'
    const ofService = await privacyOf(parts, service)
    if (ofService.length === 0) return 'unresolved'
    return ofService.includes(false) ? 'private' : 'allowed'
  }
}

/** Whether each address of a URL's host is private; empty if the name cannot be resolved. */
async function privacyOf({ resolveHost, resolveProxy }: HostParts, { hostname, href }: URL): Promise<boolean[]> {
  if (isPrivateHost(hostname)) return [true]
  if (addressOf(hostname) !== null) return [false]
  const route = await resolveProxy(href)
  // A proxy resolves the name, so the addresses known to this computer are irrelevant and only the name decides.
  if (route !== '' && !route.startsWith('DIRECT')) return [false]
  const addresses = await resolveHost(hostname).catch(() => [])
  return addresses.map(isPrivateAddress)
}
