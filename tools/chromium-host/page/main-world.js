/**
 * The page's own world, before any of its scripts: receives what the preload exposes and takes `window.open` away.
 * Leaves nothing behind but those.
 */
function freezeDeep(value) {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
  Object.values(value).forEach(freezeDeep)
  return Object.freeze(value)
}

export function startMainWorld(peer) {
  peer.receive('expose', ({ name }, value) => {
    Object.defineProperty(window, name, { value: freezeDeep(value), enumerable: true })
  })
  peer.receive('openWindow', (_detail, report) => {
    // Every window is denied, so the page sees what Electron shows it then.
    window.open = (...args) => {
      const [url = '', target = ''] = args.map(String)
      report(url, target)
      return null
    }
  })
}
