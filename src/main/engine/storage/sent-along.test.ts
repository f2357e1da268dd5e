import { expect, it } from 'vitest'
import { RESULTS_SOURCES } from '../../../shared/batch.ts'
import { codeOfSent, sentOfCode } from './sent-along.ts'

it('encodes every combination in one number, and stored numbers never change their meaning', () => {
  const all = [false, true].flatMap((showsOther) => RESULTS_SOURCES.map((results) => ({ results, showsOther })))
  expect(all.map(codeOfSent)).toEqual([0, 1, 2, 3, 4, 8, 9, 10, 11, 12])
  expect(all.map((sent) => sentOfCode(codeOfSent(sent)))).toEqual(all)
  expect(RESULTS_SOURCES).toEqual(['results', 'empty-results', 'result', 'url', 'nothing'])
  expect(sentOfCode(7)).toBeNull()
})
