/** Implements menus as plain trees that are not drawn; `click` has the effect of a click on the item. */
import type * as Electron from 'electron'
import type { HostApp } from './app.ts'
import type { HostBrowserWindow } from './browser-window.ts'

type Template = Electron.MenuItemConstructorOptions

interface HostMenuItem {
  readonly id: string | undefined
  readonly label: string | undefined
  readonly type: string | undefined
  readonly accelerator: string | undefined
  readonly role: string | undefined
  readonly submenu: HostMenu | undefined
  readonly isClickable: boolean
  readonly click: () => void
}

export type HostMenu = readonly HostMenuItem[]

/** Target of the standard items: the app and its window. */
export interface MenuTarget {
  readonly app: HostApp
  readonly window: HostBrowserWindow | undefined
}

const ZOOM_LEVEL = 0.5

const zoom =
  (levels: number) =>
  ({ window }: MenuTarget) =>
    window?.webContents.setZoomLevel(window.webContents.getZoomLevel() + levels)

const ROLES: Readonly<Record<string, (target: MenuTarget) => void>> = {
  quit: ({ app }) => app.quit(),
  togglefullscreen: () => {},
  reload: ({ window }) => window?.webContents.reload(),
  // Use the debugging port instead.
  toggleDevTools: () => {},
  cut: ({ window }) => window?.webContents.edit('cut'),
  copy: ({ window }) => window?.webContents.edit('copy'),
  paste: ({ window }) => window?.webContents.edit('paste'),
  resetZoom: ({ window }) => window?.webContents.setZoomLevel(0),
  zoomIn: zoom(ZOOM_LEVEL),
  zoomOut: zoom(-ZOOM_LEVEL)
}

export const buildMenu = (template: readonly Template[], target: () => MenuTarget): HostMenu =>
  template.map((options) => buildItem(options, target))

function buildItem({ role, click, submenu, ...options }: Template, target: () => MenuTarget): HostMenuItem {
  const { id, label, type, accelerator, enabled = true, visible = true } = options
  return {
    id,
    label,
    type,
    accelerator,
    role,
    submenu: Array.isArray(submenu) ? buildMenu(submenu, target) : undefined,
    isClickable: enabled && visible,
    click: () => {
      // Electron passes its item, window and event, which no item of the app reads.
      if (click) Reflect.apply(click, undefined, [])
      else if (role !== undefined) runRole(role, target())
    }
  }
}

/** Throws for roles that the host does not have. */
function runRole(role: string, target: MenuTarget): void {
  const run = ROLES[role]
  if (run === undefined) throw new Error(`The host has no menu role ${role}`)
  run(target)
}

/** Clicks the item at a path of labels, roles or ids. Throws if it is missing, hidden or disabled. */
export function clickMenu(menu: HostMenu, path: readonly string[]): void {
  const item = path.reduce<HostMenuItem | undefined>((parent, name, depth) => {
    const items = depth === 0 ? menu : parent?.submenu
    return items?.find((one) => one.label === name || one.role === name || one.id === name)
  }, undefined)
  if (item === undefined) throw new Error(`No menu item: ${path.join(' > ')}`)
  if (!item.isClickable) throw new Error(`The menu item cannot be clicked: ${path.join(' > ')}`)
  item.click()
}

/** Returns the tree without functions, for tests in other processes. */
export const describeMenu = (menu: HostMenu): unknown =>
  menu.map(({ submenu, click: _click, ...rest }) => ({ ...rest, submenu: submenu && describeMenu(submenu) }))
