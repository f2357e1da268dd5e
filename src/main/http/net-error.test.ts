import { expect, test } from 'vitest'
import { classifyNetError, isRedirectRefusal, netErrorName } from './net-error.ts'

test.each([
  ['net::ERR_INTERNET_DISCONNECTED', 'offline', false],
  ['net::ERR_NAME_NOT_RESOLVED', 'host-not-found', false],
  ['net::ERR_CONNECTION_REFUSED', 'connection-refused', false],
  ['net::ERR_ADDRESS_UNREACHABLE', 'host-unreachable', false],
  ['net::ERR_CERT_AUTHORITY_INVALID', 'tls-untrusted', false],
  ['net::ERR_CERT_DATE_INVALID', 'tls-expired', false],
  ['net::ERR_CERT_COMMON_NAME_INVALID', 'tls-wrong-name', false],
  ['net::ERR_CERT_SOMETHING_NEW', 'tls-failed', false],
  ['net::ERR_SSL_VERSION_OR_CIPHER_MISMATCH', 'tls-failed', false],
  ['net::ERR_PROXY_CONNECTION_FAILED', 'proxy-failed', false],
  // From here on the service may have received the request, so a create must be looked up before it is sent again.
  ['net::ERR_SSL_PROTOCOL_ERROR', 'tls-failed', true],
  ['net::ERR_CONNECTION_RESET', 'connection-lost', true],
  ['net::ERR_CONNECTION_CLOSED', 'connection-lost', true],
  ['net::ERR_EMPTY_RESPONSE', 'connection-lost', true],
  ['net::ERR_CONNECTION_TIMED_OUT', 'timed-out', true],
  ['net::ERR_NETWORK_CHANGED', 'connection-lost', true],
  ['net::ERR_NETWORK_IO_SUSPENDED', 'connection-lost', true],
  ['net::ERR_CONTENT_LENGTH_MISMATCH', 'connection-lost', true],
  ['net::ERR_INVALID_HTTP_RESPONSE', 'not-understood', true],
  ['net::ERR_UNKNOWN_NAME', 'connection-lost', true],
  ["Attempted to redirect, but redirect policy was 'error'", 'redirected', true],
  ['something else', 'connection-lost', true]
] as const)('%s', (message, code, wasSent) => {
  expect(classifyNetError(new Error(message))).toEqual({ code, wasSent })
})

test('the name is also found in a cause, and a value that is not an error is accepted', () => {
  const nested = new TypeError('fetch failed', { cause: new Error('net::ERR_CONNECTION_REFUSED') })
  expect(netErrorName(nested)).toBe('ERR_CONNECTION_REFUSED')
  expect(isRedirectRefusal(new TypeError('fetch failed', { cause: new Error('unexpected redirect') }))).toBe(true)
  expect(classifyNetError(undefined)).toEqual({ code: 'connection-lost', wasSent: true })
})
