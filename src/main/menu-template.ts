/** The native menu as data, for each platform. Roles bring the system's own words and shortcuts. Pure. */
import type { MenuItemConstructorOptions } from 'electron'

export interface MenuFor {
  readonly platform: NodeJS.Platform
  readonly hasDevTools: boolean
}

/** Standard items only: commands of the screens have their keys in the window. */
export function menuTemplate({ platform, hasDevTools }: MenuFor): MenuItemConstructorOptions[] {
  const first: MenuItemConstructorOptions = platform === 'darwin' ? { role: 'appMenu' } : { role: 'fileMenu' }
  return [first, { role: 'editMenu' }, viewMenu(hasDevTools), { role: 'windowMenu' }]
}

function viewMenu(hasDevTools: boolean): MenuItemConstructorOptions {
  const developer: MenuItemConstructorOptions[] = [
    { type: 'separator' },
    { role: 'reload' },
    { role: 'toggleDevTools' }
  ]
  return {
    label: 'View',
    submenu: [
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      { type: 'separator' },
      { role: 'togglefullscreen' },
      ...(hasDevTools ? developer : [])
    ]
  }
}
