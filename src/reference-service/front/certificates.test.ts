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

/** The code of what went wrong, or the status. */
async function call({ certificate, key }: Certificate, trusted: string): Promise<string> {
  const server = createServer({ cert: certificate, key }, (_asked, response) => void response.end('ok'))
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A listening TCP server's address is never a string or null.
  const { port } = server.address() as AddressInfo
  const { promise, resolve } = Promise.withResolvers<string>()
  const asked = request({ host: '127.0.0.1', servername: 'localhost', port, ca: trusted, agent: false }, (response) =>
    resolve(String(response.statusCode))
  )
  asked.on('error', (error) => resolve('code' in error ? String(error.code) : error.message))
  asked.end()
  return promise
}

const ours = createAuthority('Ours')
const other = createAuthority('Other')

test.each([
  ['a good one is taken', ours.issue(['localhost'], 1), '200'],
  ['one of another authority', other.issue(['localhost'], 1), 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ['one that is over', ours.issue(['localhost'], -2), 'CERT_HAS_EXPIRED'],
  ['one for another name', ours.issue(['elsewhere.test'], 1), 'ERR_TLS_CERT_ALTNAME_INVALID']
])('%s', async (_name, certificate, answer) => {
  expect(await call(certificate, ours.certificate)).toBe(answer)
})
