/** Options of `npm start`, kept profiles, and the choice of a shell. */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { copy } from '../../src/copy/language.ts'
import { startReferenceService } from '../../src/reference-service/server.ts'
import { ask } from '../../drivers/window-bridge.ts'
import { HOST, openPage, small, startStage } from './start-stage.ts'
import { eventually } from '../../drivers/eventually.ts'

const stage = startStage()

describe('options', () => {
  it('--help shows the whole text, an invalid option a sentence', async () => {
    const help = stage.startHost(['--help'])
    expect(await help.ended).toBe(0)
    expect(help.output()).toBe(readFileSync(join(stage.folder(), 'tools/start/help.txt'), 'utf8'))
    const wrong = stage.startHost(['--no-service', '--images', '5'])
    expect(await wrong.ended).toBe(2)
    expect(wrong.output()).toMatch(/^--images requires a service[^\n]*\n$/)
  })

  it.each(['--port', '--remote-debugging-port'])('%s in use is reported', async (option) => {
    const server = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const started = stage.startHost([option, String(port)])
    expect(await started.ended).toBe(2)
    expect(started.output()).toBe(
      `Port ${port} is in use by another program. Quit that program, or choose another port with ${option}.\n`
    )
  })
})

describe('a profile', () => {
  /** Marks libraries as made by a later version. */
  function makeNewer(libraries: string): void {
    for (const name of readdirSync(libraries).filter((file) => file.endsWith('.sqlite'))) {
      const database = new DatabaseSync(join(libraries, name))
      database.exec('PRAGMA user_version = 9999')
      database.close()
    }
  }
  const serviceOf = (output: string) => /with (\d+) sample images runs at (\S+)/.exec(output)?.slice(1)

  it('is in the folder of the user, is kept, and is open once; the next start opens its own library unchanged', async () => {
    const own = await startReferenceService({
      images: 20,
      projects: 2,
      perMinute: 0,
      imagesKey: 'own-key-of-ada-1',
      projectsKey: 'own-key-of-ada-1'
    })
    onTestFinished(() => own.close())
    const place = join(stage.temporary(), 'place')
    const profile = join(place, 'ada')
    mkdirSync(place)
    const first = stage.startHost(['--no-service', '--profile', 'ada', '--remote-debugging-port', '0'], {
      INIT_CWD: place
    })
    const opened = await openPage(first)
    await opened.page.getByLabel(copy.connect.imagesAddress).waitFor()
    expect(first.output()).not.toContain('A local service')
    await ask(opened.page, 'connect', {
      draft: {
        images: { address: own.url, key: 'own-key-of-ada-1' },
        projects: { address: own.url, key: null },
        allowInsecure: true
      },
      keep: 'session'
    })
    await opened.browser.close()

    const second = stage.startHost(['--no-service', '--profile', profile])
    expect(await second.ended).toBe(2)
    expect(second.output()).toContain(`Proofsheet is already open with the profile ${profile}.`)
    expect(second.output()).not.toContain('    at ')

    first.signalAll('SIGINT')
    expect(await first.ended).toBe(0)
    expect(existsSync(join(profile, 'connections.json'))).toBe(true)
    const third = stage.startHost([...small, '--profile', profile, '--remote-debugging-port', '0'])
    const { browser, page } = await openPage(third)
    await eventually(third.output).toContain('is already connected and stays unchanged')
    expect((await ask(page, 'getConnection', null))?.images.address).toBe(own.url)
    await browser.close()
  })

  it('uses its service again, and reports a library that cannot be opened', async () => {
    const args = ['--profile', join(stage.temporary(), 'mine'), '--remote-debugging-port', '0']
    const first = stage.startHost([...small, ...args])
    await eventually(first.output).toContain('A picture of the main screen')
    first.signalAll('SIGINT')
    expect(await first.ended).toBe(0)
    const second = stage.startHost(['--per-minute', '0', ...args])
    const { browser, page } = await openPage(second)
    await eventually(second.output).toContain('A picture of the main screen')
    expect(serviceOf(second.output())).toEqual(serviceOf(first.output()))
    expect((await ask(page, 'getConnection', null))?.images.key).toBe('session')
    await browser.close()
    second.signalAll('SIGINT')
    expect(await second.ended).toBe(0)
    makeNewer(join(stage.temporary(), 'mine/libraries'))
    const third = stage.startHost(args)
    await eventually(third.output).toContain('The library of this profile is not connected (library-newer).')
  })

  it('with a slow library has a picture of its current state', async () => {
    const started = stage.startHost(['--images', '400', '--projects', '3', '--per-minute', '2'])
    await eventually(started.output).toMatch(/A picture of the main screen|No picture/)
    expect(started.output()).not.toContain('No picture')
  })
})

it('npm run screens reports each picture, and leaves nothing after an early end', async () => {
  const started = stage.run(process.execPath, ['tools/screens/cli.ts', '--out', 'shots'], {
    INIT_CWD: stage.temporary()
  })
  const pictures = () =>
    existsSync(join(stage.temporary(), 'shots')) ? readdirSync(join(stage.temporary(), 'shots')) : []
  // Several windows are open at a time.
  await eventually(pictures).toContain('connect-1024-dark.png')
  expect(started.output()).toContain(`${join(stage.temporary(), 'shots', 'connect-1440-light.png')}\n`)
  started.signalAll('SIGTERM')
  expect(await started.ended).toBe(0)
  await eventually(stage.left).toEqual([])
  expect(readdirSync(stage.temporary()).filter((name) => name.startsWith('proofsheet-screens-'))).toEqual([])
})

describe('Electron', () => {
  /** Creates a fake binary that responds to the probe and otherwise runs the host. */
  function standIn(probe: string): NodeJS.ProcessEnv {
    const file = join(stage.temporary(), 'electron')
    const host = join(stage.folder(), 'tools/chromium-host/cli.ts')
    writeFileSync(
      file,
      `#!/bin/sh
if [ "$ELECTRON_RUN_AS_NODE" = 1 ]; then ${probe}; fi
echo "$DISPLAY" > ${stage.temporary()}/display
[ "$1" = --no-sandbox ] && shift
exec ${process.execPath} ${host} "$@"
`
    )
    chmodSync(file, 0o755)
    return { ELECTRON_EXEC_PATH: file }
  }
  const onAny = (args: readonly string[], env: NodeJS.ProcessEnv) => stage.start([...args], env)

  it('without a display gets a virtual one; all processes end with the app', async () => {
    const started = onAny(['--no-service'], standIn('echo v24; exit 0'))
    await eventually(started.output).toContain('Proofsheet is open')
    expect(started.output()).toContain('Opening Proofsheet in Electron, without a window…')
    expect(readFileSync(join(stage.temporary(), 'display'), 'utf8')).toMatch(/^:\d+\n$/)
    expect(stage.left().some((line) => line.includes('Xvfb'))).toBe(true)
    process.kill(stage.pidOf(HOST), 'SIGTERM')
    expect(await started.ended).toBe(0)
    await eventually(stage.left).toEqual([])
    expect(stage.profiles()).toEqual([])
  })

  it('that does not open is reported, and the host opens', async () => {
    const started = onAny(
      ['--no-service'],
      standIn('echo v24; exit 0; fi; if true; then echo "The SUID sandbox helper is not configured" >&2; exit 1')
    )
    await eventually(started.output).toContain('Proofsheet is open')
    expect(started.output()).toContain('Electron did not open. Its last output:')
    expect(started.output()).toContain('The SUID sandbox helper is not configured')
  })

  it('that is required and missing is reported, and nothing opens', async () => {
    const started = onAny(['--electron'], standIn('exit 3'))
    expect(await started.ended).toBe(1)
    expect(started.output()).toContain('Without --electron, the Chromium host opens instead.')
  })

  it('on its virtual display ends on Ctrl+C', async () => {
    const started = onAny(small, standIn('echo v24; exit 0'))
    await eventually(started.output).toContain('A picture of the main screen')
    started.signalAll('SIGINT')
    expect(await started.ended).toBe(0)
    await eventually(stage.left).toEqual([])
  })

  it('that lacks a library is reported, and the host opens', async () => {
    const line = 'error while loading shared libraries: libnss3.so: cannot open shared object file'
    const started = onAny(['--no-service'], standIn(`echo "electron: ${line}" >&2; exit 127`))
    await eventually(started.output).toContain('Proofsheet is open')
    expect(started.output()).toContain(line)
    expect(started.output()).toContain('Opening Proofsheet in the Chromium host')
  })
})
