/** `npm run dev` with a copy of the sources that the tests edit. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { copy as texts } from '../../src/copy/language.ts'
import { PROJECT_ROOT } from '../../drivers/built-app.ts'
import { eventually } from '../../drivers/eventually.ts'
import { openTerminal, killMarked, markedProcesses } from '../../drivers/processes.ts'
import { readTiles } from '../../drivers/user.ts'
import { ask, isUpToDate, readStatus } from '../../drivers/window-bridge.ts'
import { BARE, copySources, type SourceCopy } from '../start/start-stage.ts'

const LIMIT_MS = 240_000
/** Long, because building and opening the app takes a while on a busy computer. */
const PATIENCE_MS = 110_000
const ARGS = ['--headless', '--images', '60', '--per-minute', '0']

vi.setConfig({ testTimeout: LIMIT_MS, hookTimeout: LIMIT_MS })

let copy: SourceCopy
let dev: ReturnType<typeof startDev>
let page: Page

beforeAll(() => {
  copy = copySources()
})
afterAll(() => copy[Symbol.dispose]())

// Failures on other computers must be clear from the output.
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  const shown = await page?.locator('body').innerText({ timeout: 2_000 }).catch(String)
  console.error(`Output:\n${dev.output().slice(-4_000)}\nThe window shows:\n${shown?.slice(0, 600)}`)
})

/** Runs `npm run dev`. */
function startDev(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const temporary = mkdtempSync(join(tmpdir(), 'proofsheet-dev-test-'))
  const marker = `proofsheet-dev-test-${process.pid}-${args[0] ?? ''};`
  const { output, signalAll, ended, hasEnded } = openTerminal('npm', ['run', 'dev', '--', ...args], {
    cwd: copy.folder,
    env: { ...process.env, ...BARE, TMPDIR: temporary, PROOFSHEET_MARKER: marker, ...env }
  })
  const browsers: Browser[] = []
  const interrupt = async () => {
    signalAll('SIGINT')
    await ended
  }
  return {
    output,
    hasEnded,
    interrupt,
    endpoints: () => [...output().matchAll(/tools can connect to (http:\S+?)\.\n/g)].map(([, address = '']) => address),
    attach: async (endpoint: string) => {
      const browser = await chromium.connectOverCDP(endpoint)
      browsers.push(browser)
      const [window] = browser.contexts()[0]?.pages() ?? []
      if (window === undefined) throw new Error(`There is no window.\n${output()}`)
      return window
    },
    /** Sends SIGKILL to the main process of the command. */
    killMain: () => {
      const main = markedProcesses(marker).find((line) => / \S*node \S*tools\/dev\/cli\.ts/.test(line))
      process.kill(Number.parseInt(main ?? '', 10), 'SIGKILL')
    },
    running: () => markedProcesses(marker),
    leftFolders: () => readdirSync(temporary).filter((name) => name.startsWith('proofsheet-')),
    close: async () => {
      for (const browser of browsers) await browser.close()
      await interrupt()
      killMarked(marker)
      rmSync(temporary, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
    }
  }
}

/** Connects to the window of the n-th run of the app. */
async function attach(run: number): Promise<void> {
  await eventually(() => dev.endpoints()).toHaveLength(run)
  page = await dev.attach(dev.endpoints()[run - 1] ?? '')
  page.setDefaultTimeout(PATIENCE_MS)
}

async function expectPictures(): Promise<void> {
  await eventually(async () => isUpToDate(await readStatus(page))).toBe(true)
  await eventually(async () => (await readTiles(page)).length).toBeGreaterThan(10)
}

const search = () => page.getByRole('searchbox', { name: texts.images.search })
const title = () => page.getByRole('heading', { level: 1 })
const isSameDocument = () => page.evaluate(() => 'mark' in globalThis)

describe('in the host', () => {
  beforeAll(() => {
    dev = startDev(['--host', ...ARGS])
  })
  afterAll(() => dev.close())

  it('opens connected, with pictures, from a server on this computer', async () => {
    await attach(1)
    await expectPictures()
    expect(new URL(page.url()).hostname).toBe('127.0.0.1')
    expect(dev.output()).toMatch(/A local service with 60 sample images runs at http:\/\/127\.0\.0\.1:\d+/)
  })

  it('has the policy of development, and only uses its own server', async () => {
    const answer = await fetch(page.url())
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'; script-src 'self' 'unsafe-inline'")
    expect(policy).toContain("connect-src 'self';")
    const refused = await page.evaluate(() =>
      fetch('http://127.0.0.1:9/').then(
        () => 'answered',
        (error: Error) => error.name
      )
    )
    expect(refused).toBe('TypeError')
  })

  it('shows a changed component in the same document, and keeps typed text', async () => {
    await page.evaluate(() => Object.assign(globalThis, { mark: true }))
    await search().fill('an')
    const file = 'src/renderer/images/head/images-toolbar.tsx'
    copy.edit(file, '{viewTitle(query)}</h1>', '{`${viewTitle(query)}!`}</h1>')
    await eventually(() => title().innerText()).toMatch(/!$/)
    expect(await search().inputValue()).toBe('an')
    expect(await isSameDocument()).toBe(true)
  })

  it('shows a changed style in the same document', async () => {
    copy.edit('src/renderer/images/head/images-toolbar.module.css', '.name {', '.name {\n  letter-spacing: 7px;')
    await eventually(() => title().evaluate((one) => getComputedStyle(one).letterSpacing)).toBe('7px')
    expect(await search().inputValue()).toBe('an')
    expect(await isSameDocument()).toBe(true)
  })

  it('loads a changed preload with the window', async () => {
    const [before, after] = [
      "exposeInMainWorld('bridge', bridge)",
      "exposeInMainWorld('bridge', { ...bridge, edited: 1 })"
    ]
    copy.edit('src/preload/index.ts', before ?? '', after ?? '')
    await eventually(() => page.evaluate(() => Reflect.get(Reflect.get(globalThis, 'bridge') ?? {}, 'edited'))).toBe(1)
    await eventually(async () => isUpToDate(await readStatus(page))).toBe(true)
  })

  it('restarts the app after a change of main, with the same library and keys', async () => {
    copy.edit('src/main/request-handlers.ts', 'version: app.getVersion()', "version: 'edited'")
    await attach(2)
    expect((await ask(page, 'getAppInfo', null)).version).toBe('edited')
    await expectPictures()
  })

  it('shows a changed text, and keeps typed text', async () => {
    await search().fill('a')
    copy.edit('src/copy/en/frame.ts', "allImages: 'All images'", "allImages: 'Every image'")
    await page.getByRole('navigation').getByText('Every image').waitFor()
    // Texts are used outside of components, so the window may have been reloaded.
    await eventually(() => search().inputValue()).toBe('a')
  })

  it('reports a main that fails at its start, and recovers', async () => {
    const fault = "throw new Error('broken on purpose')\n"
    copy.edit('src/main/index.ts', 'registerAppScheme()\n', `registerAppScheme()\n${fault}`)
    await eventually(dev.output).toContain('It restarts after the next change of main.')
    expect(dev.hasEnded()).toBe(false)
    copy.edit('src/main/index.ts', fault, '')
    await attach(3)
    await eventually(async () => isUpToDate(await readStatus(page))).toBe(true)
  })

  it('Ctrl+C ends everything, and leaves no folder', async () => {
    expect(dev.running().length).toBeGreaterThan(4)
    await dev.interrupt()
    await eventually(() => dev.running()).toEqual([])
    expect(dev.leftFolders()).toEqual([])
  })
})

describe('as Electron', () => {
  beforeAll(() => {
    const stub = join(PROJECT_ROOT, 'tools/chromium-host/electron.sh')
    dev = startDev(['--electron', ...ARGS], { ELECTRON_EXEC_PATH: stub })
  })
  afterAll(() => dev.close())

  it('opens the same on a virtual display', async () => {
    await attach(1)
    await expectPictures()
    expect(dev.running().join('\n')).toMatch(/Xvfb/)
  })

  it('ends with its killed main process', async () => {
    dev.killMain()
    await eventually(() => dev.running().filter((line) => !line.includes('Xvfb'))).toEqual([])
  })
})
