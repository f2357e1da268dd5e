/** Gives failures of Node's network stack Chromium's names, so that main classifies both alike. */

const BY_CODE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'CONNECTION_REFUSED',
  ECONNRESET: 'CONNECTION_RESET',
  EPIPE: 'CONNECTION_RESET',
  ECONNABORTED: 'CONNECTION_ABORTED',
  ETIMEDOUT: 'CONNECTION_TIMED_OUT',
  UND_ERR_CONNECT_TIMEOUT: 'CONNECTION_TIMED_OUT',
  UND_ERR_HEADERS_TIMEOUT: 'TIMED_OUT',
  UND_ERR_BODY_TIMEOUT: 'TIMED_OUT',
  UND_ERR_SOCKET: 'EMPTY_RESPONSE',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'CONTENT_LENGTH_MISMATCH',
  UND_ERR_HEADERS_OVERFLOW: 'RESPONSE_HEADERS_TOO_BIG',
  ENOTFOUND: 'NAME_NOT_RESOLVED',
  EAI_AGAIN: 'NAME_NOT_RESOLVED',
  ENETUNREACH: 'INTERNET_DISCONNECTED',
  ENETDOWN: 'INTERNET_DISCONNECTED',
  EHOSTUNREACH: 'ADDRESS_UNREACHABLE',
  EHOSTDOWN: 'ADDRESS_UNREACHABLE',
  EPROTO: 'SSL_PROTOCOL_ERROR',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'CERT_AUTHORITY_INVALID',
  SELF_SIGNED_CERT_IN_CHAIN: 'CERT_AUTHORITY_INVALID',
  UNABLE_TO_GET_ISSUER_CERT: 'CERT_AUTHORITY_INVALID',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'CERT_AUTHORITY_INVALID',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'CERT_AUTHORITY_INVALID',
  CERT_UNTRUSTED: 'CERT_AUTHORITY_INVALID',
  CERT_HAS_EXPIRED: 'CERT_DATE_INVALID',
  CERT_NOT_YET_VALID: 'CERT_DATE_INVALID',
  CERT_REVOKED: 'CERT_REVOKED',
  ERR_TLS_CERT_ALTNAME_INVALID: 'CERT_COMMON_NAME_INVALID'
}

/** A socket that closes within a body has another name than before the headers. */
const BODY_BY_CODE: Readonly<Record<string, string>> = {
  UND_ERR_SOCKET: 'INCOMPLETE_CHUNKED_ENCODING'
}

const REDIRECT_REFUSED = "Attempted to redirect, but redirect policy was 'error'"

/** Messages of undici that have no code. */
const REDIRECT_CAUSE = 'unexpected redirect'
const BAD_PORT_CAUSE = 'bad port'

/**
 * Returns `Error('net::ERR_…')`, as Electron does, for a network failure. Returns aborts and errors about arguments
 * unchanged.
 */
export function toNetError(error: unknown, stage: 'request' | 'body'): unknown {
  if (!(error instanceof Error) || error.name === 'AbortError' || error.name === 'TimeoutError') return error
  const cause = rootCause(error)
  if (cause === error && !('code' in error)) return error
  if (cause.message === REDIRECT_CAUSE) return new Error(REDIRECT_REFUSED)
  if (cause.message === BAD_PORT_CAUSE) return new Error('net::ERR_UNSAFE_PORT')
  // A response that is not HTTP has no code.
  const code = cause.name === 'HTTPParserError' ? 'HPE_' : codeOf(cause)
  return new Error(`net::ERR_${nameOf(code, stage)}`, { cause })
}

function nameOf(code: string, stage: 'request' | 'body'): string {
  if (code.startsWith('HPE_')) return stage === 'request' ? 'INVALID_HTTP_RESPONSE' : 'INVALID_CHUNKED_ENCODING'
  if (code.startsWith('ERR_SSL_')) return 'SSL_PROTOCOL_ERROR'
  return (stage === 'body' ? BODY_BY_CODE[code] : undefined) ?? BY_CODE[code] ?? 'FAILED'
}

/** Unwraps `fetch failed`, and the aggregate of several addresses. */
function rootCause(error: Error): Error {
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return rootCause(error.errors[0])
  return error.cause instanceof Error ? rootCause(error.cause) : error
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : ''
}

/**
 * Returns the response with Chromium's names for failures of its body. As in Electron, canceling the body does not free
 * the connection until the request is aborted, and six such connections block their host.
 */
export function withNamedBodyErrors(response: Response, signal?: AbortSignal | null): Response {
  const reader = response.body?.getReader()
  if (reader === undefined) return response
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      const end = () => {
        controller.error(signal?.reason)
        // Node's fetch may have lost its signal to the garbage collector.
        reader.cancel().catch(() => undefined)
      }
      signal?.addEventListener('abort', end, { once: true })
    },
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
      } catch (error) {
        controller.error(toNetError(error, 'body'))
      }
    }
  })
  const { status, statusText, headers, url } = response
  const named = new Response(body, { status, statusText, headers })
  Object.defineProperty(named, 'url', { value: url })
  return named
}
