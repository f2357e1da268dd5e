/** Connects the window to the demo service, as `npm start` does: through its bridge, with keys kept until it ends. */
import { chromium, type Browser, type Page } from 'playwright-core'
import type { Bridge } from '../../src/shared/bridge.ts'
import type { Result } from '../../src/shared/failure.ts'
import type { DemoService } from './shell-run.ts'

export interface Entrance {
  /** Of the debugging port. */
  readonly endpoint: string
  /** Address of the dev server. */
  readonly page: string
  readonly service: DemoService | null
}

interface PageWindow {
  readonly bridge: Bridge
}

const LIMIT_MS = 60_000

/** Answers a sentence for the person. Rejects when the window does not come, or does not take the connection. */
export async function enterService({ endpoint, page, service }: Entrance): Promise<string> {
  const browser = await chromium.connectOverCDP(endpoint, { timeout: LIMIT_MS })
  try {
    const window = await findWindow(browser, page)
    return `${await enter(window, service)} Debugging: http://${new URL(endpoint).host}`
  } finally {
    await browser.close()
  }
}

async function findWindow(browser: Browser, address: string): Promise<Page> {
  const [context] = browser.contexts()
  if (context === undefined) throw new Error('The browser has no context')
  const page = context.pages()[0] ?? (await context.waitForEvent('page', { timeout: LIMIT_MS }))
  await page.waitForURL((url) => url.origin === new URL(address).origin, { timeout: LIMIT_MS })
  return page
}

async function enter(page: Page, service: DemoService | null): Promise<string> {
  const connection = valueOf(
    await page.evaluate(() => (globalThis as unknown as PageWindow).bridge.getConnection(null))
  )
  if (service === null)
    return connection === null ? 'The connect screen is open.' : `The library of ${connection.images.address} is open.`
  if (connection === null) {
    await connect(page, service)
    return `Connected to the local service at ${service.url}.`
  }
  if (!isAt(connection.images.address, service.url)) {
    return `The profile is connected to ${connection.images.address} and stays so; the local service at ${service.url} is there for you to try.`
  }
  await giveKeys(page, service)
  return `Connected again to the local service at ${service.url}.`
}

async function connect(page: Page, { url, imagesKey, projectsKey }: DemoService): Promise<void> {
  const draft = {
    images: { address: url, key: imagesKey },
    projects: { address: url, key: projectsKey },
    allowInsecure: true
  }
  valueOf(
    await page.evaluate(
      (given) => (globalThis as unknown as PageWindow).bridge.connect({ draft: given, keep: 'session' }),
      draft
    )
  )
}

/** They went with the run before. */
async function giveKeys(page: Page, { imagesKey, projectsKey }: DemoService): Promise<void> {
  for (const [group, key] of [
    ['images', imagesKey],
    ['projects', projectsKey]
  ] as const) {
    valueOf(
      await page.evaluate(
        (given) => (globalThis as unknown as PageWindow).bridge.replaceKey({ ...given, keep: 'session' }),
        { group, key }
      )
    )
  }
}

const isAt = (address: string, url: string): boolean => new URL(address).origin === new URL(url).origin

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`the bridge answered ${result.failure.code}`)
  return result.value
}
