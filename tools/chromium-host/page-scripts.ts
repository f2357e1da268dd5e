/** Builds the two scripts that run in each new document, one per world. */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const ISOLATED_WORLD = 'Electron Isolated Context'

/** Returns a function for each document of one window, which reads the preload again and keeps the names. */
export function createPageScripts(preloadFile: string): () => PageScripts {
  const secret = randomBytes(16).toString('hex')
  return () => composePageScripts(preloadFile, secret)
}

export type PageScripts = ReturnType<typeof composePageScripts>

function composePageScripts(preloadFile: string, secret: string) {
  const names = { toPage: `p${secret}`, toPreload: `i${secret}`, handleKey: `h${secret}` }
  const bindingName = `b${secret}`
  const receiverName = `r${secret}`
  const preload = readFileSync(preloadFile, 'utf8')
  const peer = source('peer.js')
  return {
    /** Function of the isolated world that calls the host; the page's world does not have it. */
    bindingName,
    /** Function of the isolated world that the host calls with one packed message. */
    receiverName,
    // Functions instead of blocks, because a function declared in a sloppy block becomes a global of the page.
    mainWorld: `(() => {
'use strict'
if (window !== window.top) return
${peer}
${source('main-world.js')}
startMainWorld(new Peer(${peerNames(names.toPreload, names.toPage, names.handleKey)}))
})()`,
    isolatedWorld: `(() => {
'use strict'
if (window !== window.top) return
${peer}
${source('wire.js')}
${source('isolated-world.js')}
const base64 = { encode: (bytes) => bytes.toBase64(), decode: (text) => Uint8Array.fromBase64(text) }
const peer = new Peer(${peerNames(names.toPage, names.toPreload, names.handleKey)})
const parts = { peer, base64, bindingName: '${bindingName}', receiverName: '${receiverName}' }
const runtime = new PreloadRuntime(parts)
const module = { exports: {} }
try {
  (function (require, module, exports) {
${preload}
  })((name) => runtime.require(name), module, module.exports)
} catch (error) {
  runtime.reportFailure(error)
}
})()`
  }
}

function peerNames(outgoing: string, incoming: string, handleKey: string): string {
  return JSON.stringify({ outgoing, incoming, handleKey })
}

/** Returns a file without imports and exports, so that several form a plain script. */
function source(name: string): string {
  return readFileSync(join(import.meta.dirname, 'page', name), 'utf8').replaceAll(/^(import .*|export )/gm, '')
}
