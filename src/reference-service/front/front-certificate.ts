/** The certificates that a front can show. */
import { createAuthority } from './certificates.ts'
import type { Certificate, TestAuthority } from './certificates.ts'

/** `good` is good for those who trust the authority; `none`: no TLS is spoken at all. */
export type CertificateKind = 'good' | 'unknown-issuer' | 'expired' | 'wrong-name' | 'none'

export interface ShownCertificate {
  /** null = plain HTTP, whatever is asked. */
  readonly certificate: Certificate | null
  /** PEM of the authority that a client should trust to meet just this one fault. */
  readonly trusted: string
}

const NAMES = ['localhost', '127.0.0.1']
const DAYS = 30

/** Made anew for each front. */
export function showCertificate(kind: CertificateKind): ShownCertificate {
  const ours = createAuthority('Proofsheet Reference Service')
  const trusted = ours.certificate
  if (kind === 'none') return { certificate: null, trusted }
  return { certificate: issue(kind, ours), trusted }
}

function issue(kind: Exclude<CertificateKind, 'none'>, ours: TestAuthority): Certificate {
  if (kind === 'unknown-issuer') return createAuthority('Somebody Else').issue(NAMES, DAYS)
  if (kind === 'expired') return ours.issue(NAMES, -1)
  return ours.issue(kind === 'wrong-name' ? ['elsewhere.example'] : NAMES, DAYS)
}
