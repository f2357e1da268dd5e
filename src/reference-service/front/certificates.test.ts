import { once } from 'node:events'
import { createServer, type Server } from 'node:https'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createAuthority, type Certificate } from './certificates.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** Returns the error code or the status. */
async function call({ certificate, key }: Certificate, trusted: string): Promise<string> {
  const server = createServer({ cert: certificate, key }, (_asked, response) => void response.end('ok'))
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // The address of a listening TCP server is never a string or `null`.
  const { port } = server.address() as AddressInfo
  const { promise, resolve } = Promise.withResolvers<string>()
  const outgoing = request(
    { host: '127.0.0.1', servername: 'localhost', port, ca: trusted, agent: false },
    (response) => resolve(String(response.statusCode))
  )
  outgoing.on('error', (error) => resolve('code' in error ? String(error.code) : error.message))
  outgoing.end()
  return promise
}

const ours = createAuthority('Ours')
const other = createAuthority('Other')

test.each([
  ['a valid one is accepted', ours.issue(['localhost'], 1), '200'],
  ['one of another authority is rejected', other.issue(['localhost'], 1), 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ['an expired one is rejected', ours.issue(['localhost'], -2), 'CERT_HAS_EXPIRED'],
  ['one for another name is rejected', ours.issue(['elsewhere.test'], 1), 'ERR_TLS_CERT_ALTNAME_INVALID']
])('%s', async (_name, certificate, expected) => {
  expect(await call(certificate, ours.certificate)).toBe(expected)
})
