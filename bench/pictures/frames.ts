/**
 * The longest frame of the grid while it scrolls over pictures that are being decoded, by WebAssembly and by native
 * sharp, and over the same pictures from the disk:
 *   npm install --prefix bench/pictures && npm run build && node bench/pictures/frames.ts
 * Opens the built program in the Chromium host, twice, over a local service.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { builtFolder, PROJECT_ROOT } from '../../drivers/built-app.ts'
import { openKeyring } from '../../drivers/keyring.ts'
import { openApp } from '../../drivers/open-app.ts'
import { connectionTo } from '../../drivers/stage.ts'
import { connectByTyping, focusGrid, tileAt } from '../../drivers/user.ts'
import { isUpToDate, waitForStatus } from '../../drivers/window-bridge.ts'
import { startReferenceService } from '../../src/reference-service/server.ts'

const IMAGES = 1_000
const SCROLL_MS = 10_000

interface Frames {
  readonly longestMs: number
  readonly frames: number
  readonly pictures: number
}

/** Runs in the page: scrolls a little in each frame, and takes the time between frames. */
const scrollOn = (forMs: number): Promise<Frames> =>
  new Promise((resolve) => {
    const grid = document.querySelector('[role="grid"]')
    const seen = new Set<string>()
    const state = { began: performance.now(), last: performance.now(), longestMs: 0, frames: 0 }
    const step = (): void => {
      const now = performance.now()
      state.longestMs = Math.max(state.longestMs, now - state.last)
      state.last = now
      state.frames += 1
      grid?.scrollBy(0, 12)
      for (const image of document.querySelectorAll<HTMLImageElement>('[role="gridcell"] img'))
        if (image.naturalWidth > 0) seen.add(image.src)
      if (now - state.began < forMs) requestAnimationFrame(step)
      else resolve({ longestMs: state.longestMs, frames: state.frames, pictures: seen.size })
    }
    requestAnimationFrame(step)
  })

async function scroll(page: Page): Promise<Frames> {
  await focusGrid(page)
  await page.keyboard.press('Home')
  return page.evaluate(scrollOn, SCROLL_MS)
}

/** The built program in a folder of its own, whose sharp is the one given. */
function programWith(folder: string, sharp: string): string {
  mkdirSync(join(folder, 'node_modules'), { recursive: true })
  cpSync(builtFolder(), join(folder, 'out'), { recursive: true })
  cpSync(join(PROJECT_ROOT, 'package.json'), join(folder, 'package.json'))
  for (const name of ['better-sqlite3', 'keytar'])
    symlinkSync(join(PROJECT_ROOT, 'node_modules', name), join(folder, 'node_modules', name))
  symlinkSync(sharp, join(folder, 'node_modules/sharp'))
  return folder
}

async function measure(name: string, sharp: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'proofsheet-frames-'))
  const keyring = await openKeyring()
  const service = await startReferenceService({ images: IMAGES, perMinute: 0 })
  const root = programWith(join(folder, 'program'), sharp)
  const app = await openApp({
    shell: 'host',
    root,
    profile: join(folder, 'profile'),
    env: keyring.env,
    size: { width: 1440, height: 900 }
  })
  try {
    await connectByTyping(app.page, connectionTo(service))
    await waitForStatus(app.page, isUpToDate)
    await tileAt(app.page, 1).waitFor()
    for (const how of ['decoding', 'from the disk']) {
      const { longestMs, frames, pictures } = await scroll(app.page)
      const rate = (frames * 1_000) / SCROLL_MS
      console.log(
        `${name.padEnd(12)} ${how.padEnd(14)} longest frame ${longestMs.toFixed(0)} ms, ${rate.toFixed(0)} a second, ${pictures} pictures`
      )
    }
  } finally {
    await app.close()
    await Promise.all([service.close(), keyring.close()])
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

await measure('WebAssembly', join(PROJECT_ROOT, 'node_modules/sharp'))
await measure('native', join(import.meta.dirname, 'node_modules/sharp'))
process.exit()
