/** Failures of Node's network stack under the names Chromium has for them, so that main classifies both alike. */

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

/** While an answer's body is read, a socket that closes has another name than before the headers. */
const BODY_BY_CODE: Readonly<Record<string, string>> = {
  UND_ERR_SOCKET: 'INCOMPLETE_CHUNKED_ENCODING'
}

const REDIRECT_REFUSED = "Attempted to redirect, but redirect policy was 'error'"

/** undici's own words, which have no code. */
const REDIRECT_CAUSE = 'unexpected redirect'
const BAD_PORT_CAUSE = 'bad port'

/**
 * `Error('net::ERR_…')` for a failure of the network, as Electron rejects with. An abort is passed on as it is
 * (its reason), and so is a mistake in the arguments.
 */
export function toNetError(error: unknown, stage: 'request' | 'body'): unknown {
  if (!(error instanceof Error) || error.name === 'AbortError' || error.name === 'TimeoutError') return error
  const cause = rootCause(error)
  if (cause === error && !('code' in error)) return error
  if (cause.message === REDIRECT_CAUSE) return new Error(REDIRECT_REFUSED)
  if (cause.message === BAD_PORT_CAUSE) return new Error('net::ERR_UNSAFE_PORT')
  return new Error(`net::ERR_${nameOf(codeOf(cause), stage)}`, { cause })
}

function nameOf(code: string, stage: 'request' | 'body'): string {
  if (code.startsWith('HPE_')) return stage === 'request' ? 'INVALID_HTTP_RESPONSE' : 'INVALID_CHUNKED_ENCODING'
  if (code.startsWith('ERR_SSL_')) return 'SSL_PROTOCOL_ERROR'
  return (stage === 'body' ? BODY_BY_CODE[code] : undefined) ?? BY_CODE[code] ?? 'FAILED'
}

/** `fetch failed` wraps the network's error; several addresses tried in turn wrap theirs once more. */
function rootCause(error: Error): Error {
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return rootCause(error.errors[0])
  return error.cause instanceof Error ? rootCause(error.cause) : error
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : ''
}

/**
 * Electron's answers fail while they are read with the names of Chromium's errors; so does this one. Canceling the body
 * frees nothing there: the connection stays busy until the request is aborted, and six of those block their host.
 */
export function withNamedBodyErrors(response: Response, signal?: AbortSignal | null): Response {
  const reader = response.body?.getReader()
  if (reader === undefined) return response
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      const end = () => {
        controller.error(signal?.reason)
        // Node's own fetch may have lost its signal to the garbage collector by now.
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
