import { expect, test } from 'vitest'
import { remediesHere } from './remedies-here.ts'

const names = (...args: Parameters<typeof remediesHere>) =>
  remediesHere(...args).map(({ how, remedy }) => `${how} ${remedy}`)

test('a favorite is discarded or tried again by the engine', () => {
  expect(names({ kind: 'favorite', remedies: ['retry', 'discard'] })).toEqual(['engine retry', 'engine discard'])
})

test('an unsent create is edited in the form, and discarded as an image is', () => {
  expect(names({ kind: 'create', remedies: ['edit', 'discard'] })).toEqual(['form edit', 'delete discard'])
})

test('what may be charged twice, or needs a choice, is not pressed here', () => {
  expect(names({ kind: 'create', remedies: ['send-again', 'keep-waiting', 'discard'] })).toEqual([
    'review review',
    'engine keep-waiting',
    'delete discard'
  ])
  expect(names({ kind: 'create', remedies: ['adopt', 'send-again'] })).toEqual(['review review'])
})
