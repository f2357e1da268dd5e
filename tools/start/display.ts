/** Finds a display, or starts a virtual one. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { isAbsolute, join } from 'node:path'
import type { Readable } from 'node:stream'
import { startChild } from '../setup/children.mjs'

const CONNECT_LIMIT_MS = 2_000
const X_PORT = 6000

export interface Display {
  readonly isThere: boolean
  /** A sentence if the environment names a display that does not respond. */
  readonly problem: string | null
}

/** Connects to the display of `WAYLAND_DISPLAY` or `DISPLAY`. Other systems than Linux always have one. */
export async function findDisplay(env: NodeJS.ProcessEnv, platform = process.platform): Promise<Display> {
  if (platform !== 'linux') return { isThere: true, problem: null }
  const named = Object.entries({ WAYLAND_DISPLAY: env['WAYLAND_DISPLAY'], DISPLAY: env['DISPLAY'] }).filter(
    ([, value]) => value !== undefined && value !== ''
  )
  for (const [name, value = ''] of named) {
    if (await isReachable(name === 'DISPLAY' ? endpointsOfX(value) : endpointsOfWayland(value, env)))
      return { isThere: true, problem: null }
  }
  const [first] = named
  if (first === undefined) return { isThere: false, problem: null }
  return { isThere: false, problem: `${first[0]} is "${first[1]}", but no display responds there.` }
}

type Endpoint = { readonly path: string } | { readonly host: string; readonly port: number }

/** ":0" and "unix:0.1" are sockets, "host:10.0" is a port; on Linux the socket may be abstract. */
function endpointsOfX(display: string): Endpoint[] {
  const [, host = '', number = ''] = /^(.*):(\d+)(?:\.\d+)?$/.exec(display) ?? []
  if (number === '') return []
  if (host !== '' && host !== 'unix') return [{ host, port: X_PORT + Number(number) }]
  const file = `/tmp/.X11-unix/X${number}`
  return [{ path: file }, { path: `\0${file}` }]
}

function endpointsOfWayland(display: string, env: NodeJS.ProcessEnv): Endpoint[] {
  if (isAbsolute(display)) return [{ path: display }]
  const folder = env['XDG_RUNTIME_DIR']
  return folder === undefined ? [] : [{ path: join(folder, display) }]
}

async function isReachable(endpoints: readonly Endpoint[]): Promise<boolean> {
  for (const endpoint of endpoints) {
    if (await canConnect(endpoint)) return true
  }
  return false
}

function canConnect(endpoint: Endpoint): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(endpoint)
    const settle = (isThere: boolean) => () => {
      socket.destroy()
      resolve(isThere)
    }
    socket.setTimeout(CONNECT_LIMIT_MS, settle(false))
    socket.once('connect', settle(true)).once('error', settle(false))
  })
}

/** Starts a virtual display. Returns its environment, or `null` without Xvfb. `endChildren` ends it. */
export async function startVirtualDisplay(): Promise<NodeJS.ProcessEnv | null> {
  const child = startChild('Xvfb', ['-displayfd', '3', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe']
  })
  const numbers = child.stdio[3] as Readable
  const gone = new Promise<null>((resolve) => {
    child.once('error', () => resolve(null))
    child.once('exit', () => resolve(null))
  })
  const started = once(numbers, 'data').then(([data]) => ({
    DISPLAY: `:${String(data).trim()}`,
    WAYLAND_DISPLAY: undefined
  }))
  return Promise.race([started, gone])
}
