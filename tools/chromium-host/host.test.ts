/**
 * Opens the fixture, an app built like the real one, once in the host: bridge, isolation, scheme, refusals, desktop.
 */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../drivers/eventually.ts'
import { openApp, type OpenedApp, type HostControl } from '../../drivers/open-app.ts'

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
    args: ['--packaged'],
    colorScheme: 'dark',
    size: { width: 1440, height: 900 }
  })
  if (app.host === null) throw new Error('The host has no control')
  host = app.host
})

afterAll(async () => {
  await app.close()
  await rm(profile, { recursive: true, force: true })
})

/** Evaluates in the page's world, like a script of the page. */
const inPage = <T>(source: string): Promise<T> => app.page.evaluate<T>(source)
const seen = (): Promise<Seen> => inPage('bridge.seen()')
const messageOf = (call: string): Promise<string> => inPage(`${call}.then(() => 'no error', (error) => error.message)`)

describe('bridge', () => {
  it('carries structured clones', async () => {
    const kinds = await inPage<string[]>(`bridge.echo({ ids: new Uint32Array([1, 4294967295]), gone: undefined })
      .then((value) => [value.ids instanceof Uint32Array, value.ids.join(), 'gone' in value].map(String))`)
    expect(kinds).toEqual(['true', '1,4294967295', 'true'])
  })

  it('rejects with the messages of Electron', async () => {
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

  it('passes the sender to main, with the address of the app', async () => {
    const { senders } = await seen()
    expect(new Set(senders)).toEqual(new Set(['app://bundle']))
  })

  it('is frozen and cannot be replaced', async () => {
    const taken = await inPage(`(() => {
      try { bridge.subscribe.pushed = 1 } catch {}
      try { window.bridge = 1 } catch {}
      return [typeof bridge.subscribe.pushed, typeof window.bridge, delete window.bridge].join()
    })()`)
    expect(taken).toBe('function,object,false')
  })
})

describe('isolation', () => {
  it('exposes nothing of Node, Electron or the host to the page', async () => {
    const names =
      'require,module,exports,process,Buffer,global,ipcRenderer,contextBridge,Peer,PreloadRuntime,startMainWorld,packClone,freezeDeep'
    expect(await inPage(`'${names}'.split(',').filter((name) => name in globalThis)`)).toEqual([])
    expect(await inPage(`Reflect.ownKeys(globalThis).filter((key) => /[0-9a-f]{16}/.test(String(key))).length`)).toBe(0)
  })

  it('denies windows, and reports each to the app', async () => {
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

  it("cancels requests that the app's filter refuses, also without a policy", async () => {
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
  it("serves the page with the handler's policy", async () => {
    // Reloads the page; its address and preload are unchanged.
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

  it('passes the app its identity, and only its own arguments', async () => {
    const about = await inPage<Record<string, unknown>>('bridge.about()')
    expect(about).toMatchObject({ version: '1.2.3', userData: profile, type: 'browser' })
    expect(about['argv']).not.toContain('--packaged')
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

  it('gives the page the size and theme of the window', async () => {
    expect(await inPage('[innerWidth, innerHeight, devicePixelRatio]')).toEqual([1440, 900, 1])
    expect([await isDark(), await inPage('bridge.isDark()')]).toEqual([true, true])
  })

  it('clicks menus and records calls to the desktop', async () => {
    await host('clickMenu', ['File', 'Tell'])
    await expect(host('clickMenu', ['File', 'Nothing'])).rejects.toThrow('No menu item')
    const recorded = await host('recorded', 'shell.openExternal')
    expect(recorded.map(({ details }) => details[0])).toEqual(['https://menu.example/'])
  })

  it('performs the standard items of a menu', async () => {
    await host('clickMenu', ['View', 'zoomIn'])
    await eventually(() => inPage<number>('innerWidth')).toBeLessThan(1440)
    await host('clickMenu', ['View', 'resetZoom'])
    await eventually(() => inPage('innerWidth')).toBe(1440)
  })

  it('responds to dialogs as prepared, and cancels others', async () => {
    await host('prepareResponse', { what: 'dialog.showSaveDialog', answer: { canceled: false, filePath: '/a' } })
    expect(await inPage(`bridge.ask('Which?')`)).toEqual({ canceled: false, filePath: '/a' })
    expect(await inPage(`bridge.ask('Which?')`)).toEqual({ canceled: true, filePath: '' })
  })

  it('takes screenshots of the size of the window', async () => {
    const file = join(profile, 'picture.png')
    await app.screenshot(file)
    const header = readFileSync(file)
    expect([header.readUInt32BE(16), header.readUInt32BE(20)]).toEqual([1440, 900])
  })
})
