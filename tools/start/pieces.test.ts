/** Parts of a start without a window: memory, displays, ports, profiles. */
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readOptions } from '../../drivers/command-line.ts'
import { findDisplay } from './display.ts'
import { START, portError, requireFreePort } from './options.ts'
import { startService, openProfile, keepSampleService, readSampleService, pictureFile } from './sample-connection.ts'
import { createMemory } from './shell.ts'

let folder: string
const servers: Server[] = []
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'proofsheet-pieces-'))))
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
  rmSync(folder, { recursive: true })
})

async function listen(at: string | number): Promise<Server> {
  const server = createServer()
  servers.push(server)
  if (typeof at === 'string') server.listen(at)
  else server.listen(at, '127.0.0.1')
  await once(server, 'listening')
  return server
}

describe('memory', () => {
  const DAY_MS = 24 * 60 * 60 * 1000
  it('is valid for a version and a day', () => {
    const clock = { now: 1_000 }
    const memory = createMemory(folder, () => clock.now)
    expect(memory.has('electron-failed', '45.5.0')).toBe(false)
    memory.keep('electron-failed', '45.5.0')
    expect(memory.has('electron-failed', '45.5.0')).toBe(true)
    expect(memory.has('electron-failed', '46.0.0')).toBe(false)
    clock.now += DAY_MS
    expect(memory.has('electron-failed', '45.5.0')).toBe(false)
    clock.now = 1_000
    memory.forget('electron-failed')
    expect(memory.has('electron-failed', '45.5.0')).toBe(false)
  })

  it('ignores times in the future and incomplete files', () => {
    createMemory(folder, () => 10 * DAY_MS).keep('a', '1')
    expect(createMemory(folder, () => DAY_MS).has('a', '1')).toBe(false)
    writeFileSync(join(folder, '.setup', 'a.json'), '{"at":')
    expect(createMemory(folder, () => 10 * DAY_MS).has('a', '1')).toBe(false)
  })
})

it('ignores failures to remember', () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const memory = createMemory(file)
  memory.keep('a', '1')
  memory.forget('a')
  expect(memory.has('a', '1')).toBe(false)
})

describe('a display', () => {
  it('always exists on other systems than Linux', async () => {
    expect(await findDisplay({}, 'darwin')).toEqual({ isThere: true, problem: null })
  })

  it('does not exist if no variable names one', async () => {
    expect(await findDisplay({ DISPLAY: '' }, 'linux')).toEqual({ isThere: false, problem: null })
  })

  it('of Wayland is a socket, by its name or its path', async () => {
    await listen(join(folder, 'wayland-9'))
    const wayland = { WAYLAND_DISPLAY: 'wayland-9', XDG_RUNTIME_DIR: folder }
    expect((await findDisplay(wayland, 'linux')).isThere).toBe(true)
    expect((await findDisplay({ WAYLAND_DISPLAY: join(folder, 'wayland-9') }, 'linux')).isThere).toBe(true)
    expect((await findDisplay({ ...wayland, WAYLAND_DISPLAY: 'wayland-8', DISPLAY: ':973' }, 'linux')).isThere).toBe(
      false
    )
  })

  it('of X on another computer is a port', async () => {
    const server = await listen(0)
    const number = (server.address() as AddressInfo).port - 6000
    expect((await findDisplay({ DISPLAY: `127.0.0.1:${number}.0` }, 'linux')).isThere).toBe(true)
  })

  it('that does not respond is reported', async () => {
    expect(await findDisplay({ DISPLAY: ':974' }, 'linux')).toEqual({
      isThere: false,
      problem: 'DISPLAY is ":974", but no display responds there.'
    })
  })
})

describe('a port', () => {
  it('in use is refused with the option to choose another', async () => {
    const { port } = (await listen(0)).address() as AddressInfo
    await expect(requireFreePort(port, '--port')).rejects.toMatchObject({
      message: `Port ${port} is in use by another program. Quit that program, or choose another port with --port.`,
      exitCode: 2
    })
    await requireFreePort(null, '--port')
    await requireFreePort(0, '--port')
  })

  it('below 1024 may require permissions', () => {
    expect(portError(Object.assign(new Error('no'), { code: 'EACCES' }), 80, '--port')?.message).toContain(
      'Choose a port above 1023 with --port.'
    )
    expect(portError(new Error('other'), 80, '--port')).toBeNull()
  })
})

describe('a profile', () => {
  it('keeps its sample service, and ignores an incomplete file', () => {
    expect(readSampleService(folder)).toBeNull()
    const service = { port: 8090, images: 5, projects: 2 }
    keepSampleService(folder, service)
    expect(readSampleService(folder)).toEqual(service)
    for (const text of ['{"port":', 'null', '{"port":"8090"}']) {
      writeFileSync(join(folder, 'sample-service.json'), text)
      expect(readSampleService(folder)).toBeNull()
    }
  })

  it('whose service cannot use its port again is reported as already open', async () => {
    const { port } = (await listen(0)).address() as AddressInfo
    keepSampleService(folder, { port, images: 5, projects: 2 })
    const options = readOptions(START, ['--profile', folder])
    if (options === null) throw new Error('This is a request for help.')
    await expect(startService(options, folder)).rejects.toThrow(
      `Port ${port}, which the service of this profile uses, is in use. The profile may already be open.`
    )
    const named = { ...options, port }
    await expect(startService(named, folder)).rejects.toThrow(`Port ${port} is in use by another program.`)
  })

  it('that is given is created and kept', () => {
    const place = join(folder, 'a', 'b')
    const profile = openProfile(place)
    expect(profile.folder).toBe(place)
    profile.remove()
    mkdirSync(join(place, 'still there'))
  })

  it('that is a file is refused', () => {
    const place = join(folder, 'file')
    writeFileSync(place, '')
    expect(() => openProfile(place)).toThrow(`Can’t use the profile ${place}: it is not a folder.`)
  })
})

describe('the picture of the main screen', () => {
  it('has one path, and another one if that belongs to another user', () => {
    const user = process.getuid?.() ?? 0
    const usual = join(folder, 'proofsheet-main.png')
    expect(pictureFile(folder, user)).toBe(usual)
    writeFileSync(usual, '')
    expect(pictureFile(folder, user)).toBe(usual)
    expect(pictureFile(folder, user + 1)).toBe(join(folder, `proofsheet-main-${user + 1}.png`))
  })
})
