/** Where a window can be shown. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { isAbsolute, join } from 'node:path'
import type { Readable } from 'node:stream'
import { startChild } from '../setup/children.mjs'

const ANSWER_LIMIT_MS = 2_000
const X_PORT = 6000

export interface Display {
  readonly isThere: boolean
  /** Why none is, when the environment names one that does not answer. */
  readonly complaint: string | null
}

/** Asks what `WAYLAND_DISPLAY` and `DISPLAY` name. Other systems than Linux have a display of their own. */
export async function findDisplay(env: NodeJS.ProcessEnv, platform = process.platform): Promise<Display> {
  if (platform !== 'linux') return { isThere: true, complaint: null }
  const named = Object.entries({ WAYLAND_DISPLAY: env['WAYLAND_DISPLAY'], DISPLAY: env['DISPLAY'] }).filter(
    ([, value]) => value !== undefined && value !== ''
  )
  for (const [name, value = ''] of named) {
    if (await answers(name === 'DISPLAY' ? placesOfX(value) : placesOfWayland(value, env)))
      return { isThere: true, complaint: null }
  }
  const [first] = named
  if (first === undefined) return { isThere: false, complaint: null }
  return { isThere: false, complaint: `${first[0]} is "${first[1]}", but no display answers there.` }
}

type Place = { readonly path: string } | { readonly host: string; readonly port: number }

/** ":0" and "unix:0.1" are sockets, "host:10.0" is a port; on Linux the socket may have a name without a file. */
function placesOfX(display: string): Place[] {
  const [, host = '', number = ''] = /^(.*):(\d+)(?:\.\d+)?$/.exec(display) ?? []
  if (number === '') return []
  if (host !== '' && host !== 'unix') return [{ host, port: X_PORT + Number(number) }]
  const file = `/tmp/.X11-unix/X${number}`
  return [{ path: file }, { path: `\0${file}` }]
}

function placesOfWayland(display: string, env: NodeJS.ProcessEnv): Place[] {
  if (isAbsolute(display)) return [{ path: display }]
  const folder = env['XDG_RUNTIME_DIR']
  return folder === undefined ? [] : [{ path: join(folder, display) }]
}

async function answers(places: readonly Place[]): Promise<boolean> {
  for (const place of places) {
    if (await canConnect(place)) return true
  }
  return false
}

function canConnect(place: Place): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(place)
    const settle = (isThere: boolean) => () => {
      socket.destroy()
      resolve(isThere)
    }
    socket.setTimeout(ANSWER_LIMIT_MS, settle(false))
    socket.once('connect', settle(true)).once('error', settle(false))
  })
}

/** Starts a virtual display on a number that is free; its name, or null when there is no Xvfb. Ended with the rest. */
export async function startVirtualDisplay(): Promise<string | null> {
  const child = startChild('Xvfb', ['-displayfd', '3', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe']
  })
  const numbers = child.stdio[3] as Readable
  const gone = new Promise<null>((resolve) => {
    child.once('error', () => resolve(null))
    child.once('exit', () => resolve(null))
  })
  const told = once(numbers, 'data').then(([data]) => `:${String(data).trim()}`)
  return Promise.race([told, gone])
}
