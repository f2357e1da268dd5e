/** What the window cannot do, what the bridge rejects, and where the key never appears: verified by attempts. */
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtFolder } from '../../drivers/built-app.ts'
import { hostOnly } from '../../drivers/chosen-shell.ts'
import { openStage, readLog, type Stage } from '../../drivers/stage.ts'
import { pressInGrid } from '../../drivers/user.ts'
import { ask, isUpToDate, readStatus, waitForStatus } from '../../drivers/window-bridge.ts'
import { copy } from '../../src/copy/language.ts'
import { COUNT, pattern } from '../../drivers/pattern.ts'
import type { Fault } from '../../src/reference-service/faults.ts'
import { EVENT_NAMES, REQUEST_NAMES, type Bridge, type RequestName } from '../../src/shared/bridge.ts'
import { MAX_ROWS_PER_CALL, MAX_SEARCH_LENGTH } from '../../src/shared/limits.ts'
import { EMPTY_QUERY } from '../../src/shared/query.ts'
import { deepOnly } from '../helpers/depth.ts'
import { sweepFolder, sweepProcesses, tracesIn } from '../helpers/key-sweep.ts'
import { startLoopback, type Loopback } from '../helpers/loopback-server.ts'
import { responsesOf } from './bridge-responses.ts'
import { expectSoon } from './expect-soon.ts'

/** The searched text is the part of the key that no mask may keep. */
const CORE = randomBytes(16).toString('hex')
const KEY = `sk-canary-${CORE}`

let stage: Stage
let page: Page
let canary: Loopback

beforeAll(async () => {
  canary = await startLoopback((_request, response) => {
    response.setHeader('access-control-allow-origin', '*').end('<title>outside</title>')
  })
  stage = await openStage({ images: 60, projects: 6, imagesKey: KEY, projectsKey: KEY })
  page = await stage.open()
})
afterAll(async () => {
  await stage.close()
  await canary[Symbol.asyncDispose]()
})

describe('the window', () => {
  it('has the strict policy', async () => {
    const answer = await page.reload()
    expect(answer?.headers()['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' app: blob:; font-src 'self'; " +
        "connect-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'; " +
        "require-trusted-types-for 'script'; trusted-types 'none'"
    )
    expect(answer?.headers()).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' })
    await page.getByLabel(copy.connect.imagesAddress).waitFor()
  })

  it('has no access to Node or Electron: one bridge with the methods of the contract', async () => {
    const found = await page.evaluate(() => {
      const names =
        'require module exports process Buffer global __dirname __filename setImmediate electron ipcRenderer contextBridge'
      const { bridge } = globalThis as unknown as { bridge: Record<string, unknown> & { subscribe: object } }
      return {
        foreign: names.split(' ').filter((name) => name in globalThis),
        methods: Object.keys(bridge).toSorted(),
        events: Object.keys(bridge.subscribe).toSorted(),
        isFrozen: Object.isFrozen(bridge) && Object.isFrozen(bridge.subscribe)
      }
    })
    expect(found).toEqual({
      foreign: [],
      methods: [...REQUEST_NAMES, 'subscribe'].toSorted(),
      events: [...EVENT_NAMES].toSorted(),
      isFrozen: true
    })
  })

  it('gives an embedded frame no bridge', async () => {
    const kind = await page.evaluate(() => {
      const frame = document.body.appendChild(document.createElement('iframe'))
      const { contentWindow } = frame
      const seen = contentWindow === null ? 'no window' : typeof Reflect.get(contentWindow, 'bridge')
      frame.remove()
      return seen
    })
    expect(kind).toBe('undefined')
  })

  it.each([
    ['fetch', `await fetch(there + '/fetch', { mode: 'no-cors' })`],
    ['an XMLHttpRequest', `const r = new XMLHttpRequest(); r.open('GET', there + '/xhr', false); r.send()`],
    ['a beacon', `navigator.sendBeacon(there + '/beacon', 'x')`],
    ['an event source', `new EventSource(there + '/events'); await pause()`],
    ['a socket', `new WebSocket(there.replace('http', 'ws') + '/socket'); await pause()`],
    ['a picture', `const i = new Image(); i.src = there + '/picture.png'; await pause()`],
    [
      'a frame',
      `const f = document.createElement('iframe'); f.src = there + '/frame'; document.body.append(f); await pause(); f.remove()`
    ],
    [
      'a style sheet',
      `const l = document.createElement('link'); l.rel = 'stylesheet'; l.href = there + '/x.css'; document.head.append(l); await pause(); l.remove()`
    ],
    [
      'a prefetch',
      `const l = document.createElement('link'); l.rel = 'prefetch'; l.href = there + '/x'; document.head.append(l); await pause(); l.remove()`
    ],
    ['a font', `await new FontFace('x', 'url(' + there + '/x.woff2)').load()`],
    ['an import', `await import(there + '/module.js')`],
    ['a worker', `new Worker(there + '/worker.js')`],
    ['a new window', `if (window.open(there + '/window') !== null) throw new Error('opened')`],
    [
      'a link into a new window',
      `const a = document.createElement('a'); a.href = there + '/tab'; a.target = '_blank'; document.body.append(a); a.click(); await pause(); a.remove()`
    ],
    [
      'a link',
      `const a = document.createElement('a'); a.href = there + '/link'; document.body.append(a); a.click(); await pause(); a.remove()`
    ],
    [
      'a form',
      `const f = document.createElement('form'); f.action = there + '/form'; document.body.append(f); f.submit(); await pause(); f.remove()`
    ],
    ['a navigation', `location.href = there + '/elsewhere'; await pause()`]
  ])('%s reaches no network', async (_way, body) => {
    const source = `
      const there = ${JSON.stringify(canary.origin)}
      const pause = () => new Promise((resolve) => setTimeout(resolve, 150))
      try { ${body} } catch {}
      return document.title`
    // Debugger scripts run even though the page's own scripts may not; a test below covers those.
    expect(await page.evaluate(`(async () => { ${source} })()`)).toBe('Proofsheet')
    expect(await page.evaluate('document.querySelector("h1").textContent')).toBe(copy.connect.title)
    expect(page.context().pages().length).toBe(1)
    expect(canary.arrived).toEqual([])
  })

  it('loads again after a refused navigation', async () => {
    // Electron's debugger waits for the refused navigation until the page loads.
    await page.reload()
    await page.getByLabel(copy.connect.imagesAddress).waitFor()
    expect(await page.title()).toBe('Proofsheet')
  })

  it('is granted nothing but copying text', async () => {
    const states = await page.evaluate(async () => {
      const names = ['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read', 'midi'] as const
      const asked = await Promise.all(
        // The types of the page do not know all of these permission names.
        names.map(async (name) => (await navigator.permissions.query({ name: name as PermissionName })).state)
      )
      return [...asked, await Notification.requestPermission()]
    })
    expect(new Set(states)).toEqual(new Set(['denied']))
    const refusals = await page.evaluate(async () => {
      const nameOf = (attempt: Promise<unknown>) =>
        attempt.then(
          () => 'granted',
          (error: Error) => error.name
        )
      const where = new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(resolve, reject))
      return [
        await nameOf(navigator.clipboard.readText()),
        await where.then(
          () => 'granted',
          ({ code }: GeolocationPositionError) => `code ${code}`
        )
      ]
    })
    expect(refusals).toEqual(['NotAllowedError', 'code 1'])
  })

  it('does not evaluate text as code', async () => {
    const refused = await page.evaluate(
      () =>
        new Promise<Record<string, string>>((resolve) => {
          const outcomes: Record<string, string> = {}
          const attempt = (name: string, run: () => unknown): void => {
            try {
              run()
              outcomes[name] = 'done'
            } catch (error) {
              outcomes[name] = error instanceof Error ? error.name : String(error)
            }
          }
          const mark = 'globalThis.wasRun = true'
          setTimeout(() => {
            // The names are resolved in the page, not in this file.
            attempt('eval', () => (Reflect.get(globalThis, 'eval') as (text: string) => unknown)(mark))
            attempt('Function', () => (Reflect.construct(Function, [mark]) as () => unknown)())
            attempt('timer', () => Reflect.apply(setTimeout, globalThis, [mark, 0]))
            attempt('markup', () => (document.body.innerHTML = '<img src=x onerror="globalThis.wasRun = true">'))
            attempt('script', () => {
              const script = document.createElement('script')
              script.textContent = mark
              document.body.append(script)
            })
            attempt('attribute', () => {
              const button = document.createElement('button')
              button.setAttribute('onclick', mark)
              document.body.append(button)
              button.click()
              button.remove()
            })
            setTimeout(() => resolve({ ...outcomes, ran: String('wasRun' in globalThis) }), 100)
          }, 0)
        })
    )
    expect(refused).toMatchObject({ eval: 'EvalError', markup: 'TypeError', script: 'TypeError', ran: 'false' })
    expect(['EvalError', 'TypeError']).toContain(refused['Function'])
    await page.getByLabel(copy.connect.imagesAddress).waitFor()
    stage.forgive()
  })
})

describe('the bridge', () => {
  const long = 'x'.repeat(100_000)
  const query = EMPTY_QUERY
  const draft = {
    images: { address: 'http://127.0.0.1:9', key: 'sk-00000000' },
    projects: { address: 'http://127.0.0.1:9', key: null },
    allowInsecure: false
  }
  /** Values for every request: nothing, other types, more than the contract has. */
  const everywhere: readonly unknown[] = [undefined, 'text', 7, true, [], [null], { surplus: 1 }]
  const special: Partial<Record<RequestName, readonly unknown[]>> = {
    setPreferences: [null, { tile: 1e9 }, { tile: '176' }, { screen: 'other' }, { topRecord: -1 }, { topRecord: 1.5 }],
    testConnection: [
      null,
      { ...draft, allowInsecure: 'no' },
      { ...draft, extra: 1 },
      { ...draft, images: { address: long, key: 'k' } }
    ],
    connect: [
      null,
      { draft, keep: 'disk' },
      { draft: { ...draft, images: { address: 'a', key: long } }, keep: 'session' }
    ],
    replaceKey: [
      null,
      { group: 'others', key: 'sk-00000000', keep: 'session' },
      { group: 'images', key: long, keep: 'session' }
    ],
    removeKey: [null, { group: 'constructor' }, { group: ['images'] }],
    openView: [
      null,
      { query: { ...query, search: 'x'.repeat(MAX_SEARCH_LENGTH + 1) } },
      { query: { ...query, sortBy: 'favorite; drop table records' } },
      { query: { ...query, facets: {} } }
    ],
    getImages: [
      null,
      { records: [1, 2] },
      { records: new Uint32Array(MAX_ROWS_PER_CALL + 1) },
      { records: new Float64Array(1) }
    ],
    countFacets: [null, { query: { ...query, favorite: 1 } }, { query: { ...query, mark: '' } }],
    freezeSelection: [null, { view: -1 }, { view: '1' }, { view: 1.5 }],
    describeTarget: [
      null,
      { target: { kind: 'records', numbers: [1] }, view: null },
      { target: { kind: 'query', query }, view: null }
    ],
    listProjects: [
      null,
      { query: { search: '', searchBy: 'project', sortBy: 'project', sort: 'asc' }, offset: 0, limit: 1_000_000 }
    ],
    setFavorite: [
      null,
      { target: { kind: 'records', numbers: new Uint32Array(0) } },
      { target: { kind: 'records', numbers: new Uint32Array(1) }, favorite: 'true' }
    ],
    getBatch: [null, { batch: -1 }, { batch: Number.NaN }, { batch: 1, receipt: {} }],
    setPaused: [null, { isPaused: 1 }]
  }

  it.each(REQUEST_NAMES)('%s rejects arguments outside of its contract', async (name) => {
    // An empty object is a valid change of preferences that changes nothing.
    const bad = [...everywhere, ...(special[name] ?? [{}])]
    const answers = await page.evaluate(
      async ([request, given]) => {
        const { bridge } = globalThis as unknown as { bridge: Record<string, (args: unknown) => Promise<unknown>> }
        const all: unknown[] = []
        for (const args of given) all.push(await bridge[request]?.(args))
        return all
      },
      [name as string, bad] as const
    )
    const codes = answers.map((answer) => (answer as { failure?: { code: string } }).failure?.code)
    expect(codes).toEqual(bad.map(() => 'arguments-invalid'))
  })

  it('survives, stores no invalid argument, and logs rejections up to a limit', async () => {
    expect(await ask(page, 'getConnection', null)).toBeNull()
    const log = readLog(stage.profile)
    expect(log.filter((line) => line.includes('bad-arguments')).length).toBe(20)
    expect(log.join()).not.toMatch(/xxxxxxxxxx|drop table|sk-0000/)
    expect(stage.bugs()).toEqual([])
  })

  it('offers no channel outside of the contract', async () => {
    const outcome = await page.evaluate(async () => {
      const { bridge } = globalThis as unknown as { bridge: Record<string, unknown> }
      return [typeof bridge['invoke'], typeof bridge['send'], typeof bridge['on'], typeof bridge['getApiKey']]
    })
    expect(outcome).toEqual(['undefined', 'undefined', 'undefined', 'undefined'])
  })
})

describe('the key', () => {
  const keys = [CORE]
  const received = () =>
    page.evaluate(() => JSON.stringify((globalThis as unknown as { received: unknown[] }).received))
  const during = (fault: Fault) => stage.service.change({ faults: () => fault })
  const endFault = () => stage.service.change({ faults: null })
  const texts: string[] = []

  async function listen(): Promise<void> {
    await page.evaluate((names) => {
      const { bridge } = globalThis as unknown as {
        bridge: { subscribe: Record<string, (listener: (event: unknown) => void) => void> }
      }
      const all: unknown[] = []
      Object.assign(globalThis, { received: all })
      for (const name of names) bridge.subscribe[name]?.((event) => all.push(event))
    }, EVENT_NAMES)
  }

  /** Typed as the system delivers it, so that no debugger keeps the text. */
  async function typeKey(label: string, key: string): Promise<void> {
    await page.getByLabel(label, { exact: true }).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText(key)
  }

  it('is typed, tested, and accepted', async () => {
    await listen()
    await page.getByLabel(copy.connect.imagesAddress).fill(stage.service.imagesUrl)
    await typeKey(copy.connect.key, KEY)
    await page.getByRole('button', { name: copy.connect.show }).click()
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: copy.connect.test }).click()
    await page.getByText(copy.connect.bothReady).waitFor()
    await page.getByRole('button', { name: copy.connect.connect, exact: true }).click()
    await page.getByRole('navigation', { name: copy.frame.library }).waitFor()
    await waitForStatus(page, isUpToDate)
    texts.push(await responsesOf(page))
    // The screen with the field is closed, and with it the only place in the window that ever had the key.
    await expectSoon(async () => tracesIn('memory of the window', await heapOf(page), keys)).toEqual([])
  })

  it('is repeated in responses of a failing service, and never passed on', async () => {
    const body = JSON.stringify({
      message: `Incorrect API key provided: ${KEY}`,
      errors: { results: [`Bearer ${KEY}`] }
    })
    await pressInGrid(page, 'Control+a', 'f')
    await page
      .getByText(pattern(copy.selection.added(COUNT)))
      .first()
      .waitFor()
    await waitForStatus(page, ({ waiting }) => waiting === 0)
    const answers: readonly Fault[] = [
      { kind: 'status', status: 500, body },
      { kind: 'status', status: 429, body, headers: { 'retry-after': '1' } },
      { kind: 'html', body: `<title>${KEY}</title>` },
      { kind: 'status', status: 302, headers: { location: `${canary.origin}/${KEY}?key=${KEY}` }, body },
      { kind: 'status', status: 403, body },
      { kind: 'status', status: 401, body }
    ]
    for (const answer of answers) {
      stage.service.clearLog()
      during(answer)
      await ask(page, 'syncNow', null)
      await expectSoon(() => stage.service.counters.requests).toBeGreaterThan(0)
      await expectSoon(async () => (await readStatus(page)).images.state).not.toMatch(/^(up-to-date|reading|sending)$/)
      texts.push(await responsesOf(page), await page.evaluate(() => document.documentElement.outerHTML))
      endFault()
    }
    expect(canary.arrived).toEqual([])
  })

  it('is entered again, with a typo, and correctly', async () => {
    const broken = `${KEY}\r\nx-injected: ${KEY}`
    const answer = await page.evaluate((key) => {
      const { bridge } = globalThis as unknown as { bridge: Bridge }
      return bridge.replaceKey({ group: 'images', key, keep: 'keychain' })
    }, broken)
    expect(answer).toEqual({ ok: false, failure: { code: 'key-malformed' } })
    await page.getByRole('button', { name: copy.banners.enterNewKey }).click()
    const dialog = page.getByRole('dialog', { name: pattern(copy.newKey.titleShared, copy.newKey.title.images) })
    await typeKey(copy.connect.key, `Bearer ${KEY}`)
    await dialog.getByRole('button', { name: copy.newKey.save }).click()
    await dialog.waitFor({ state: 'detached' })
    await waitForStatus(page, isUpToDate)
  })

  it('is in no response or event, in no file, process, output, or memory of the window', async () => {
    texts.push(await responsesOf(page), await received(), await page.evaluate(() => document.documentElement.outerHTML))
    expect(tracesIn('bridge and window', Buffer.from(texts.join('\n')), keys)).toEqual([])
    expect(tracesIn('output', Buffer.from(stage.app().stdout() + stage.app().stderr()), keys)).toEqual([])
    expect(sweepFolder(stage.profile, keys)).toEqual([])
    expect(sweepProcesses(stage.app().pid, keys)).toEqual([])
  })

  it('is in no file after a crash and the following start', async () => {
    await pressInGrid(page, 'Control+a', 'Shift+f')
    await stage.kill()
    expect(sweepFolder(stage.profile, keys)).toEqual([])
    page = await stage.open()
    await waitForStatus(page, isUpToDate)
    expect(sweepFolder(stage.profile, keys)).toEqual([])
    expect(stage.bugs()).toEqual([])
  })

  it('would be found', async () => {
    const file = join(stage.profile, 'planted.txt')
    writeFileSync(file, `x${Buffer.from(`Bearer ${KEY}`).toString('base64')}`)
    expect(sweepFolder(stage.profile, keys).map(({ where }) => where)).toEqual(['planted.txt'])
    rmSync(file)
    const child = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1000)', KEY], { env: { KEY } })
    await once(child.stdout, 'data')
    const hasProc = process.platform === 'linux'
    const found = new Set(sweepProcesses(process.pid, keys).map(({ where }) => where))
    expect([...found]).toEqual(hasProc ? [`process ${child.pid} cmdline`, `process ${child.pid} environ`] : [])
    child.kill('SIGKILL')
    await page.evaluate((planted) => Object.assign(globalThis, { planted: { planted } }), KEY)
    expect(tracesIn('memory of the window', await heapOf(page), keys)).not.toEqual([])
  })

  /** The strings in the page's memory after a garbage collection. */
  async function heapOf(of: Page): Promise<Buffer> {
    const cdp = await of.context().newCDPSession(of)
    const parts: string[] = []
    cdp.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => parts.push(chunk))
    await cdp.send('HeapProfiler.collectGarbage')
    await cdp.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
    await cdp.detach()
    return Buffer.from(parts.join(''))
  }
})

deepOnly(() => {
  // No program is packaged here; the host can simulate that.
  hostOnly(() => {
    it('a packaged app shows its own page, whatever development server the environment names', async () => {
      await stage.quit()
      page = await stage.open({ args: ['--packaged'], env: { ELECTRON_RENDERER_URL: canary.origin } })
      await page.getByRole('navigation', { name: copy.frame.library }).waitFor()
      expect(new URL(page.url()).hostname).toBe('bundle.app.invalid')
      expect(canary.arrived).toEqual([])
    })
  })

  hostOnly(() => {
    it('the executed bundles equal the packaged ones, byte for byte', async () => {
      await stage.quit()
      page = await stage.open({ args: ['--print-hashes'] })
      await page.getByRole('navigation', { name: copy.frame.library }).waitFor()
      await waitForStatus(page, isUpToDate)
      const out = builtFolder()
      const files = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
      const built = new Map(
        files.map(({ parentPath, name }) => {
          const path = join(parentPath, name)
          return [
            relative(out, path).split(sep).join('/'),
            createHash('sha256').update(readFileSync(path)).digest('hex')
          ]
        })
      )
      const loaded = stage
        .app()
        .stdout()
        .split('\n')
        .filter((line) => line.startsWith('{"loaded"'))
        .map((line) => JSON.parse(line) as { loaded: string; sha256: string })
      expect(loaded.map(({ loaded: name }) => name)).toEqual(
        expect.arrayContaining(['main/index.js', 'preload/index.cjs', 'renderer/index.html'])
      )
      for (const { loaded: name, sha256 } of loaded) expect([name, sha256]).toEqual([name, built.get(name)])
    })
  })
})
