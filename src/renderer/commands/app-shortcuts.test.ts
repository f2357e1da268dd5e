import { describe, expect, it } from 'vitest'
import { appCommandOf } from './app-shortcuts.ts'
import type { KeyPress, Platform } from './chord.ts'

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  isComposing: false,
  ...held
})
const ctrl = { ctrlKey: true }
const cmd = { metaKey: true }
const at = (platform: Platform, isInText = false) => ({ platform, isInText })

describe('keys of every screen', () => {
  it.each([
    ['win32', press('n', ctrl), 'new-image'],
    ['linux', press('1', ctrl), 'show-images'],
    ['linux', press('2', ctrl), 'show-projects'],
    ['linux', press('Y', { ...ctrl, shiftKey: true }), 'show-activity'],
    ['linux', press('h', ctrl), 'show-history'],
    ['darwin', press('y', cmd), 'show-history'],
    ['darwin', press('h', cmd), null],
    ['linux', press(',', ctrl), 'show-settings'],
    ['darwin', press(',', cmd), 'show-settings'],
    ['linux', press('F5'), 'sync-now'],
    ['darwin', press('r', cmd), 'sync-now'],
    ['win32', press('y', ctrl), 'redo'],
    ['win32', press('Z', { ...ctrl, shiftKey: true }), null],
    ['linux', press('Z', { ...ctrl, shiftKey: true }), 'redo'],
    ['darwin', press('Z', { ...cmd, shiftKey: true }), 'redo'],
    ['linux', press('z', ctrl), 'undo'],
    ['linux', press('z', cmd), null],
    ['linux', press('z'), null]
  ] as const)('%s %o is %s', (platform, given, command) => {
    expect(appCommandOf(given, at(platform))).toBe(command)
  })

  it('leaves undo of typing to the text field', () => {
    expect(appCommandOf(press('z', ctrl), at('linux', true))).toBeNull()
    expect(appCommandOf(press('1', ctrl), at('linux', true))).toBe('show-images')
  })

  it('ignores keys during composition', () => {
    expect(appCommandOf(press('n', { ...ctrl, isComposing: true }), at('linux'))).toBeNull()
  })
})
