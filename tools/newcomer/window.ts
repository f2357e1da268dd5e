/** What is on the screen of a program that opened a debugging port: looked at, never asked. */
import { createServer } from 'node:net'
import { once } from 'node:events'
import { chromium, type Page } from 'playwright-core'

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No port is free on this machine.')
  return address.port
}

/** What the look finds in the window behind this port; null while there is none, or while it finds nothing. */
export async function lookAt<T>(port: number, look: (page: Page) => Promise<T | null>): Promise<T | null> {
  const address = `http://127.0.0.1:${port}`
  const isThere = await fetch(`${address}/json/version`).then(
    ({ ok }) => ok,
    () => false
  )
  if (!isThere) return null
  const browser = await chromium.connectOverCDP(address)
  try {
    const page = browser.contexts()[0]?.pages()[0]
    // A page that is being loaded cannot be looked at: the next look tells.
    return page === undefined ? null : await look(page).catch(() => null)
  } finally {
    await browser.close()
  }
}

/** Tiles whose picture is drawn; null until each tile in the window that has one shows it. */
export async function drawnTiles(page: Page): Promise<number | null> {
  const [drawn, all] = await page.evaluate(() => {
    const pictures = [...document.querySelectorAll<HTMLImageElement>('[role="gridcell"] img')]
    return [pictures.filter(({ complete, naturalWidth }) => complete && naturalWidth > 0).length, pictures.length]
  })
  return drawn > 0 && drawn === all ? drawn : null
}

/** The words of the window; null until it holds them all. */
export function wordsOf(...wanted: readonly string[]): (page: Page) => Promise<string | null> {
  return async (page) => {
    const shown = await page.locator('body').innerText()
    return wanted.every((words) => shown.includes(words)) ? shown : null
  }
}
