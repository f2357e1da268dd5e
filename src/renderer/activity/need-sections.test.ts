import { describe, expect, it } from 'vitest'
import { groupStatus, status } from '../../../test/helpers/status-samples.ts'
import type { AttentionGroup } from '../../shared/change.ts'
import { needSections } from './need-sections.ts'

const need = (key: string, count = 9): AttentionGroup => ({
  reason: { kind: 'favorite', code: 'refused', key },
  failure: { code: 'refused' },
  count,
  repairActions: ['retry', 'discard'],
  usual: 'retry'
})

describe('the sections of Needs attention', () => {
  const now = status({ images: groupStatus({ removals: { count: 1_495, of: 9_000 } }) })
  const NONE: ReadonlySet<string> = new Set()

  it('show one refused create before 1,495 missing records, whose list is collapsed', () => {
    const sections = needSections(now, [need('a', 1), need('b', 21)], NONE)
    expect(sections.map(({ kind, size, count, isOpen }) => [kind, size, count, isOpen])).toEqual([
      ['changes', 1, 1, true],
      ['changes', 21, 0, false],
      ['removals', 1_495, 0, false]
    ])
    expect(new Set(sections.map(({ id }) => id)).size).toBe(3)
  })

  it('show a long list that was expanded', () => {
    const [, , removals] = needSections(now, [need('a', 1), need('b', 21)], new Set(['removals-images']))
    expect([removals?.count, removals?.isOpen]).toEqual([1_495, true])
  })
})
