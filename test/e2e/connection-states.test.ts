/**
 * Every state of the connection has its sentence and its action, separately for each group, and no change is lost in
 * any of them.
 */
import { createServer, type Server } from 'node:https'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { asSentence, failureSentence, failureText, listSentence } from '../../src/copy/failures.ts'
import { copy } from '../../src/copy/language.ts'
import { ANY, pattern } from '../../drivers/pattern.ts'
import type { Failure } from '../../src/shared/failure.ts'
import type { Fault } from '../../src/reference-service/faults.ts'
import { startReferenceService, type RunningService } from '../../src/reference-service/server.ts'
import type { Group } from '../../src/shared/sync-status.ts'
import { createAuthority, type Certificate } from '../../src/reference-service/front/certificates.ts'
import { hostOnly } from '../../drivers/chosen-shell.ts'
import { pressInGrid, statusText } from '../../drivers/user.ts'
import { ask, isUpToDate, readStatus, waitForStatus } from '../../drivers/window-bridge.ts'
import { controlOf, IMAGES_KEY, openStage, PROJECTS_KEY, type Stage } from '../../drivers/stage.ts'
import { expectSoon } from './expect-soon.ts'
import { deepOnly, inDepth } from '../helpers/depth.ts'

/** The headline for a list that fails so. */
const saidOf = (failure: Failure): string => asSentence(listSentence(failure, 'images').headline)

const TOTAL = 60
const authority = createAuthority('Tests')
const stranger = createAuthority('Unknown')

let stage: Stage
let page: Page
const servers: Server[] = []

beforeAll(async () => {
  stage = await openStage({ images: TOTAL, projects: 4, seed: 11 })
  const trusted = join(stage.profile, 'authority.pem')
  writeFileSync(trusted, authority.certificate)
  page = await stage.open({ env: { NODE_EXTRA_CA_CERTS: trusted } })
})
afterAll(async () => {
  for (const server of servers) server.close()
  await stage.close()
})
afterEach(() => stage.service.change({ faults: null, imagesKey: IMAGES_KEY, projectsKey: PROJECTS_KEY }))

const json = (status: number, body: object): Fault => ({ kind: 'status', status, body: JSON.stringify(body) })
const bar = (): Locator => page.getByRole('main').locator('xpath=..')
const expectSaid = (text: string | RegExp): Promise<void> =>
  page.getByText(text).filter({ visible: true }).first().waitFor()
/** Name of the button in the foot of the sidebar. */
/** By its host alone, because a service that moves changes its port. */
const footer = (): RegExp => pattern(copy.connection.footer(`127.0.0.1:${ANY}`, ANY))
/** A question, not a message. */
const dialog = (): Locator => page.locator('[role=dialog][data-holds-window]')
const press = (name: string | RegExp): Promise<void> => page.getByRole('button', { name, exact: true }).click()

/** Every request of this group gets this response. */
function answer(fault: Fault, group: Group | null = null): Promise<null> {
  stage.service.change({ faults: (subject) => (group === null || subject.group === group ? fault : null) })
  return ask(page, 'syncNow', null)
}

async function restoreService(): Promise<void> {
  stage.service.change({ faults: null, imagesKey: IMAGES_KEY, projectsKey: PROJECTS_KEY })
  await expectSoon(async () => {
    await ask(page, 'syncNow', null)
    return isUpToDate(await readStatus(page))
  }).toBe(true)
}

async function secureServer({ certificate, key }: Certificate): Promise<string> {
  const server = createServer({ cert: certificate, key }, (_asked, response) => void response.end('{}'))
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // The address of a listening TCP server is never a string or null.
  return `https://localhost:${(server.address() as AddressInfo).port}`
}

deepOnly(() => {
  describe('testing a connection', () => {
    async function test(address: string): Promise<void> {
      await page.getByLabel(copy.connect.imagesAddress).fill(address)
      await page.getByLabel(copy.connect.key, { exact: true }).fill(IMAGES_KEY)
      await page.getByLabel(copy.connect.projectsAddress).fill(stage.service.projectsUrl)
      const own = page.getByLabel(copy.connect.projectsKey)
      if ((await own.count()) === 0) await page.getByText(copy.connect.sameKey).click()
      await own.fill(PROJECTS_KEY)
      await page.getByRole('button', { name: pattern(copy.connect.test, copy.connect.testAgain) }).click()
    }

    async function expectAtAddress(sentence: string | RegExp): Promise<void> {
      await page.getByText(sentence).waitFor()
      await expectSoon(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true')
    }

    it.each([
      [
        'an unknown host',
        async () => 'https://nowhere.invalid',
        saidOf({ code: 'host-not-found', host: 'nowhere.invalid' })
      ],
      [
        'an address without a listener',
        async () => 'http://127.0.0.1:65533',
        saidOf({ code: 'connection-refused', host: '127.0.0.1:65533' })
      ],
      [
        'a certificate of an unknown issuer',
        () => secureServer(stranger.issue(['localhost'], 9)),
        pattern(saidOf({ code: 'tls-untrusted', host: ANY }))
      ]
    ])('%s is reported by its name', async (_what, address, sentence) => {
      await test(await address())
      await expectAtAddress(sentence)
    })

    // Electron on Linux does not load an authority from a file, so it would report both as unknown.
    hostOnly(() => {
      it.each([
        [
          'an expired certificate',
          authority.issue(['localhost'], -3),
          pattern(failureText({ code: 'tls-expired', host: ANY }, 'images'))
        ],
        [
          'a certificate for another name',
          authority.issue(['elsewhere.test'], 9),
          pattern(failureText({ code: 'tls-wrong-name', host: ANY }, 'images'))
        ]
      ])('%s is named', async (_what, certificate, sentence) => {
        await test(await secureServer(certificate))
        await expectAtAddress(sentence)
      })
    })

    const answers = [
      ['no access', json(403, { message: 'Upgrade.', status: 403 }), saidOf({ code: 'forbidden' })],
      ['a missing list', { kind: 'html', status: 404 }, saidOf({ code: 'wrong-address' })],
      ['a rejected list', json(422, { message: { per_page: ['No.'] } }), saidOf({ code: 'refused-fields' })],
      ['an HTML page', { kind: 'html' }, saidOf({ code: 'not-json' })],
      ['a failing service', json(500, { message: 'x' }), saidOf({ code: 'service-error' })]
    ] as const

    it.each(answers)('%s is reported as such', async (_what, fault, sentence) => {
      stage.service.change({ faults: () => fault })
      await test(stage.service.imagesUrl)
      await expectSaid(sentence)
    })

    it('forgets the result when the same text is typed again', async () => {
      await test('ftp://x')
      await expectSaid(failureSentence({ code: 'address-invalid' }, 'images').headline)
      await page.getByLabel(copy.connect.imagesAddress).fill('http://images.test')
      await expectSaid(copy.connect.notEncrypted)
    })
  })
})

describe('a connected library', () => {
  beforeAll(async () => {
    await page.reload()
    await stage.connect()
  })
  afterEach(restoreService)

  const answers = [
    ['no access', json(403, { message: 'Upgrade.' }), saidOf({ code: 'forbidden' }), copy.banners.tryAnotherKey],
    [
      'blocked',
      { kind: 'html', status: 403 },
      pattern(saidOf({ code: 'blocked', host: ANY })),
      copy.banners.openInBrowser
    ],
    [
      'a missing list',
      { kind: 'html', status: 404 },
      saidOf({ code: 'wrong-address' }),
      copy.failures.steps['edit-address']
    ],
    [
      'a rejected list',
      json(422, { message: { page: ['No.'] } }),
      saidOf({ code: 'refused-fields' }),
      copy.banners.tryNow
    ],
    ['an HTML page', { kind: 'html' }, saidOf({ code: 'not-json' }), copy.banners.openInBrowser],
    [
      'an unrelated response',
      json(200, { hello: 1 }),
      saidOf({ code: 'not-understood', missing: 'list' }),
      copy.banners.tryNow
    ],
    ['a failing service', json(503, { message: 'x' }), saidOf({ code: 'service-error' }), copy.banners.tryNow],
    ['a lost connection', { kind: 'drop-before' }, saidOf({ code: 'connection-lost' }), copy.banners.tryNow]
  ] as const

  it.each(answers.slice(0, inDepth(answers.length, 2)))(
    'that meets %s says so, and offers an action',
    async (_what, fault, sentence, step) => {
      await answer(fault)
      await expectSaid(sentence)
      await page.getByRole('button', { name: step, exact: true }).waitFor()
    }
  )

  it('keeps changes made during the failure, and sends them afterwards', async () => {
    await answer(json(403, { message: 'Upgrade.' }))
    await expectSaid(saidOf({ code: 'forbidden' }))
    await pressInGrid(page, 'Control+a', 'f')
    await expectSoon(async () => (await readStatus(page)).waiting).toBeGreaterThan(0)
    await restoreService()
    expect([...stage.service.truth.images.values()].every(({ favorite }) => favorite)).toBe(true)
  })

  deepOnly(() => {
    it('names the group that the network blocks', async () => {
      await answer({ kind: 'html' }, 'projects')
      await expectSaid(saidOf({ code: 'not-json' }))
      expect(await bar().innerText()).toContain(copy.banners.projectsOnly)
    })

    // A real browser would open in Electron.
    hostOnly(() => {
      it('opens the page of the network in the browser, with nothing but the group’s own address', async () => {
        await answer({ kind: 'html' }, 'projects')
        await expectSaid(saidOf({ code: 'not-json' }))
        const host = controlOf(stage)
        await press(copy.banners.openInBrowser)
        await expectSoon(async () => (await host('recorded', 'shell.openExternal')).length).toBe(1)
        const [recorded] = await host('recorded', 'shell.openExternal')
        expect(recorded?.details[0]).toBe(`${stage.service.projectsUrl}/`)
      })
    })

    it('distinguishes the two groups in its footer, while one is signed out', async () => {
      stage.service.change({ projectsKey: 'sk-projects-renewed-1' })
      await ask(page, 'syncNow', null)
      await page
        .getByRole('button', {
          name: pattern(`${copy.status.connected}. ${copy.connection.projectsLine(copy.status.keyNotAccepted)}`)
        })
        .waitFor()
      await expectSoon(() => statusText(page)).toBe(copy.connection.projectsLine(copy.status.keyNotAccepted))
    })

    hostOnly(() => {
      it('works offline, and its message disappears when the network is back', async () => {
        const host = controlOf(stage)
        await host('setOnline', false)
        await ask(page, 'syncNow', null)
        await expectSaid(asSentence(copy.banners.offline))
        await host('setOnline', true)
      })
    })
  })
})

describe('a service that has moved', () => {
  let other: RunningService

  beforeAll(async () => {
    // The same records under the same key, at another port.
    other = await startReferenceService({
      images: TOTAL,
      projects: 4,
      seed: 11,
      perMinute: 0,
      imagesKey: IMAGES_KEY,
      projectsKey: PROJECTS_KEY
    })
  })
  afterAll(() => other.close())

  const moved = (): Fault => ({
    kind: 'status',
    status: 301,
    headers: { location: `${other.imagesUrl}/api/v1/images?page=2` }
  })

  it('needs a confirmation: if canceled, nothing is sent there and nothing changes', async () => {
    await answer(moved(), 'images')
    await expectSaid(pattern(saidOf({ code: 'redirected', host: ANY, location: `${other.imagesUrl}/api/v1/images` })))
    await press(copy.failures.steps['use-address'])
    await dialog()
      .getByText(copy.connection.keyGoesTo(new URL(other.imagesUrl).host))
      .waitFor()
    await dialog().getByRole('button', { name: copy.connection.cancel }).click()
    expect(other.log).toEqual([])
    const connection = await ask(page, 'getConnection', null)
    expect(connection?.images.address).toBe(stage.service.imagesUrl)
    await restoreService()
  })

  it('is used after confirmation: unsent changes are sent there, with the key', async () => {
    await answer(moved(), 'images')
    await expectSaid(pattern(saidOf({ code: 'redirected', host: ANY, location: ANY })))
    await pressInGrid(page, 'Control+a', 'Shift+f')
    await expectSoon(async () => (await readStatus(page)).waiting).toBeGreaterThan(0)
    await press(copy.failures.steps['use-address'])
    await dialog()
      .getByRole('button', { name: copy.connection.useHost(new URL(other.imagesUrl).host) })
      .click()
    await dialog().waitFor({ state: 'detached' })
    await waitForStatus(page, ({ images, waiting }) => images.state === 'up-to-date' && waiting === 0)
    expect([...other.truth.images.values()].every(({ favorite }) => !favorite)).toBe(true)
    expect(other.log.every(({ status }) => status === 200)).toBe(true)
  })

  it('can be moved back manually, and an invalid address changes nothing', async () => {
    await page.getByRole('button', { name: footer() }).click()
    await page.getByRole('menuitem', { name: copy.connection.editAddress }).first().click()
    await dialog().getByLabel(copy.connection.address).fill('ftp://nowhere')
    await dialog()
      .getByText(failureSentence({ code: 'address-invalid' }, 'images').headline)
      .waitFor()
    await dialog().getByLabel(copy.connection.address).fill(`${stage.service.imagesUrl}/api/v1/images/`)
    await page.keyboard.press('Enter')
    await dialog().waitFor({ state: 'detached' })
    const connection = await ask(page, 'getConnection', null)
    expect(connection?.images.address).toBe(stage.service.imagesUrl)
    await restoreService()
  })
})

describe('the key of one group', () => {
  const menu = async (item: string): Promise<void> => {
    await page.getByRole('button', { name: footer() }).click()
    await page.getByRole('menuitem', { name: item }).last().click()
  }

  it('is removed after a confirmation, and the other group keeps working', async () => {
    await menu(copy.connection.removeKey)
    await page.getByRole('dialog', { name: copy.connection.removeTitle.projects }).waitFor()
    await press(copy.connection.remove)
    await expectSaid(asSentence(copy.banners.keyAbsent))
    await expectSoon(async () => (await readStatus(page)).projects.failure?.code).toBe('key-missing')
    stage.service.clearLog()
    await ask(page, 'syncNow', null)
    await expectSoon(() => stage.service.log.length).toBeGreaterThan(0)
    await waitForStatus(page, ({ images }) => images.state === 'up-to-date')
    expect(stage.service.log.filter(({ group }) => group === 'projects')).toEqual([])
  })

  it('can be entered again in the footer', async () => {
    await menu(copy.connection.enterKey)
    await dialog().getByLabel(copy.connect.projectsKey).fill(PROJECTS_KEY)
    await press(copy.newKey.save)
    await dialog().waitFor({ state: 'detached' })
    await restoreService()
    expect(stage.bugs()).toEqual([])
  })
})
