import { expect, test } from 'vitest'
import { numberedLines, readableJson, repairsHere, resolutionShares } from './inspector-rules.ts'

test.each([
  ['{"seed":7}', '{\n  "seed": 7\n}'],
  ['{}', null],
  ['', null],
  ['null', null],
  ['{"cut', '{"cut']
])('%s is shown as %s', (text, shown) => {
  expect(readableJson(text)).toBe(shown)
})

test('gives equal lines different keys', () => {
  const keys = numberedLines(['a', 'b', 'a']).map(({ key }) => key)
  expect(new Set(keys).size).toBe(3)
})

const names = (...args: Parameters<typeof repairsHere>) =>
  repairsHere(...args).map(({ how, repairAction }) => `${how} ${repairAction}`)

test('lets the engine discard or retry a favorite', () => {
  expect(names({ kind: 'favorite', repairActions: ['retry', 'discard'] })).toEqual(['engine retry', 'engine discard'])
})

test('edits an unsent create in the form, and discards it by deleting its image', () => {
  expect(names({ kind: 'create', repairActions: ['edit', 'discard'] })).toEqual(['form edit', 'delete discard'])
})

test('leads to Activity for what may be charged twice or needs a choice', () => {
  expect(names({ kind: 'create', repairActions: ['send-again', 'keep-waiting', 'discard'] })).toEqual([
    'review review',
    'engine keep-waiting',
    'delete discard'
  ])
  expect(names({ kind: 'create', repairActions: ['adopt', 'send-again'] })).toEqual(['review review'])
})

test('puts the largest first and unknown ones last, and omits what does not occur', () => {
  const shares = resolutionShares(
    [
      { value: '', count: 1 },
      { value: '256x256', count: 2 },
      { value: '1024x1024', count: 5 },
      { value: '512x512', count: 0 }
    ],
    8
  )
  expect(shares.map(({ value }) => value)).toEqual(['1024x1024', '256x256', ''])
  expect(shares.map(({ share }) => share)).toEqual([0.625, 0.25, 0.125])
})
