import { describe, expect, it } from 'vitest'
import { goalVerdict, stepLine } from './steps.ts'

describe('a step', () => {
  it.each([
    [{ name: 'clone', seconds: 1.234, isOk: true, note: '300 files' }, /^clone +1\.2 s {2}ok +300 files$/],
    [
      { name: 'first start', seconds: 61, isOk: false, note: 'No picture.' },
      /^first start +61\.0 s {2}FAILED +No picture\.$/
    ],
    [{ name: 'second start', seconds: null, isOk: false, note: '' }, /^second start +– {2}skipped$/]
  ])('%j is one line', (step, line) => {
    expect(stepLine(step)).toMatch(line)
  })
})

describe('the goal', () => {
  it.each([
    [92.6, 'from clone to a screen with pictures: 93 s (goal 300 s)', true],
    [300, 'from clone to a screen with pictures: 300 s (goal 300 s)', true],
    [300.6, 'from clone to a screen with pictures: 301 s (goal 300 s)', false],
    [null, 'from clone to a screen with pictures: never (goal 300 s)', false]
  ])('%s seconds: %s', (seconds, line, isReached) => {
    expect(goalVerdict(seconds)).toEqual({ line, isReached })
  })
})
