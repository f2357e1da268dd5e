/** What the standard menu roles do to the window in front. */
import type { HostApp } from './app.ts'
import type { HostBrowserWindow } from './browser-window.ts'

interface RoleTarget {
  readonly app: HostApp
  readonly window: HostBrowserWindow | undefined
}

const ZOOM_LEVEL = 0.5

const ROLES: Readonly<Record<string, (target: RoleTarget) => void>> = {
  quit: ({ app }) => app.quit(),
  close: ({ window }) => window?.close(),
  minimize: ({ window }) => window?.minimize(),
  zoom: ({ window }) => (window?.isMaximized() ? window.unmaximize() : window?.maximize()),
  togglefullscreen: ({ window }) => window?.setFullScreen(!window.isFullScreen()),
  reload: ({ window }) => window?.reload(),
  forcereload: ({ window }) => window?.reload(),
  toggledevtools: ({ window }) => window?.webContents.toggleDevTools(),
  undo: ({ window }) => window?.webContents.undo(),
  redo: ({ window }) => window?.webContents.redo(),
  cut: ({ window }) => window?.webContents.cut(),
  copy: ({ window }) => window?.webContents.copy(),
  paste: ({ window }) => window?.webContents.paste(),
  selectall: ({ window }) => window?.webContents.selectAll(),
  resetzoom: ({ window }) => window?.webContents.setZoomLevel(0),
  zoomin: ({ window }) => window?.webContents.setZoomLevel(window.webContents.getZoomLevel() + ZOOM_LEVEL),
  zoomout: ({ window }) => window?.webContents.setZoomLevel(window.webContents.getZoomLevel() - ZOOM_LEVEL)
}

/** Throws for a role the host does not have, rather than doing nothing. */
export function runRole(role: string, target: RoleTarget): void {
  const run = ROLES[role.toLowerCase()]
  if (run === undefined) throw new Error(`The host has no menu role ${role}`)
  run(target)
}
