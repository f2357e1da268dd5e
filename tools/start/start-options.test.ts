/** The options of `npm start`, and the shell it chooses. */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startReferenceService } from '../../src/reference-service/server.ts'
import { ask } from '../../drivers/window-bridge.ts'
import { openPage, small, startStage } from './start-stage.ts'
import { eventually } from '../../drivers/eventually.ts'

const stage = startStage()

describe('options', () => {
  it('--help is the whole text, a wrong one a sentence', async () => {
    const help = stage.startHost(['--help'])
    expect(await help.ended).toBe(0)
    expect(help.said()).toBe(readFileSync(join(stage.folder(), 'tools/start/help.txt'), 'utf8'))
    const wrong = stage.startHost(['--no-service', '--images', '5'])
    expect(await wrong.ended).toBe(2)
    expect(wrong.said()).toMatch(/^--images is about the service[^\n]*\n$/)
  })

  it.each(['--port', '--remote-debugging-port'])('%s that is taken is told', async (option) => {
    const server = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const started = stage.startHost([option, String(port)])
    expect(await started.ended).toBe(2)
    expect(started.said()).toBe(
      `Port ${port} is taken by another program. End it, or choose another one with ${option}.\n`
    )
  })

  it('--profile is of the place of the person, is kept, and finds its service again', async () => {
    const place = join(stage.temporary(), 'place')
    mkdirSync(place)
    const args = ['--profile', 'mine', '--remote-debugging-port', '0']
    const first = stage.startHost([...small, ...args], { INIT_CWD: place })
    await eventually(first.said).toContain('A picture of the main screen')
    first.toAll('SIGINT')
    expect(await first.ended).toBe(0)
    expect(existsSync(join(place, 'mine/connections.json'))).toBe(true)
    const second = stage.startHost(['--per-minute', '0', ...args], { INIT_CWD: place })
    const { browser, page } = await openPage(second)
    await eventually(second.said).toContain('A picture of the main screen')
    expect(/with (\d+) sample pictures is at (\S+)/.exec(second.said())?.slice(1)).toEqual(
      /with (\d+) sample pictures is at (\S+)/.exec(first.said())?.slice(1)
    )
    expect((await ask(page, 'getConnection', null))?.images.key).toBe('session')
    await browser.close()
  })

  it('--no-service shows the connect screen; the library of a person is opened as it is by the next start', async () => {
    const own = await startReferenceService({
      images: 20,
      projects: 2,
      perMinute: 0,
      imagesKey: 'own-key-of-ada-1',
      projectsKey: 'own-key-of-ada-1'
    })
    onTestFinished(() => own.close())
    const args = ['--profile', join(stage.temporary(), 'ada'), '--remote-debugging-port', '0']
    const first = stage.startHost(['--no-service', ...args])
    const opened = await openPage(first)
    await opened.page.getByLabel('Images service address').waitFor()
    expect(first.said()).not.toContain('A local service')
    await ask(opened.page, 'connect', {
      draft: {
        images: { address: own.url, key: 'own-key-of-ada-1' },
        projects: { address: own.url, key: null },
        allowInsecure: true
      },
      keep: 'session'
    })
    await opened.browser.close()
    first.toAll('SIGINT')
    await first.ended
    const second = stage.startHost([...small, ...args])
    const { browser, page } = await openPage(second)
    await eventually(second.said).toContain('is connected already, and is left as it is')
    expect((await ask(page, 'getConnection', null))?.images.address).toBe(own.url)
    await browser.close()
  })
})

it('--screens photographs, says each picture, and leaves nothing when it is ended in the middle', async () => {
  const started = stage.start(['--screens', 'shots'], { INIT_CWD: stage.temporary() })
  const pictures = () =>
    existsSync(join(stage.temporary(), 'shots')) ? readdirSync(join(stage.temporary(), 'shots')) : []
  await eventually(() => pictures().length).toBeGreaterThanOrEqual(4)
  expect(pictures()).toContain('connect-1024-dark.png')
  expect(started.said()).toContain(`${join(stage.temporary(), 'shots', 'connect-1440-light.png')}\n`)
  started.toAll('SIGTERM')
  expect(await started.ended).toBe(0)
  await eventually(stage.left).toEqual([])
  expect(readdirSync(stage.temporary()).filter((name) => name.startsWith('proofsheet-screens-'))).toEqual([])
})
describe('Electron', () => {
  /** Stands in for the binary: answers the probe, and is the host otherwise. */
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

  it('without a display gets a virtual one of its own, which ends with it', async () => {
    const started = onAny(small, standIn('echo v24; exit 0'))
    await eventually(started.said).toContain('A picture of the main screen')
    expect(started.said()).toContain('Opening Proofsheet in Electron, without a window…')
    expect(readFileSync(join(stage.temporary(), 'display'), 'utf8')).toMatch(/^:\d+\n$/)
    expect(stage.left().some((line) => line.includes('Xvfb'))).toBe(true)
    started.toAll('SIGINT')
    expect(await started.ended).toBe(0)
    await eventually(stage.left).toEqual([])
  })

  it('that lacks a library is told, and the host opens', async () => {
    const line = 'error while loading shared libraries: libnss3.so: cannot open shared object file'
    const started = onAny(small, standIn(`echo "electron: ${line}" >&2; exit 127`))
    await eventually(started.said).toContain('Proofsheet is open')
    expect(started.said()).toContain(line)
    expect(started.said()).toContain('Opening Proofsheet in the Chromium host')
  })

  it('that does not open is told, and the host opens', async () => {
    const started = onAny(
      small,
      standIn('echo v24; exit 0; fi; if true; then echo "The SUID sandbox helper is not configured" >&2; exit 1')
    )
    await eventually(started.said).toContain('Proofsheet is open')
    expect(started.said()).toContain('Electron did not open; its last words:')
    expect(started.said()).toContain('The SUID sandbox helper is not configured')
  })

  it('wanted and not to be had is told, and nothing opens', async () => {
    const started = onAny(['--electron'], standIn('exit 3'))
    expect(await started.ended).toBe(1)
    expect(started.said()).toContain('Without --electron the Chromium host is opened instead.')
  })
})
