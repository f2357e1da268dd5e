/** The connect screen, and each result of the connection test. */
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer as createTlsServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { Fault } from '../../../src/reference-service/faults.ts'
import { createAuthority, type Certificate } from '../../../src/reference-service/front/certificates.ts'
import { IMAGES_KEY, PROJECTS_KEY } from '../../../drivers/stage.ts'
import { json, type Act, type Scene, type Stand } from '../scene.ts'

async function type(page: Page, address: string, key = IMAGES_KEY): Promise<void> {
  await page.getByLabel('Images service address').fill(address)
  await page.getByLabel('API key', { exact: true }).fill(key)
  const own = page.getByLabel('API key for projects')
  if ((await own.count()) === 0) await page.getByText('Use the same key for projects').click()
  await own.fill(PROJECTS_KEY)
}

async function test(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Test (connection|again)$/ }).click()
}

/** Types an address and presses Test. */
const tested =
  (address: (stand: Stand) => string | Promise<string>, key?: string): Scene['setUp'] =>
  async (stand) => {
    const page = stand.page()
    await type(page, await address(stand), key)
    await test(page)
  }

const testedAt = (address: string): Scene['setUp'] => tested(() => address)

const ofService = ({ service }: Stand): string => service.imagesUrl

/** Tests a service that responds to each request with a fault. */
const responding =
  (fault: Fault): Scene['setUp'] =>
  async (stand) => {
    stand.service.change({ faults: () => fault })
    return tested(ofService)(stand)
  }
const resetFaults = async ({ service }: Stand): Promise<void> => service.change({ faults: null })

const met = (name: string, says: Scene['says'], setUp: Scene['setUp']): Scene => ({
  name: `connect-${name}`,
  says,
  setUp
})

const problem = (name: string, says: Scene['says'], fault: Fault): Scene => ({
  ...met(name, says, responding(fault)),
  undo: resetFaults
})

const authority = createAuthority('Screens')
const stranger = createAuthority('Stranger')
const servers: Server[] = []

/** Starts a server with a certificate on this computer. */
async function secure({ certificate, key }: Certificate): Promise<string> {
  const server = createTlsServer({ cert: certificate, key }, (_request, response) => void response.end('{}'))
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()
  // The address of a listening TCP server is never a string or `null`.
  return `https://localhost:${(server.address() as AddressInfo).port}`
}

const testedSecure = (by: typeof authority, name: string, days: number): Scene['setUp'] =>
  tested(() => secure(by.issue([name], days)))

const scenes: readonly Scene[] = [
  { name: 'connect', says: 'Connect your library', setUp: async (stand) => stand.page() },
  met('tested', 'Everything works. Connect to open your library.', tested(ofService)),
  met('not-an-address', /That doesn’t look like a web address/, testedAt('ftp://x')),
  met('not-encrypted', /Not encrypted\. Anyone on the network could read your key\./, (stand) =>
    type(stand.page(), 'http://images.example.org')
  ),
  met('no-such-host', /Can’t find nowhere\.invalid/, testedAt('https://nowhere.invalid')),
  met('refused', /127\.0\.0\.1:65533 isn’t responding/, testedAt('http://127.0.0.1:65533')),
  met('tls-untrusted', /Can’t verify the identity of localhost/, testedSecure(stranger, 'localhost', 30)),
  met('tls-expired', /The certificate of localhost:\d+ has expired/, testedSecure(authority, 'localhost', -3)),
  met(
    'tls-wrong-name',
    /The certificate of localhost:\d+ is for a different name/,
    testedSecure(authority, 'elsewhere.example', 30)
  ),
  met('key-refused', /The images service didn’t accept your key/, tested(ofService, 'sk-not-this-one-0000')),
  problem('forbidden', 'Your key isn’t allowed to do this', json(403, { message: 'Upgrade your plan.', status: 403 })),
  problem('blocked', /Access to .* is blocked/, { kind: 'html', status: 403 }),
  problem('not-found', 'There is no images service at this address', { kind: 'html', status: 404 }),
  problem(
    'list-refused',
    'The images service rejected the list request',
    json(422, { message: { per_page: ['The per page is not valid.'] }, status: 422 })
  ),
  problem('slow-down', 'Rate limit reached', {
    kind: 'status',
    status: 429,
    headers: { 'retry-after': '40' }
  }),
  problem('trouble', 'The service is having problems', json(500, { message: 'Server Error' })),
  problem('portal', 'Received a web page instead of your library', { kind: 'html' }),
  problem('moved', /redirects to https:\/\/other\.example/, {
    kind: 'status',
    status: 302,
    headers: { location: 'https://other.example/api/v1/images' }
  }),
  problem('not-understood', 'This address returned no images', json(200, { hello: 'world' }))
]

export const connectAct: Act = {
  name: 'connect',
  prepare: async (stand) => {
    const file = join(stand.profile, 'authority.pem')
    await writeFile(file, authority.certificate)
    await stand.open({ env: { NODE_EXTRA_CA_CERTS: file } })
  },
  scenes
}
