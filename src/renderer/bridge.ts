/** The one file of the window that names what the preload puts on the page. */
import type { Bridge } from '../shared/bridge.ts'

declare global {
  interface Window {
    readonly bridge: Bridge
  }
}

export const bridge: Bridge = window.bridge
