import { expect, test } from 'vitest'
import { menuTemplate } from './menu-template.ts'

const rolesOf = (platform: NodeJS.Platform, hasDevTools: boolean): string =>
  JSON.stringify(menuTemplate({ platform, hasDevTools }))

test('macOS has its app menu, the others their file menu', () => {
  expect(rolesOf('darwin', false)).toContain('appMenu')
  expect(rolesOf('darwin', false)).not.toContain('fileMenu')
  expect(rolesOf('win32', false)).toContain('fileMenu')
  expect(rolesOf('linux', false)).toContain('fileMenu')
})

test.each(['darwin', 'win32', 'linux'] as const)('%s: tools for developers only where they are allowed', (platform) => {
  expect(rolesOf(platform, false)).not.toMatch(/reload|toggleDevTools/)
  expect(rolesOf(platform, true)).toMatch(/toggleDevTools/)
})
