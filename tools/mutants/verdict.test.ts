import { describe, expect, it } from 'vitest'
import type { Mutant } from './mutant.ts'
import { tellVerdict } from './tell.ts'
import { isGood, judge, placeOf, type EquivalentList } from './verdict.ts'

const FILE = 'src/a.ts'

const mutant = (status: Mutant['status'], changes: Partial<Mutant> = {}): Mutant => ({
  file: FILE,
  row: 7,
  line: '  return a < b',
  was: 'a < b',
  becomes: 'a <= b',
  status,
  ...changes
})

const explain = (one: Mutant): EquivalentList => ({ [FILE]: [{ ...placeOf(one), because: 'a is never b' }] })
const many = (count: number, status: Mutant['status']): Mutant[] => Array.from({ length: count }, () => mutant(status))

describe('a run is good', () => {
  it('when every change was noticed, also by tests that no longer ended', () => {
    const verdict = judge([mutant('Killed'), mutant('Timeout')], [FILE], {})
    expect(verdict.total).toMatchObject({ noticed: 2, all: 2 })
    expect(isGood(verdict)).toBe(true)
  })

  it('when what was not noticed is explained', () => {
    const survivor = mutant('Survived', { becomes: 'false' })
    const verdict = judge([...many(17, 'Killed'), survivor], [FILE], explain(survivor))
    expect(verdict).toMatchObject({ unexplained: [], explained: 1, stale: [] })
    expect(isGood(verdict)).toBe(true)
  })

  it('counts nothing that could not be run', () => {
    const verdict = judge([...many(1, 'Killed'), mutant('CompileError'), mutant('Ignored')], [FILE], {})
    expect(verdict.total).toMatchObject({ noticed: 1, all: 1 })
  })
})

describe('a run fails', () => {
  it.each(['Survived', 'NoCoverage'] as const)('on one that is %s and not explained', (status) => {
    const verdict = judge([...many(99, 'Killed'), mutant(status, { becomes: 'true' })], [FILE], {})
    expect(isGood(verdict)).toBe(false)
    expect(tellVerdict(verdict, 60).join('\n')).toContain(`${FILE}:7`)
  })

  it('on an explanation of one that was noticed, or that is no longer there', () => {
    const noticed = judge(many(9, 'Killed'), [FILE], explain(mutant('Killed')))
    const gone = judge(many(9, 'Killed'), [FILE], explain(mutant('Survived', { line: 'return b' })))
    for (const verdict of [noticed, gone]) {
      expect(verdict.stale).toHaveLength(1)
      expect(isGood(verdict)).toBe(false)
      expect(tellVerdict(verdict, 60).join('\n')).toContain('no longer there')
    }
  })

  it.each([
    [85, true],
    [84, false]
  ])('with %i of 100 noticed, whatever is explained: good is %s', (noticed, good) => {
    const survivor = mutant('Survived', { becomes: 'false' })
    const rest = Array.from({ length: 100 - noticed }, () => survivor)
    const list = { [FILE]: [{ ...placeOf(survivor), because: 'a is never b', times: rest.length }] }
    expect(isGood(judge([...many(noticed, 'Killed'), ...rest], [FILE], list))).toBe(good)
  })

  it('on more changes that look the same than are explained, and on fewer', () => {
    const survivor = mutant('Survived', { becomes: 'false' })
    const run = (times: number) => {
      const list = { [FILE]: [{ ...placeOf(survivor), because: 'a is never b', times }] }
      return judge([...many(98, 'Killed'), survivor, survivor], [FILE], list)
    }
    expect([1, 2, 3].map((times) => isGood(run(times)))).toEqual([false, true, false])
    expect([run(1).unexplained.length, run(3).stale.length]).toEqual([1, 1])
  })

  it('when nothing was tried', () => {
    expect(isGood(judge([], [FILE], {}))).toBe(false)
  })
})

it('leaves alone what the list says of files that were not tried', () => {
  const survivor = mutant('Survived')
  expect(judge(many(3, 'Killed'), ['src/b.ts'], explain(survivor)).stale).toEqual([])
})

it('knows a change again wherever its line has gone, and another one on the same line from it', () => {
  const moved = mutant('Survived', { row: 99, line: '        return a < b' })
  expect(judge([moved], [FILE], explain(mutant('Survived'))).unexplained).toEqual([])
  const other = mutant('Survived', { becomes: 'a >= b' })
  expect(judge([moved, other], [FILE], explain(mutant('Survived'))).unexplained).toEqual([other])
})

it('tells files apart', () => {
  const verdict = judge([mutant('Killed'), mutant('Survived', { file: 'src/b.ts' })], [FILE, 'src/b.ts'], {})
  expect(verdict.files).toEqual([
    { file: FILE, noticed: 1, all: 1 },
    { file: 'src/b.ts', noticed: 0, all: 1 }
  ])
})
