import { expect, it } from 'vitest'
import { copy } from './language.ts'

it('tells how much of the view is selected, and never more than there is in it', () => {
  expect(copy.selection.inStatus({ size: 4_217, shown: 4_218, inView: 4_217 })).toBe('4,217 of 4,218 selected')
  expect(copy.selection.inStatus({ size: 1_704, shown: 118, inView: 118 })).toBe('1,704 selected · 118 in this view')
  expect(copy.selection.inStatus({ size: 274, shown: 118, inView: 0 })).toBe('274 selected · none in this view')
})
