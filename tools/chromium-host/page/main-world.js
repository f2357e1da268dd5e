/**
 * Runs in the page's world before its scripts: exposes the preload's objects and replaces `window.open`, nothing else.
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
    // Electron returns null for a denied window, and every window is denied.
    window.open = (url = '') => {
      report(String(url))
      return null
    }
  })
}
