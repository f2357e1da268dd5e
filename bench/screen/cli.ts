/** `npm run bench:screen`: in the Chromium host, with the peer's tiles in the same page. */
import { loadavg } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { PROJECT_ROOT } from '../../drivers/built-app.ts'
import { AT_LEAST_ONE, number, path, runCommand } from '../../drivers/command-line.ts'
import { openStage, smallPictures, type Stage } from '../../drivers/stage.ts'
import { ask, settled } from '../../drivers/window-bridge.ts'
import { jumpByKeys, jumpByScrollbar, meterOn, selectFirst, starAndTime, typeTenLetters } from './measure.ts'
import type { BenchPage } from './page/bench-page.ts'
import { figuresOf, printFrames, printJumps, printRatio, printStar } from './table.ts'

const GRID = '[role="grid"]'
const PEER = '#peer [data-virtuoso-scroller]'
/** The initial tile size of the window, and one that shows many tiles. */
const TILES = [176, 96]
const STARRED = 10_000
const TIMES = 5

async function measureTiles(stage: Stage, tile: number, code: PageCode, jumps: number): Promise<void> {
  // A warm-up run, so that the pictures of these positions are on disk for both grids.
  await jumpByScrollbar(await meterOn(await openWith(stage, tile, code), GRID), GRID, jumps)
  const own = await meterOn(await openWith(stage, tile, code), GRID)
  const scrolled = figuresOf('Proofsheet, scrollbar', await jumpByScrollbar(own, GRID, jumps))
  const pressed = figuresOf('Proofsheet, keys', await jumpByKeys(own, jumps))
  const typed = await typeTenLetters(own)
  const peerMeter = await meterOn(await openWith(stage, tile, code, 'peer'), PEER)
  const peer = figuresOf('react-virtuoso, scrollbar', await jumpByScrollbar(peerMeter, PEER, jumps))
  console.log(`\nTiles of ${tile} px`)
  printJumps([scrolled, pressed, peer])
  printRatio(scrolled, peer)
  printFrames('typing ten letters', typed)
}

/** Opens the window with tiles of this size and the benchmark in it. */
async function openWith({ page }: Stage, tile: number, code: PageCode, grid: 'own' | 'peer' = 'own'): Promise<Page> {
  await ask(page(), 'setPreferences', { tile, isInspectorOpen: false })
  await page().reload()
  await page().getByRole('gridcell').first().waitFor()
  await settled(page())
  await putInto(page(), code)
  if (grid === 'peer') {
    await page().evaluate((size) => (globalThis as unknown as { bench: BenchPage }).bench.showPeer(size), tile)
    await page().locator(PEER).locator('[data-record]').first().waitFor()
  }
  return page()
}

async function measureStar(stage: Stage, images: number): Promise<void> {
  // The responses are held back, because only the screen update is measured.
  stage.hold('changes', 0)
  const count = await selectFirst(stage.page(), Math.min(STARRED, images >> 1))
  printStar(count, await starAndTime(stage.page(), TIMES))
}

const loadText = (): string =>
  loadavg()
    .map((load) => load.toFixed(1))
    .join(', ')

await runCommand(
  {
    name: 'npm run bench:screen',
    about: 'Measures jumps, favorites, and typing in the built program, and jumps in react-virtuoso.',
    options: {
      images: number('images of the library', 100_000, AT_LEAST_ONE),
      jumps: number('jumps of each kind', 50, AT_LEAST_ONE),
      program: path('DIR', 'folder of another built program of this project (this one)')
    }
  },
  async ({ images, jumps, program }) => {
    const code = await buildPage()
    const stage = await openStage({ images, pictureFault: smallPictures })
    try {
      await stage.open({ shell: 'host', root: program ?? PROJECT_ROOT, size: { width: 1440, height: 900 } })
      await stage.connect()
      await settled(stage.page())
      console.log(`${images.toLocaleString('en')} images, 1440 x 900, system load ${loadText()} before`)
      for (const tile of TILES) await measureTiles(stage, tile, code, jumps)
      await openWith(stage, TILES[0] ?? 0, code)
      console.log('')
      await measureStar(stage, images)
      console.log(`system load ${loadText()} after`)
      return 0
    } finally {
      await stage.close()
    }
  }
)

export interface PageCode {
  readonly script: string
  readonly style: string
}

/** One script and one stylesheet, in memory. */
export async function buildPage(): Promise<PageCode> {
  // Imported on demand, because they take long to load.
  const [{ default: react }, { build }] = await Promise.all([import('@vitejs/plugin-react'), import('vite')])
  const built = await build({
    configFile: false,
    root: join(import.meta.dirname, 'page'),
    logLevel: 'error',
    plugins: [react()],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, lib: { entry: 'index.ts', formats: ['iife'], name: 'benchCode', fileName: 'bench' } }
  })
  const files = (Array.isArray(built) ? built : [built]).flatMap((one) => ('output' in one ? one.output : []))
  const script = files.find((file) => file.type === 'chunk')
  const style = files.find((file) => file.type === 'asset' && file.fileName.endsWith('.css'))
  if (script?.type !== 'chunk' || style?.type !== 'asset')
    throw new Error('The build of the benchmark page is incomplete.')
  return { script: script.code, style: String(style.source) }
}

/** Bypasses the content security policy of the page, which allows only its own scripts and styles. */
export async function putInto(page: Page, { script, style }: PageCode): Promise<void> {
  await page.evaluate(script)
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets.push(sheet)
  }, style)
}
