import { expect, test } from 'vitest'
import type { KeyPress } from '../../commands/chord.ts'
import { fullViewCommandOf } from './full-view-keys.ts'

const NONE = { code: '', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, isComposing: false }
const press = (key: string, part: Partial<KeyPress> = {}): KeyPress => ({ ...NONE, key, ...part })
const place = { isReviewing: false, isHintShown: false, isRightToLeft: false }

test.each([
  ['ArrowRight', 'next'],
  ['ArrowLeft', 'previous'],
  ['Escape', 'close'],
  ['Enter', 'close'],
  ['z', 'toggle-whole'],
  ['Z', 'toggle-whole'],
  ['r', 'toggle-review'],
  ['x', 'toggle-selected'],
  [' ', 'toggle-selected'],
  ['End', 'last']
])('%s is %s', (key, command) => {
  expect(fullViewCommandOf(press(key), place)).toBe(command)
})

test('accepts a symbol that needs shift on some keyboards', () => {
  expect(fullViewCommandOf(press('+', { shiftKey: true }), place)).toBe('zoom-in')
  const review = { ...place, isReviewing: true }
  expect(fullViewCommandOf(press('.', { code: 'Comma', shiftKey: true }), review)).toBe('star-and-next')
})

test('leaves F to the screen, except in review', () => {
  expect(fullViewCommandOf(press('f'), place)).toBeNull()
  expect(fullViewCommandOf(press('f'), { ...place, isReviewing: true })).toBe('star-and-next')
  expect(fullViewCommandOf(press('F', { shiftKey: true }), { ...place, isReviewing: true })).toBeNull()
})

test('dismisses the hint with Escape before it closes', () => {
  expect(fullViewCommandOf(press('Escape'), { ...place, isReviewing: true, isHintShown: true })).toBe('dismiss-hint')
  expect(fullViewCommandOf(press('Enter'), { ...place, isReviewing: true, isHintShown: true })).toBe('close')
})

test.each(['ArrowDown', 'ArrowUp'])('consumes %s, so that the grid below does not move', (key) => {
  expect(fullViewCommandOf(press(key), place)).toBe('nothing')
  expect(fullViewCommandOf(press(key, { shiftKey: true }), place)).toBe('nothing')
})

test('leaves keys with Ctrl to the screen', () => {
  expect(fullViewCommandOf(press('z', { ctrlKey: true }), place)).toBeNull()
  expect(fullViewCommandOf(press('ArrowRight', { ctrlKey: true }), place)).toBe('nothing')
})

test('uses the left arrow for the next image in right-to-left layout', () => {
  const mirrored = { ...place, isRightToLeft: true }
  expect(fullViewCommandOf(press('ArrowLeft'), mirrored)).toBe('next')
  expect(fullViewCommandOf(press('ArrowRight'), mirrored)).toBe('previous')
  expect(fullViewCommandOf(press('PageDown'), mirrored)).toBe('next')
})

test('ignores keys during composition', () => {
  expect(fullViewCommandOf(press('Enter', { isComposing: true }), place)).toBeNull()
})
