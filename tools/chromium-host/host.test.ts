/** The fixture app, shaped like a real build, opened once in the host: bridge, isolation, scheme, refusals, desktop. */
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApp, type OpenedApp } from '../../drivers/open-app.ts'
import type { HostControl } from '../../drivers/host-control.ts'
import { eventually } from '../../drivers/eventually.ts'

const FIXTURE = join(import.meta.dirname, 'fixture')

interface Seen {
  readonly navigations: readonly string[]
  readonly denied: readonly string[]
  readonly cancelled: readonly string[]
  readonly senders: readonly string[]
}

let app: OpenedApp
let host: HostControl
let profile: string

beforeAll(async () => {
  profile = await mkdtemp(join(tmpdir(), 'host-test-'))
  app = await openApp({
    shell: 'host',
    root: FIXTURE,
    profile,
    args: ['--print-hashes'],
    size: { width: 1440, height: 900 }
  })
  if (app.host === null) throw new Error('The host has no control')
  host = app.host
})

afterAll(async () => {
  await app.close()
  await rm(profile, { recursive: true, force: true })
})

/** Evaluates in the page's own world, as a script of the page would. */
const inPage = <T>(source: string): Promise<T> => app.page.evaluate<T>(source)
const seen = (): Promise<Seen> => inPage('bridge.seen()')
const messageOf = (call: string): Promise<string> => inPage(`${call}.then(() => 'no error', (error) => error.message)`)

describe('bridge', () => {
  it('carries what the structured clone carries', async () => {
    const kinds = await inPage<string[]>(`bridge.echo({ ids: new Uint32Array([1, 4294967295]), gone: undefined })
      .then((value) => [value.ids instanceof Uint32Array, value.ids.join(), 'gone' in value].map(String))`)
    expect(kinds).toEqual(['true', '1,4294967295', 'true'])
  })

  it('rejects in the words of Electron', async () => {
    const prefix = "Error invoking remote method 'request"
    expect(await messageOf('bridge.fail()')).toBe(`${prefix}:fail': TypeError: told on purpose`)
    expect(await messageOf('bridge.missing()')).toBe(
      `${prefix}:missing': Error: No handler registered for 'request:missing'`
    )
    expect(await inPage('(() => { try { bridge.throws() } catch (error) { return error.message } })()')).toBe(
      'thrown in the preload'
    )
    expect(
      await inPage('(() => { try { bridge.echo(document.body) } catch (error) { return error.message } })()')
    ).toBe('An object could not be cloned.')
  })

  it('pushes events until the subscription ends', async () => {
    const got = await inPage<number[]>(`new Promise((resolve) => {
        const got = []
        const stop = bridge.subscribe.pushed(({ index, bytes }) => {
          if (index === 99) resolve(got)
          got.push(bytes[0])
          if (got.length === 3) stop()
        })
        const other = bridge.subscribe.pushed(({ index }) => {
          if (index === 4) { other(); resolve(got) }
        })
        bridge.push(5)
      })`)
    expect(got).toEqual([0, 1, 2])
  })

  it('tells main who asks, under the address of the app', async () => {
    const { senders } = await seen()
    expect(new Set(senders)).toEqual(new Set(['app://bundle']))
  })

  it('is frozen and its name cannot be taken', async () => {
    const taken = await inPage(`(() => {
      try { bridge.subscribe.pushed = 1 } catch {}
      try { window.bridge = 1 } catch {}
      return [typeof bridge.subscribe.pushed, typeof window.bridge, delete window.bridge].join()
    })()`)
    expect(taken).toBe('function,object,false')
  })
})

describe('isolation', () => {
  it('leaves nothing of Node, Electron or the host in the page', async () => {
    const names =
      'require,module,exports,process,Buffer,global,ipcRenderer,contextBridge,Peer,PreloadRuntime,startMainWorld,packClone,freezeDeep'
    expect(await inPage(`'${names}'.split(',').filter((name) => name in globalThis)`)).toEqual([])
    expect(await inPage(`Reflect.ownKeys(globalThis).filter((key) => /[0-9a-f]{16}/.test(String(key))).length`)).toBe(0)
  })

  it('denies windows, and tells the app of each', async () => {
    expect(await inPage(`window.open('https://popup.example/')`)).toBeNull()
    await app.page.click('#new-tab')
    await eventually(async () => (await seen()).denied).toEqual(['https://popup.example/', 'https://tab.example/'])
    await eventually(() => app.page.context().pages().length).toBe(1)
  })

  it('lets the app prevent a navigation', async () => {
    await app.page.click('#elsewhere')
    await eventually(async () => (await seen()).navigations).toEqual(['https://elsewhere.example/'])
    expect(app.page.url()).toMatch(/\/index\.html$/)
  })

  it("cancels what the app's filter refuses, even where no policy stops it", async () => {
    const cdp = await app.page.context().newCDPSession(app.page)
    await cdp.send('Page.setBypassCSP', { enabled: true })
    await app.page.reload()
    const outcome = await inPage(`fetch('https://nothing.example/x').then(() => 'answered', (error) => error.message)`)
    await cdp.send('Page.setBypassCSP', { enabled: false })
    await app.page.reload()
    expect(outcome).toBe('Failed to fetch')
    expect((await seen()).cancelled).toEqual(['https://nothing.example/x'])
  })
})

describe('scheme handler', () => {
  it("serves the page with the handler's own policy", async () => {
    // Reloads the page; its address and its preload are as before.
    const answer = await app.page.reload()
    expect(answer?.headers()['content-security-policy']).toContain("require-trusted-types-for 'script'")
    expect(await inPage(`document.body.dataset.started`)).toBe('object')
    expect(
      await inPage(`(() => { try { document.body.innerHTML = 'x'; return 'set' } catch { return 'refused' } })()`)
    ).toBe('refused')
  })

  it('serves pictures of the same scheme', async () => {
    expect(
      await inPage(
        `document.querySelector('#picture').decode().then(() => document.querySelector('#picture').naturalWidth)`
      )
    ).toBe(7)
  })
})

describe('process', () => {
  it('runs threads and utility processes', async () => {
    expect(await inPage('bridge.thread(21)')).toBe(42)
    expect(await inPage(`bridge.utility({ word: 'x' })`)).toEqual({ word: 'x', args: ['extra'], type: 'utility' })
  })

  it('hands the app its identity and its own arguments only', async () => {
    const about = await inPage<Record<string, unknown>>('bridge.about()')
    expect(about).toMatchObject({ version: '1.2.3', userData: profile, type: 'browser' })
    expect(about['argv']).not.toContain('--print-hashes')
  })

  it('prints the hash of each built file it loaded, threads included', async () => {
    await eventually(() => loadedFiles(app.stdout()).size).toBe(9)
    const built = join(FIXTURE, 'built')
    const files = readdirSync(built, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const expected = files.map(({ parentPath, name }) => {
      const path = join(parentPath, name)
      return [path.slice(built.length + 1), createHash('sha256').update(readFileSync(path)).digest('hex')]
    })
    expect(Object.fromEntries(loadedFiles(app.stdout()))).toEqual(Object.fromEntries(expected))
  })

  it('fetches through a session', async () => {
    const server = createServer((_request, response) => response.end('hello')).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    const init = { credentials: 'omit', cache: 'no-store', redirect: 'error', referrerPolicy: 'no-referrer' }
    const ask = { url: `http://127.0.0.1:${port}/`, partition: 'api', init }
    expect(await inPage(`bridge.fetch(${JSON.stringify(ask)})`)).toEqual({ status: 200, text: 'hello' })
    await host('setOnline', false)
    expect(await messageOf(`bridge.fetch(${JSON.stringify(ask)})`)).toContain('net::ERR_INTERNET_DISCONNECTED')
    await host('setOnline', true)
    server.closeAllConnections()
    server.close()
  })
})

describe('desktop', () => {
  const isDark = () => inPage(`matchMedia('(prefers-color-scheme: dark)').matches`)

  it('gives the page the size and the theme of the window', async () => {
    expect(await inPage('[innerWidth, innerHeight, devicePixelRatio]')).toEqual([1440, 900, 1])
    expect(await isDark()).toBe(false)
    await host('setSystemDark', true)
    await eventually(isDark).toBe(true)
    expect(await inPage('bridge.isDark()')).toBe(true)
  })

  it('clicks menus and records what leaves the app', async () => {
    await host('clickMenu', ['File', 'Tell'])
    await expect(host('clickMenu', ['File', 'Nothing'])).rejects.toThrow('No menu item')
    const recorded = await host('recorded', 'shell.openExternal')
    expect(recorded.map(({ details }) => details[0])).toEqual(['https://menu.example/'])
  })

  it('runs the standard items of a menu', async () => {
    await host('clickMenu', ['View', 'zoomIn'])
    await eventually(() => inPage<number>('innerWidth')).toBeLessThan(1440)
    await host('clickMenu', ['View', 'resetZoom'])
    await eventually(() => inPage('innerWidth')).toBe(1440)
  })

  it('answers dialogs as prepared, and as a cancel otherwise', async () => {
    await host('prepareAnswer', { what: 'dialog.showSaveDialog', answer: { canceled: false, filePath: '/a' } })
    expect(await inPage(`bridge.ask('Which?')`)).toEqual({ canceled: false, filePath: '/a' })
    expect(await inPage(`bridge.ask('Which?')`)).toEqual({ canceled: true, filePath: '' })
  })

  it('takes pictures of the size of the window', async () => {
    const file = join(profile, 'picture.png')
    await app.screenshot(file)
    const header = readFileSync(file)
    expect([header.readUInt32BE(16), header.readUInt32BE(20)]).toEqual([1440, 900])
  })
})

function loadedFiles(stdout: string): Map<string, string> {
  const lines = stdout.split('\n').filter((line) => line.startsWith('{"loaded"'))
  return new Map(lines.map((line) => JSON.parse(line)).map(({ loaded, sha256 }) => [loaded, sha256]))
}
