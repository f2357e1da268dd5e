/** `npm run bench:screen`: in the Chromium host, with the peer's tiles in the same page. */
import { loadavg } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { PROJECT_ROOT } from '../../drivers/built-app.ts'
import { AT_LEAST_ONE, number, path, runCommand } from '../../drivers/command-line.ts'
import { openStage, smallPictures, type Stage } from '../../drivers/stage.ts'
import { ask, settled } from '../../drivers/window-bridge.ts'
import { jumpByKeys, jumpByScrollbar, meterOn, selectFirst, starAndTime, typeTenLetters, type Step } from './measure.ts'
import type { BenchPage } from './page/watch.ts'

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

interface PageCode {
  readonly script: string
  readonly style: string
}

/** One script and one stylesheet, in memory. */
async function buildPage(): Promise<PageCode> {
  // Imported on demand, because they take long to load.
  const [{ default: react }, { build }] = await Promise.all([import('@vitejs/plugin-react'), import('vite')])
  const built = await build({
    configFile: false,
    root: join(import.meta.dirname, 'page'),
    logLevel: 'error',
    plugins: [react()],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, lib: { entry: 'peer.tsx', formats: ['iife'], name: 'benchCode', fileName: 'bench' } }
  })
  const files = (Array.isArray(built) ? built : [built]).flatMap((one) => ('output' in one ? one.output : []))
  const script = files.find((file) => file.type === 'chunk')
  const style = files.find((file) => file.type === 'asset' && file.fileName.endsWith('.css'))
  if (script?.type !== 'chunk' || style?.type !== 'asset')
    throw new Error('The build of the benchmark page is incomplete.')
  return { script: script.code, style: String(style.source) }
}

/** Bypasses the content security policy of the page, which allows only its own scripts and styles. */
async function putInto(page: Page, { script, style }: PageCode): Promise<void> {
  await page.evaluate(script)
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets.push(sheet)
  }, style)
}

/** A task of this length delays a user action noticeably, ms. */
const LONG_MS = 50

const ms = (value: number): string => `${value.toFixed(0)} ms`
const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

interface JumpFigures {
  readonly name: string
  readonly jumps: number
  /** Jumps with a task of more than 50 ms, and the longest of these tasks; 0 if there is none. */
  readonly long: number
  readonly longest: number
  readonly blank: number
  readonly forgotten: number
  /** Medians, ms. */
  readonly work: number
  readonly shownAfter: number
}

/** Summarizes this many jumps. */
function figuresOf(name: string, steps: readonly Step[]): JumpFigures {
  const tasks = steps.map(({ longTasks }) => Math.max(0, ...longTasks))
  const sum = (of: (step: Step) => number): number => steps.reduce((total, step) => total + of(step), 0)
  return {
    name,
    jumps: steps.length,
    long: tasks.filter((task) => task > LONG_MS).length,
    longest: Math.max(...tasks),
    blank: sum(({ blank }) => blank),
    forgotten: sum(({ forgotten }) => forgotten),
    work: middle(steps.map(({ work }) => work)),
    shownAfter: middle(steps.flatMap(({ shownAfter }) => shownAfter ?? []))
  }
}

/** Prints one line per kind of jump. */
function printJumps(all: readonly JumpFigures[]): void {
  const columns = (one: JumpFigures) => ({
    jumps: one.jumps,
    'with a task > 50 ms': one.long,
    longest: one.longest === 0 ? '-' : ms(one.longest),
    'blank frames': one.blank,
    'pictures lost': one.forgotten,
    'work a jump': ms(one.work),
    'shown after': ms(one.shownAfter)
  })
  console.table(Object.fromEntries(all.map((one) => [one.name, columns(one)])))
}

/** Prints our figure divided by that of the peer. */
function printRatio(own: JumpFigures, peer: JumpFigures): void {
  const ratio = (of: (figures: JumpFigures) => number): string => `${(of(own) / of(peer)).toFixed(2)} x`
  console.log(
    `${own.name} : ${peer.name} = ${ratio(({ work }) => work)} the work, ${ratio(({ shownAfter }) => shownAfter)} the time until it is shown`
  )
}

/** Prints the frames of one step. */
function printFrames(name: string, { frames, longTasks }: Step): void {
  const longest = Math.max(...frames)
  const late = frames.filter((frame) => frame > LONG_MS).length
  console.log(
    `${name}: longest frame ${ms(longest)} of ${frames.length}, ${late} over ${LONG_MS} ms, ${longTasks.length} tasks over ${LONG_MS} ms`
  )
}

function printStar(count: number, took: readonly number[]): void {
  console.log(
    `star on ${count.toLocaleString('en')} selected: median ${ms(middle(took))}, longest ${ms(Math.max(...took))} of ${took.length} (at most 100 ms)`
  )
}
