/** Menus as plain trees: nothing is drawn, `click` does what a click on the item would do. */
import { EventEmitter } from 'node:events'
import type * as Electron from 'electron'
import { roleLabel, roleSubmenu } from './role-menus.ts'
import type { Supported } from './supported.ts'

type Template = Electron.MenuItemConstructorOptions

export interface HostMenuItem {
  readonly id: string
  readonly label: string
  readonly role: string | undefined
  readonly type: string
  readonly accelerator: string | undefined
  readonly submenu: HostMenu | undefined
  enabled: boolean
  visible: boolean
  checked: boolean
  readonly click: () => void
}

/** Runs a role (`copy`, `reload`, `quit`) for an item without a click of its own. */
export type RunRole = (role: string) => void
/** The window a click is told of; undefined: none has the focus. */
export type FocusedWindow = () => unknown

export interface MenuContext {
  readonly runRole: RunRole
  readonly focusedWindow: FocusedWindow
}

type MenuMembers = Omit<Supported<'Menu'>, 'items' | 'append' | 'insert' | 'getMenuItemById'>

export class HostMenu extends EventEmitter implements MenuMembers {
  readonly items: HostMenuItem[] = []

  append(item: HostMenuItem): void {
    this.items.push(item)
  }

  insert(position: number, item: HostMenuItem): void {
    this.items.splice(position, 0, item)
  }

  getMenuItemById(id: string): HostMenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : (item.submenu?.getMenuItemById(id) ?? null)
      if (found !== null) return found
    }
    return null
  }

  popup(): void {
    this.emit('menu-will-show', {})
  }

  closePopup(): void {
    this.emit('menu-will-close', {})
  }
}

export function buildMenu(template: readonly (Template | HostMenuItem)[], context: MenuContext): HostMenu {
  const menu = new HostMenu()
  for (const entry of template) menu.append(buildItem(entry as Template, context))
  return menu
}

export function buildItem(options: Template, context: MenuContext): HostMenuItem {
  const { role, click } = options
  const submenu = options.submenu ?? (role === undefined ? undefined : roleSubmenu(role))
  const item: HostMenuItem = {
    id: options.id ?? '',
    label: options.label ?? (role === undefined ? '' : roleLabel(role)),
    role,
    type: options.type ?? (submenu === undefined ? 'normal' : 'submenu'),
    accelerator: options.accelerator,
    submenu: Array.isArray(submenu) ? buildMenu(submenu, context) : (submenu as HostMenu | undefined),
    enabled: options.enabled ?? true,
    visible: options.visible ?? true,
    checked: options.checked ?? false,
    click: () => {
      if (item.type === 'checkbox') item.checked = !item.checked
      // Electron hands over its own item, window and event; the host's have the supported part of them.
      if (click) Reflect.apply(click, undefined, [item, context.focusedWindow(), {}])
      else if (role !== undefined) context.runRole(role)
    }
  }
  return item
}

/** Labels, or roles or ids, from the bar down. Throws when the item is missing, hidden or disabled. */
export function clickMenu(menu: HostMenu | null, path: readonly string[]): void {
  const item = path.reduce<HostMenuItem | undefined>((parent, name, depth) => {
    const items = depth === 0 ? menu?.items : parent?.submenu?.items
    return items?.find((one) => one.label === name || one.role === name || one.id === name)
  }, undefined)
  if (item === undefined) throw new Error(`No menu item: ${path.join(' > ')}`)
  if (!item.enabled || !item.visible) throw new Error(`The menu item cannot be clicked: ${path.join(' > ')}`)
  item.click()
}

/** The tree without functions, for tests in other processes. */
export function describeMenu(menu: HostMenu | null): unknown {
  return (menu?.items ?? []).map(({ submenu, click: _click, ...rest }) => ({
    ...rest,
    submenu: submenu === undefined ? undefined : describeMenu(submenu)
  }))
}
