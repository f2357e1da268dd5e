import { expect, test } from 'vitest'
import { createKeptPictures } from './kept-pictures.ts'

test('keeps each shown picture once, and evicts those shown longest ago', () => {
  const held: string[] = []
  const pictures = createKeptPictures((address) => held.push(address), 200)
  for (const address of ['a', 'b', 'a', 'c']) pictures.keep(address, 10)
  expect(held).toEqual(['a', 'b', 'c'])
  expect(['a', 'b', 'c'].map(pictures.has)).toEqual([true, false, true])
})

test('evicts several small pictures for a large one', () => {
  const pictures = createKeptPictures((address) => address, 500)
  for (const address of ['a', 'b', 'c', 'd']) pictures.keep(address, 10)
  pictures.keep('large', 20)
  expect(['a', 'b', 'c', 'd', 'large'].map(pictures.has)).toEqual([false, false, false, true, true])
})
