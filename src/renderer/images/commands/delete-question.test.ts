import { afterEach, describe, expect, it } from 'vitest'
import { askDelete, isTypedNumber, isTypedSoFar, useDeleteQuestion } from './delete-question.ts'

afterEach(() => useDeleteQuestion.setState({ asked: null }))

describe('the number that is typed', () => {
  it.each([
    ['1204', 1204, true],
    [' 1,204 ', 1204, true],
    ['1 204', 1204, true],
    ['1.204', 1204, true],
    ['1’204', 1204, true],
    ['1205', 1204, false],
    ['120', 1204, false],
    ['', 0, false],
    ['1204x', 1204, false],
    ['-1204', 1204, false],
    ['1e3', 1000, false]
  ])('%j for %i', (typed, wanted, expected) => {
    expect(isTypedNumber(typed, wanted)).toBe(expected)
  })

  it.each([
    ['', true],
    ['1', true],
    ['1,', true],
    ['1,20', true],
    ['1 204', true],
    ['2', false],
    ['1,3', false],
    ['1204x', false],
    ['12041', false]
  ])('%j is on the way to 1204: %s', (typed, expected) => {
    expect(isTypedSoFar(typed, 1204)).toBe(expected)
  })
})

describe('asking', () => {
  it('takes the question away with its answer', async () => {
    const asked = askDelete({ kind: 'draft', name: 'a' })
    useDeleteQuestion.getState().asked?.answer(true)
    expect(await asked).toBe(true)
    expect(useDeleteQuestion.getState().asked).toBeNull()
  })

  it('a second question answers the first with no', async () => {
    const first = askDelete({ kind: 'draft', name: 'a' })
    const second = askDelete({ kind: 'draft', name: 'b' })
    expect(await first).toBe(false)
    expect(useDeleteQuestion.getState().asked?.question).toEqual({ kind: 'draft', name: 'b' })
    useDeleteQuestion.getState().asked?.answer(true)
    expect(await second).toBe(true)
  })
})
