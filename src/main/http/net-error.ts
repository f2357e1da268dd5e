/** Maps Chromium's network errors to failure codes. Pure. */
import type { FailureCode } from '../../shared/failure.ts'

export interface ClassifiedError {
  readonly code: FailureCode
  /** `false` only if the error proves that no byte of the request reached the service. */
  readonly wasSent: boolean
}

const unsent = (code: FailureCode): ClassifiedError => ({ code, wasSent: false })
const sent = (code: FailureCode): ClassifiedError => ({ code, wasSent: true })

/**
 * Known errors. Each `unsent` error belongs to a step before the request is written: name lookup, connect, proxy,
 * certificate. Errors that can also occur on a reused socket (a reset, ETIMEDOUT, a broken TLS record) are `sent`,
 * because a create wrongly treated as unsent would be charged twice.
 */
const ERRORS: Readonly<Record<string, ClassifiedError>> = {
  ERR_INTERNET_DISCONNECTED: unsent('offline'),
  ERR_NAME_NOT_RESOLVED: unsent('host-not-found'),
  ERR_NAME_RESOLUTION_FAILED: unsent('host-not-found'),
  ERR_DNS_TIMED_OUT: unsent('host-not-found'),
  ERR_DNS_SERVER_FAILED: unsent('host-not-found'),
  ERR_DNS_MALFORMED_RESPONSE: unsent('host-not-found'),
  ERR_DNS_SECURE_RESOLVER_HOSTNAME_RESOLUTION_FAILED: unsent('host-not-found'),
  ERR_ICANN_NAME_COLLISION: unsent('host-not-found'),
  ERR_CONNECTION_REFUSED: unsent('connection-refused'),
  ERR_ADDRESS_UNREACHABLE: unsent('host-unreachable'),
  ERR_ADDRESS_INVALID: unsent('host-unreachable'),
  ERR_NETWORK_ACCESS_DENIED: unsent('host-unreachable'),
  ERR_UNSAFE_PORT: unsent('host-unreachable'),
  ERR_BLOCKED_BY_ADMINISTRATOR: unsent('host-unreachable'),
  ERR_INVALID_URL: unsent('address-invalid'),
  ERR_UNKNOWN_URL_SCHEME: unsent('address-invalid'),
  ERR_DISALLOWED_URL_SCHEME: unsent('address-invalid'),

  ERR_CERT_AUTHORITY_INVALID: unsent('tls-untrusted'),
  ERR_CERT_REVOKED: unsent('tls-untrusted'),
  ERR_CERT_INVALID: unsent('tls-untrusted'),
  ERR_CERT_WEAK_SIGNATURE_ALGORITHM: unsent('tls-untrusted'),
  ERR_CERT_WEAK_KEY: unsent('tls-untrusted'),
  ERR_CERT_KNOWN_INTERCEPTION_BLOCKED: unsent('tls-untrusted'),
  ERR_CERTIFICATE_TRANSPARENCY_REQUIRED: unsent('tls-untrusted'),
  ERR_SSL_PINNED_KEY_NOT_IN_CERT_CHAIN: unsent('tls-untrusted'),
  ERR_CERT_DATE_INVALID: unsent('tls-expired'),
  ERR_CERT_VALIDITY_TOO_LONG: unsent('tls-expired'),
  ERR_CERT_COMMON_NAME_INVALID: unsent('tls-wrong-name'),
  ERR_SSL_VERSION_OR_CIPHER_MISMATCH: unsent('tls-failed'),
  ERR_SSL_OBSOLETE_CIPHER: unsent('tls-failed'),
  ERR_SSL_UNRECOGNIZED_NAME_ALERT: unsent('tls-failed'),
  ERR_SSL_PROTOCOL_ERROR: sent('tls-failed'),
  ERR_SSL_CLIENT_AUTH_CERT_NEEDED: sent('tls-failed'),

  ERR_PROXY_CONNECTION_FAILED: unsent('proxy-failed'),
  ERR_TUNNEL_CONNECTION_FAILED: unsent('proxy-failed'),
  ERR_MANDATORY_PROXY_CONFIGURATION_FAILED: unsent('proxy-failed'),
  ERR_PROXY_CERTIFICATE_INVALID: unsent('proxy-failed'),
  ERR_PROXY_AUTH_UNSUPPORTED: unsent('proxy-failed'),
  ERR_PROXY_AUTH_REQUESTED: unsent('proxy-failed'),
  ERR_PAC_SCRIPT_FAILED: unsent('proxy-failed'),
  ERR_SOCKS_CONNECTION_FAILED: unsent('proxy-failed'),
  ERR_SOCKS_CONNECTION_HOST_UNREACHABLE: unsent('proxy-failed'),

  ERR_TIMED_OUT: sent('timed-out'),
  ERR_CONNECTION_TIMED_OUT: sent('timed-out'),
  ERR_INVALID_HTTP_RESPONSE: sent('not-understood'),
  ERR_RESPONSE_HEADERS_TOO_BIG: sent('not-understood'),
  ERR_RESPONSE_HEADERS_MULTIPLE_CONTENT_LENGTH: sent('not-understood'),
  ERR_RESPONSE_HEADERS_MULTIPLE_LOCATION: sent('not-understood'),
  ERR_TOO_MANY_REDIRECTS: sent('redirected'),
  ERR_INVALID_REDIRECT: sent('redirected'),
  ERR_UNSAFE_REDIRECT: sent('redirected')
}

/** Extracts the ERR_ name of a thrown error, or `null`. Chromium provides it only in the message. */
export function netErrorName(error: unknown): string | null {
  return /\bERR_[A-Z0-9_]+/.exec(wordsOf(error))?.[0] ?? null
}

/** Classifies an error; an unknown one is a lost connection whose request may have been sent. */
export function classifyNetError(error: unknown): ClassifiedError {
  const name = netErrorName(error)
  if (name !== null)
    return ERRORS[name] ?? (name.startsWith('ERR_CERT') ? unsent('tls-failed') : sent('connection-lost'))
  return isRedirectRefusal(error) ? sent('redirected') : sent('connection-lost')
}

/** Whether `redirect: 'error'` refused a redirect, which both network stacks report only in the message. */
export function isRedirectRefusal(error: unknown): boolean {
  return /\bredirect/i.test(wordsOf(error))
}

/** Returns the messages of an error and its cause, because the top one of Node's `fetch` is only "fetch failed". */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message}: ${wordsOf(error.cause)}`
}
