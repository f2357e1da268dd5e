/** Gives failures of Node's network stack Chromium's names, so that main classifies both alike. */

/** Chromium's names of Node's codes; the first match counts. */
const NAMES: readonly (readonly [code: RegExp, name: string])[] = [
  [/^ECONNREFUSED$/, 'CONNECTION_REFUSED'],
  [/^(ECONNRESET|EPIPE)$/, 'CONNECTION_RESET'],
  [/^ECONNABORTED$/, 'CONNECTION_ABORTED'],
  [/^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, 'CONNECTION_TIMED_OUT'],
  [/^UND_ERR_(HEADERS|BODY)_TIMEOUT$/, 'TIMED_OUT'],
  [/^UND_ERR_SOCKET$/, 'EMPTY_RESPONSE'],
  [/^UND_ERR_RES_CONTENT_LENGTH_MISMATCH$/, 'CONTENT_LENGTH_MISMATCH'],
  [/^UND_ERR_HEADERS_OVERFLOW$/, 'RESPONSE_HEADERS_TOO_BIG'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'NAME_NOT_RESOLVED'],
  [/^(ENETUNREACH|ENETDOWN)$/, 'INTERNET_DISCONNECTED'],
  [/^(EHOSTUNREACH|EHOSTDOWN)$/, 'ADDRESS_UNREACHABLE'],
  [/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/, 'CERT_DATE_INVALID'],
  [/^CERT_REVOKED$/, 'CERT_REVOKED'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'CERT_COMMON_NAME_INVALID'],
  [/^(DEPTH_ZERO_)?SELF_SIGNED_CERT|^UNABLE_TO_|^CERT_UNTRUSTED$/, 'CERT_AUTHORITY_INVALID'],
  [/^EPROTO$|^ERR_SSL_/, 'SSL_PROTOCOL_ERROR'],
  [/^HPE_/, 'INVALID_HTTP_RESPONSE']
]

/** Within a body, some failures have other names than before the headers. */
const BODY_NAMES: typeof NAMES = [
  [/^UND_ERR_SOCKET$/, 'INCOMPLETE_CHUNKED_ENCODING'],
  [/^HPE_/, 'INVALID_CHUNKED_ENCODING'],
  ...NAMES
]

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
  const names = stage === 'request' ? NAMES : BODY_NAMES
  return names.find(([pattern]) => pattern.test(code))?.[1] ?? 'FAILED'
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
