import type { MenuItemConstructorOptions } from 'electron'
import { describe, expect, test } from 'vitest'
import { copy } from '../copy/language.ts'
import type { KeyboardLayout } from '../shared/keys.ts'
import { MENU_COMMANDS, type MenuCommand, type MenuTitles } from '../shared/menu-command.ts'
import { menuTemplate } from './menu-template.ts'

const NO_TITLES: MenuTitles = { undo: null, redo: null }
const PLATFORMS = ['darwin', 'win32', 'linux'] as const

function menuOf(
  platform: NodeJS.Platform,
  options: { hasDevTools?: boolean; titles?: MenuTitles; layout?: KeyboardLayout } = {}
) {
  const received: MenuCommand[] = []
  const { hasDevTools = false, titles = NO_TITLES, layout = {} } = options
  const template = menuTemplate({
    platform,
    hasDevTools,
    titles,
    layout,
    onCommand: (command) => received.push(command)
  })
  return { template, received, items: template.flatMap(itemsOf) }
}

function itemsOf({ submenu }: MenuItemConstructorOptions): MenuItemConstructorOptions[] {
  return Array.isArray(submenu) ? submenu : []
}

describe.each(PLATFORMS)('%s', (platform) => {
  test('has every command once, and a click sends its name', () => {
    const { items, received } = menuOf(platform)
    const commands = items.filter(({ id }) => id !== undefined)
    for (const { click } of commands) Reflect.apply(click ?? (() => undefined), undefined, [])
    expect(received.toSorted()).toEqual([...MENU_COMMANDS].toSorted())
  })

  test('shortcuts of commands are shown but not registered by the menu', () => {
    const keys = menuOf(platform).items.filter(({ accelerator }) => accelerator !== undefined)
    expect(keys.length).toBeGreaterThan(10)
    expect(keys.filter(({ registerAccelerator }) => registerAccelerator !== false)).toEqual([])
    expect(new Set(keys.map(({ accelerator }) => accelerator)).size).toBe(keys.length)
  })

  test('the menu on macOS has no shortcut without Cmd', () => {
    const keys = menuOf(platform).items.flatMap(({ accelerator }) => accelerator ?? [])
    const plain = keys.filter((key) => !/Cmd|Ctrl/.test(key))
    expect(plain.length > 0).toBe(platform !== 'darwin')
  })

  test('developer tools appear only where they are allowed', () => {
    expect(JSON.stringify(menuOf(platform).template)).not.toMatch(/"reload"|toggleDevTools/)
    expect(JSON.stringify(menuOf(platform, { hasDevTools: true }).template)).toMatch(/toggleDevTools/)
  })
})

test('Quit is in the app menu on macOS and in the File menu elsewhere', () => {
  const rolesOf = (platform: NodeJS.Platform, at: number) =>
    itemsOf(menuOf(platform).template[at] ?? {}).map(({ role }) => role)
  expect(menuOf('darwin').template[0]?.role).toBe('appMenu')
  expect(rolesOf('darwin', 0)).toContain('quit')
  expect(rolesOf('darwin', 1)).not.toContain('quit')
  expect(rolesOf('win32', 0)).toContain('quit')
  expect(JSON.stringify(menuOf('linux').template)).not.toContain('"appMenu"')
})

test('Undo and Redo name their action', () => {
  const titles = { undo: 'Undo Rename to R&B', redo: 'Redo Add 894 to Favorites' }
  const labelOf = (platform: NodeJS.Platform, id: string) =>
    menuOf(platform, { titles }).items.find((item) => item.id === id)?.label
  expect(labelOf('darwin', 'undo')).toBe('Undo Rename to R&B')
  expect(labelOf('linux', 'undo')).toBe('Undo Rename to R&&B')
  expect(labelOf('win32', 'redo')).toBe('Redo Add 894 to Favorites')
})

test('Settings is in the app menu on macOS and in the File menu elsewhere', () => {
  const menuWith = (platform: NodeJS.Platform) =>
    menuOf(platform).template.findIndex((menu) => itemsOf(menu).some(({ id }) => id === 'show-settings'))
  expect(PLATFORMS.map(menuWith)).toEqual([0, 0, 0])
  expect(menuOf('darwin').template[0]?.role).toBe('appMenu')
})

test('Delete and Redo use the shortcuts of the platform', () => {
  const keyOf = (platform: NodeJS.Platform, id: string) =>
    menuOf(platform).items.find((item) => item.id === id)?.accelerator
  expect(PLATFORMS.map((platform) => keyOf(platform, 'delete'))).toEqual(['Cmd+Backspace', 'Delete', 'Delete'])
  expect(PLATFORMS.map((platform) => keyOf(platform, 'redo'))).toEqual(['Shift+Cmd+Z', 'Ctrl+Y', 'Ctrl+Shift+Z'])
})

describe('shortcuts as printed on the keyboard', () => {
  const FRENCH = { KeyQ: 'a', KeyF: 'f', Digit1: '&', Digit2: 'é' }
  const RUSSIAN = { KeyA: 'ф', KeyF: 'а', Digit1: '1' }
  const shown = (platform: NodeJS.Platform, layout: KeyboardLayout, id: string) => {
    const found = menuOf(platform, { layout }).items.find((item) => item.id === id)
    return [found?.label, found?.accelerator]
  }

  test.each([
    ['the French digit row', FRENCH, 'show-images', 'Images (Ctrl+&&)'],
    ['the French digit row', FRENCH, 'show-projects', 'Projects (Ctrl+é)'],
    ['Russian', RUSSIAN, 'find', 'Find (Ctrl+А)'],
    ['Russian, with Shift', RUSSIAN, 'deselect', 'Deselect (Ctrl+Shift+Ф)']
  ])('%s appears in the label, because Electron reads accelerators by the US layout', (_name, layout, id, label) => {
    expect(shown('linux', layout, id)).toEqual([label, undefined])
    expect(shown('win32', layout, id)).toEqual([label, undefined])
  })

  test('a key that matches the US layout stays an accelerator', () => {
    expect(shown('linux', FRENCH, 'find')).toEqual([copy.menu.find, 'CmdOrCtrl+F'])
    expect(shown('linux', RUSSIAN, 'show-images')).toEqual([copy.menu.images, 'CmdOrCtrl+1'])
    expect(shown('linux', RUSSIAN, 'rename')).toEqual([copy.menu.rename, 'F2'])
  })

  test('macOS localizes accelerators', () => {
    expect(shown('darwin', RUSSIAN, 'find')).toEqual([copy.menu.find, 'CmdOrCtrl+F'])
  })
})
