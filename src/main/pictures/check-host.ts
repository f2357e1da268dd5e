/** Decides whether the host of a picture may be contacted: for a public service, no host of a private network. */
import { BlockList, isIP } from 'node:net'

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

/** IPv4 ranges that IANA lists as not globally reachable, with multicast and the reserved block up to broadcast. */
const PRIVATE_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4]
] as const

const PRIVATE_V6 = [
  // Unspecified, loopback and IPv4-compatible.
  ['::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  // IETF protocols. Teredo is refused as a whole, because the IPv4 address in it is scrambled.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8]
] as const

const PRIVATE = createBlockList()

/** BlockList compares an IPv4-mapped address (::ffff:a.b.c.d) with the IPv4 ranges. */
function createBlockList(): BlockList {
  const list = new BlockList()
  for (const [net, bits] of PRIVATE_V6) list.addSubnet(net, bits, 'ipv6')
  for (const [net, bits] of PRIVATE_V4) {
    list.addSubnet(net, bits, 'ipv4')
    // NAT64 and 6to4 carry an IPv4 address after their prefix.
    list.addSubnet(`64:ff9b::${hexOf(net)}`, 96 + bits, 'ipv6')
    list.addSubnet(`2002:${hexOf(net)}::`, 16 + bits, 'ipv6')
  }
  return list
}

/** Formats 10.0.0.1 as a00:1. */
function hexOf(v4: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = v4.split('.').map(Number)
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
}

/** Whether an IP address is private; also `true` for text that is not an address, because nothing is known about it. */
function isPrivateAddress(address: string): boolean {
  const version = isIP(address)
  return version === 0 || PRIVATE.check(address, version === 4 ? 'ipv4' : 'ipv6')
}

const PRIVATE_NAMES = /^(localhost|.+\.(localhost|local|internal|lan|home|intranet|home\.arpa))\.?$/i

/**
 * Whether the host name alone shows that a URL is private: a private address, or a name that only local networks
 * resolve.
 */
function isPrivateHost(hostname: string): boolean {
  const address = addressOf(hostname)
  return address === null ? PRIVATE_NAMES.test(hostname) : isPrivateAddress(address)
}

/** Returns the IP address in the host name of a URL; `null` if it is a name. */
function addressOf(hostname: string): string | null {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(bare) === 0 ? null : bare
}
