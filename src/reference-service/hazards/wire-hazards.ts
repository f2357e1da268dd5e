/** Hazards of connections that end, stall or redirect, and of invalid certificates. */
import type { RedirectStatus, RedirectTarget, WireFault } from '../front/play-wire.ts'
import { ALL, type HazardBody, type HazardWork } from './hazard.ts'

const SLOW_PIECES = 20
const SLOW_MS = 100

const on = (work: HazardWork, sentence: string, wire: WireFault): HazardBody => ({
  sentence,
  operations: ALL,
  work,
  level: 'wire',
  wire
})
const redirect = (status: RedirectStatus, to: RedirectTarget, sentence: string): HazardBody =>
  on('not-done', sentence, { kind: 'redirect', status, to })
const shown = (certificate: 'unknown-issuer' | 'expired' | 'wrong-name' | 'none', sentence: string): HazardBody => ({
  sentence,
  operations: [],
  work: 'not-done',
  level: 'certificate',
  certificate
})

export const WIRE_HAZARDS = {
  'reset-before': on('not-done', 'The connection is reset before the request is handled.', { kind: 'reset-before' }),
  'reset-after': on('done', 'The connection is reset after the request is handled.', { kind: 'reset-after' }),
  'reset-reused': on('not-done', 'A reused connection is reset.', {
    kind: 'reset-reused'
  }),
  truncated: on('done', 'The connection ends in the middle of the response.', { kind: 'truncated' }),
  'slow-body': on('done', 'The body arrives in 20 parts, 0.1 s apart.', {
    kind: 'slow',
    pieces: SLOW_PIECES,
    ms: SLOW_MS
  }),
  'stalled-body': on('done', 'Half of the body arrives, then nothing.', { kind: 'stalled' }),
  silent: on('not-done', 'The request gets no response.', { kind: 'silent' }),
  'not-http': on('not-done', 'The response is not HTTP.', { kind: 'not-http' }),
  'redirect-301': redirect(301, 'moved', '301: the API moved to another path of the host.'),
  'redirect-login': redirect(302, 'login', '302 to the login page.')
} as const satisfies Record<string, HazardBody>

export const CERTIFICATE_HAZARDS = {
  'tls-unknown-issuer': shown('unknown-issuer', 'The issuer of the certificate is unknown.'),
  'tls-expired': shown('expired', 'The certificate has expired.'),
  'tls-wrong-name': shown('wrong-name', 'The certificate is for another name.'),
  'tls-none': shown('none', 'The https address responds with plain http.')
} as const satisfies Record<string, HazardBody>
