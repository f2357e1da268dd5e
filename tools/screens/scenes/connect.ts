/** The connect screen, and each result of the connection test. */
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer as createTlsServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { copy } from '../../../src/copy/language.ts'
import type { Fault } from '../../../src/reference-service/faults.ts'
import { createAuthority, type Certificate } from '../../../src/reference-service/front/certificates.ts'
import { IMAGES_KEY, PROJECTS_KEY } from '../../../drivers/stage.ts'
import { ANY, pattern } from '../../../drivers/pattern.ts'
import { headlineOf, json, type Act, type Scene, type Stand } from '../scene.ts'

async function type(page: Page, address: string, key = IMAGES_KEY): Promise<void> {
  await page.getByLabel(copy.connect.imagesAddress).fill(address)
  await page.getByLabel(copy.connect.key, { exact: true }).fill(key)
  const own = page.getByLabel(copy.connect.projectsKey)
  if ((await own.count()) === 0) await page.getByText(copy.connect.sameKey).click()
  await own.fill(PROJECTS_KEY)
}

async function test(page: Page): Promise<void> {
  await page.getByRole('button', { name: pattern(copy.connect.test, copy.connect.testAgain) }).click()
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
  { name: 'connect', says: () => copy.connect.title, setUp: async (stand) => stand.page() },
  met('tested', () => copy.connect.bothReady, tested(ofService)),
  met('not-an-address', headlineOf({ code: 'address-invalid' }), testedAt('ftp://x')),
  met(
    'not-encrypted',
    () => copy.connect.notEncrypted,
    (stand) => type(stand.page(), 'http://images.example.org')
  ),
  met(
    'no-such-host',
    headlineOf({ code: 'host-not-found', host: 'nowhere.invalid' }),
    testedAt('https://nowhere.invalid')
  ),
  met(
    'refused',
    headlineOf({ code: 'connection-refused', host: '127.0.0.1:65533' }),
    testedAt('http://127.0.0.1:65533')
  ),
  met('tls-untrusted', headlineOf({ code: 'tls-untrusted', host: ANY }), testedSecure(stranger, 'localhost', 30)),
  met('tls-expired', headlineOf({ code: 'tls-expired', host: ANY }), testedSecure(authority, 'localhost', -3)),
  met(
    'tls-wrong-name',
    headlineOf({ code: 'tls-wrong-name', host: ANY }),
    testedSecure(authority, 'elsewhere.example', 30)
  ),
  met('key-refused', headlineOf({ code: 'unauthorized' }), tested(ofService, 'sk-not-this-one-0000')),
  problem('forbidden', headlineOf({ code: 'forbidden' }), json(403, { message: 'Upgrade your plan.', status: 403 })),
  problem('blocked', headlineOf({ code: 'blocked', host: ANY }), { kind: 'html', status: 403 }),
  problem('not-found', headlineOf({ code: 'wrong-address' }), { kind: 'html', status: 404 }),
  problem(
    'list-refused',
    () => copy.failures.listRejected('images', '').headline,
    json(422, { message: { per_page: ['The per page is not valid.'] }, status: 422 })
  ),
  problem('slow-down', headlineOf({ code: 'rate-limited' }), {
    kind: 'status',
    status: 429,
    headers: { 'retry-after': '40' }
  }),
  problem('trouble', headlineOf({ code: 'service-error' }), json(500, { message: 'Server Error' })),
  problem('portal', headlineOf({ code: 'not-json' }), { kind: 'html' }),
  problem('moved', headlineOf({ code: 'redirected', host: ANY, location: 'https://other.example' }), {
    kind: 'status',
    status: 302,
    headers: { location: 'https://other.example/api/v1/images' }
  }),
  problem('not-understood', headlineOf({ code: 'not-understood', missing: 'list' }), json(200, { hello: 'world' }))
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
