/** `npm run screens:readme`. */
import { stat } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { copy } from '../../src/copy/language.ts'
import type { Fault } from '../../src/reference-service/faults.ts'
import type { RunningService } from '../../src/reference-service/server.ts'
import { runCommand } from '../../drivers/command-line.ts'
import { ANY, COUNT, pattern } from '../../drivers/pattern.ts'
import { LONG_MS, openStage } from '../../drivers/stage.ts'
import {
  chooseStyle,
  focusGrid,
  openFacet,
  pressInGrid,
  sidebarRow,
  tileAt,
  waitForPictures
} from '../../drivers/user.ts'
import { isUpToDate, waitForStatus } from '../../drivers/window-bridge.ts'

const OUT = resolve(import.meta.dirname, '../../docs/screens')
const KEY = 'sk-pictures-3f9a1c7d20b4'
const IMAGES = 12_480
const GONE = 6
const REFUSED = 3
const NOT_FOUND = JSON.stringify({ message: 'Not found', status: 404 })
const NO_RESULT = JSON.stringify({ message: { results: ['The result must be an address.'] }, status: 422 })
/** Time for fades and fonts. */
const SETTLE_MS = 400
/** Maximum size of a picture. */
const MAX_BYTES = 700_000

/** Saves a picture, with fewer colors if it would be too large. */
async function take(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(SETTLE_MS)
  const bytes = await page.screenshot()
  const file = join(OUT, name)
  await sharp(bytes).png({ compressionLevel: 9, effort: 10 }).toFile(file)
  if ((await stat(file)).size > MAX_BYTES)
    await sharp(bytes).png({ palette: true, quality: 95, effort: 10, dither: 0.6 }).toFile(file)
  console.log(`${relative(process.cwd(), file)} ${Math.round((await stat(file)).size / 1000)} kB`)
}

/** Connects, with a picture of the successful test. */
async function connect(page: Page, service: RunningService): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.getByLabel(copy.connect.imagesAddress).fill(service.imagesUrl.replace('http://', ''))
  await page.getByLabel(copy.connect.key, { exact: true }).fill(KEY)
  await page.getByRole('button', { name: copy.connect.test }).click()
  await page.getByText(copy.connect.bothReady).waitFor()
  await take(page, 'connect-light.png')
  await page.getByRole('button', { name: copy.connect.connect, exact: true }).click()
  await page.getByRole('navigation', { name: copy.frame.navigation }).waitFor()
  await waitForStatus(page, isUpToDate, LONG_MS)
}

/** Returns two kinds of faults for some images of the batch, one of them the newest of Anime. */
function faultsOf({ truth }: RunningService): ReadonlyMap<number, Fault> {
  const wanted = [...truth.images.values()].filter(({ resolution, favorite }) => resolution === '256x256' && !favorite)
  const anime = wanted.findLast(({ style }) => style === 'anime')
  const others = wanted.filter(({ style }) => style !== 'anime').slice(-GONE - REFUSED + 1)
  const gone = others
    .slice(REFUSED - 1)
    .map(({ id }) => [id, { kind: 'status', status: 404, body: NOT_FOUND }] as const)
  const refused = [anime, ...others.slice(0, REFUSED - 1)].flatMap((image) =>
    image === undefined ? [] : [[image.id, { kind: 'status', status: 422, body: NO_RESULT }] as const]
  )
  return new Map<number, Fault>([...gone, ...refused])
}

/** Starts a batch at a slow service. */
async function runBatch(page: Page, service: RunningService): Promise<void> {
  const faults = faultsOf(service)
  service.change({
    responseDelayMs: 600,
    faults: ({ path }) => faults.get(Number(path.split('/').at(-1))) ?? null
  })
  await openFacet(page, copy.facets.resolution.label)
  await sidebarRow(page, copy.facets.resolution.values['256x256']).click()
  await page.getByRole('heading', { name: copy.facets.resolution.values['256x256'] }).waitFor()
  await pressInGrid(page, 'Control+a')
  await page.getByText(pattern(copy.selection.add(COUNT))).waitFor()
  await pressInGrid(page, 'f')
  await page.getByText(pattern(copy.time.left(ANY))).waitFor({ timeout: LONG_MS })
  await sidebarRow(page, copy.facets.resolution.label).click()
}

/** Selects all anime except one while the batch runs. */
async function chooseNext(page: Page): Promise<void> {
  await pressInGrid(page, 'Escape')
  await page.getByRole('button', { name: copy.images.clearFilters }).click()
  await chooseStyle(page, copy.facets.style.values.anime)
  await page.getByRole('heading', { name: copy.facets.style.values.anime }).waitFor()
  await pressInGrid(page, 'Control+a')
  await tileAt(page, 6).click({ modifiers: ['Control'] })
  await page
    .getByText(pattern(copy.selection.frozen(copy.selection.matching(ANY), 1, 0)))
    .first()
    .waitFor()
  await focusGrid(page)
  await page.getByText(pattern(copy.selection.add(COUNT))).waitFor()
}

async function photograph(page: Page, service: RunningService): Promise<void> {
  await connect(page, service)
  await page.emulateMedia({ colorScheme: 'dark' })
  await runBatch(page, service)
  await chooseNext(page)
  await waitForNotifications(page)
  await waitForPictures(page, LONG_MS)
  await take(page, 'main-dark.png')
  await sidebarRow(page, copy.frame.activity).click()
  await page.getByRole('tab', { name: copy.activity.tabNames['needs-attention'] }).click()
  await page.getByText('must be an address').first().waitFor()
  await page.getByRole('row').last().click()
  await page.getByText(copy.activity.parts.tries).waitFor()
  await waitForThumbs(page)
  await take(page, 'activity-dark.png')
}

/** Waits for the previews of the list. */
async function waitForThumbs(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      const pictures = [...document.querySelectorAll('main img')].map((image) => image as HTMLImageElement)
      return pictures.length > 8 && pictures.every(({ complete, naturalWidth }) => complete && naturalWidth > 0)
    },
    null,
    { timeout: LONG_MS }
  )
}

/** Waits until the notifications have closed. */
async function waitForNotifications(page: Page): Promise<void> {
  await page
    .getByRole('region', { name: copy.frame.notifications })
    .getByRole('button')
    .first()
    .waitFor({ state: 'detached', timeout: LONG_MS })
}

await runCommand(
  {
    name: 'npm run screens:readme',
    about: 'Renews the pictures of the README in docs/screens, from the running app with a local service.',
    options: {}
  },
  async () => {
    const keys = { imagesKey: KEY, projectsKey: KEY }
    const stage = await openStage({ images: IMAGES, seed: 7, port: 8090, pictureFault: null, ...keys })
    try {
      await photograph(await stage.open({ reducesMotion: false }), stage.service)
      return 0
    } finally {
      await stage.close()
    }
  }
)
