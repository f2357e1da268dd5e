import { describe, expect, it } from 'vitest'
import { isKey } from '../../shared/keys.ts'
import { isAnyPressed, type KeyPress } from './chord.ts'

const ctrl = (key: string, code: string): KeyPress => ({
  key,
  code,
  ctrlKey: true,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  isComposing: false
})
const isChord = (press: KeyPress, key: string): boolean =>
  isAnyPressed({ chords: [{ key, mod: true }] }, press, 'linux')

describe('matches a letter on any layout', () => {
  it.each([
    ['US', 'f', 'KeyF', 'f'],
    ['Dvorak, by what it types', 'f', 'KeyY', 'f'],
    ['AZERTY, by what it types', 'a', 'KeyQ', 'a'],
    ['AZERTY', 'z', 'KeyW', 'z'],
    ['Russian', 'а', 'KeyF', 'f'],
    ['Russian', 'ф', 'KeyA', 'a'],
    ['Russian', 'я', 'KeyZ', 'z'],
    ['Russian, with Shift', 'Т', 'KeyN', 'n'],
    ['Greek', 'φ', 'KeyF', 'f'],
    ['Arabic', 'ب', 'KeyF', 'f'],
    ['Arabic, a key of two letters', 'لا', 'KeyB', 'b'],
    ['Hebrew', 'כ', 'KeyF', 'f'],
    ['Ukrainian', 'ґ', 'KeyU', 'u'],
    ['Thai, a mark', 'ั', 'KeyY', 'y'],
    ['Korean', 'ㄹ', 'KeyF', 'f']
  ])('%s: %s at %s is %s', (_layout, key, code, expectedKey) => {
    expect(isChord(ctrl(key, code), expectedKey)).toBe(true)
  })

  it.each([
    ['Dvorak', 'u', 'KeyF', 'f'],
    ['AZERTY', 'q', 'KeyA', 'a'],
    ['German', 'ö', 'Semicolon', ';'],
    ['Turkish', 'ı', 'KeyI', 'i'],
    ['a named key', 'Enter', 'KeyF', 'f'],
    ['a dead key', 'Dead', 'KeyF', 'f']
  ])('%s: %s at %s is not %s', (_layout, key, code, expectedKey) => {
    expect(isChord(ctrl(key, code), expectedKey)).toBe(false)
  })
})

describe('matches a letter with Shift where the layout has a symbol there', () => {
  it.each([
    ['Arabic', '[', 'KeyF', 'f', true],
    ['Arabic', '~', 'KeyZ', 'z', true],
    ['US', '{', 'BracketLeft', 'f', false],
    ['Dvorak, whose letter is elsewhere', 'U', 'KeyF', 'f', false]
  ])('%s: %s at %s as %s: %s', (_layout, key, code, expectedKey, expected) => {
    const press = { ...ctrl(key, code), shiftKey: true }
    expect(isAnyPressed({ chords: [{ key: expectedKey, mod: true, shift: true }] }, press, 'linux')).toBe(expected)
  })
})

describe('matches a digit on any layout', () => {
  it.each([
    ['US', '1', 'Digit1', '1'],
    ['AZERTY', '&', 'Digit1', '1'],
    ['AZERTY', 'é', 'Digit2', '2'],
    ['Czech', '+', 'Digit1', '1'],
    ['Arabic', '١', 'Digit1', '1'],
    ['the keypad', '1', 'Numpad1', '1']
  ])('%s: %s at %s is %s', (_layout, key, code, expectedKey) => {
    expect(isChord(ctrl(key, code), expectedKey)).toBe(true)
  })

  it('does not match what another key types', () => {
    expect([isKey({ key: '&', code: 'Digit7' }, '1'), isKey({ key: 'a', code: 'KeyA' }, '1')]).toEqual([false, false])
  })
})

describe('matches a digit or a symbol behind Shift', () => {
  const plain = (key: string, code: string, shiftKey: boolean): KeyPress => ({
    ...ctrl(key, code),
    ctrlKey: false,
    shiftKey
  })
  it.each([
    ['AZERTY', '.', 'Comma', true, '.', true],
    ['AZERTY', ';', 'Comma', false, '.', false],
    ['US', '.', 'Period', false, '.', true],
    ['US, where Shift types another', '>', 'Period', true, '.', false],
    ['Russian', ',', 'Slash', true, ',', true],
    ['US', '+', 'Equal', true, '+', true],
    ['AZERTY', '1', 'Digit1', true, '1', true],
    ['US, where Shift types another', '!', 'Digit1', true, '1', false],
    ['any, whose Shift is another command', 'F', 'KeyF', true, 'f', false],
    ['any, whose Shift is another command', ' ', 'Space', true, ' ', false]
  ])('%s: %s at %s (Shift: %s) as %s: %s', (_layout, key, code, shiftKey, expectedKey, expected) => {
    const press = plain(key, code, shiftKey)
    expect(isAnyPressed({ chords: [{ key: expectedKey }] }, press, 'linux')).toBe(expected)
  })
})

it('finds other characters by their physical key in other scripts only', () => {
  expect(isKey({ key: 'ю', code: 'Period' }, '.')).toBe(true)
  expect(isKey({ key: 'б', code: 'Comma' }, ',')).toBe(true)
  expect(isKey({ key: ':', code: 'Period' }, '.')).toBe(false)
  expect(isKey({ key: '-', code: 'Digit6' }, '-')).toBe(true)
})

it('treats AltGr as typing', () => {
  expect(isChord({ ...ctrl('ф', 'KeyA'), altKey: true }, 'a')).toBe(false)
})
