/** Puts the native menu up. */
import { Menu } from 'electron'
import { menuTemplate, type MenuFor } from './menu-template.ts'

export function installMenu(wanted: MenuFor): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(wanted)))
}
