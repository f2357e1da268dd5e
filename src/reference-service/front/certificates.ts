/**
 * Creates certificates for test servers: a valid one of a test authority, and others with one fault. Writes X.509
 * version 3 in DER directly, so that no external tool is needed.
 */
import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { isIPv4 } from 'node:net'

export interface Certificate {
  /** PEM. */
  readonly certificate: string
  /** PEM, PKCS 8. */
  readonly key: string
}

export interface TestAuthority {
  /** PEM of its own certificate, for clients that should trust it. */
  readonly certificate: string
  /**
   * Issues a certificate for these host names and IPv4 addresses, valid for `days` from now; negative for an expired
   * one.
   */
  readonly issue: (names: readonly string[], days: number) => Certificate
}

const DAY_MS = 24 * 3_600_000

/** Creates an authority that no client trusts by default. */
export function createAuthority(name: string): TestAuthority {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const isAuthority = extension('551d13', sequence(Buffer.from([1, 1, 0xff])))
  const self = { issuer: name, subject: name, publicKey, days: 365, extensions: [isAuthority] }
  return {
    certificate: pem('CERTIFICATE', certificateOf(self, privateKey)),
    issue: (names, days) => {
      const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const known = names.map(subjectName)
      const fields = { issuer: name, subject: names[0] ?? name, publicKey: pair.publicKey, days }
      const der = certificateOf({ ...fields, extensions: [extension('551d11', sequence(...known))] }, privateKey)
      return {
        certificate: pem('CERTIFICATE', der),
        key: String(pair.privateKey.export({ type: 'pkcs8', format: 'pem' }))
      }
    }
  }
}

interface CertificateFields {
  readonly issuer: string
  readonly subject: string
  readonly publicKey: KeyObject
  readonly days: number
  readonly extensions: readonly Buffer[]
}

/** ecdsa-with-SHA256 */
const ALGORITHM = sequence(oid('2a8648ce3d040302'))

function certificateOf({ issuer, subject, publicKey, days, extensions }: CertificateFields, signer: KeyObject): Buffer {
  const now = Date.now()
  const until = now + days * DAY_MS
  const body = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ALGORITHM,
    commonName(issuer),
    sequence(time(Math.min(now, until) - DAY_MS), time(until)),
    commonName(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(...extensions))
  )
  return sequence(body, ALGORITHM, bits(sign('sha256', body, signer)))
}

/** Encodes a host name, or an IPv4 address as four bytes. */
function subjectName(host: string): Buffer {
  return isIPv4(host) ? tagged(0x87, Buffer.from(host.split('.').map(Number))) : tagged(0x82, Buffer.from(host))
}

function tagged(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const size = content.length
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, ...parts)
}

function oid(hex: string): Buffer {
  return tagged(0x06, Buffer.from(hex, 'hex'))
}

function integer(bytes: Buffer): Buffer {
  return tagged(0x02, bytes)
}

function bits(bytes: Buffer): Buffer {
  return tagged(0x03, Buffer.from([0]), bytes)
}

function commonName(name: string): Buffer {
  return sequence(tagged(0x31, sequence(oid('550403'), tagged(0x0c, Buffer.from(name)))))
}

/** Encodes a UTCTime, with a two-digit year. */
function time(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replaceAll(/[-:T]|\.\d+/g, '')
  return tagged(0x17, Buffer.from(digits.slice(2)))
}

function extension(id: string, value: Buffer): Buffer {
  return sequence(oid(id), tagged(0x04, value))
}

function pem(label: string, der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`
}

/** `good` is valid for clients that trust the authority; `none` means no TLS. */
export type CertificateKind = 'good' | 'unknown-issuer' | 'expired' | 'wrong-name' | 'none'

export interface ShownCertificate {
  /** `null` for plain HTTP. */
  readonly certificate: Certificate | null
  /** PEM of the authority that a client must trust to get only this fault. */
  readonly trusted: string
}

const NAMES = ['localhost', '127.0.0.1']
const DAYS = 30

/** Creates a certificate for a front. */
export function showCertificate(kind: CertificateKind): ShownCertificate {
  const ours = createAuthority('Proofsheet Reference Service')
  const trusted = ours.certificate
  if (kind === 'none') return { certificate: null, trusted }
  return { certificate: issue(kind, ours), trusted }
}

function issue(kind: Exclude<CertificateKind, 'none'>, ours: TestAuthority): Certificate {
  if (kind === 'unknown-issuer') return createAuthority('Other Authority').issue(NAMES, DAYS)
  if (kind === 'expired') return ours.issue(NAMES, -1)
  return ours.issue(kind === 'wrong-name' ? ['elsewhere.example'] : NAMES, DAYS)
}
