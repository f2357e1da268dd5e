import { describe, expect, it } from 'vitest'
import type { NeedGroup } from '../../shared/change.ts'
import { groupStatus, status } from '../../../test/helpers/status-samples.ts'
import { groupRemedies, needSections } from './need-sections.ts'

const need = (key: string, count = 9): NeedGroup => ({
  reason: { kind: 'favorite', code: 'refused', key },
  failure: { code: 'refused' },
  count,
  remedies: ['retry', 'adopt', 'edit', 'create-again', 'discard'],
  usual: 'retry'
})

describe('what needs the person', () => {
  it('has records that seem gone first, then each reason', () => {
    const now = status({ projects: groupStatus({ removals: { count: 62, of: 900 } }) })
    const sections = needSections(now, [need('a'), need('b', 2)])
    expect(sections.map(({ kind, count }) => [kind, count])).toEqual([
      ['removals', 62],
      ['changes', 9],
      ['changes', 2]
    ])
    expect(new Set(sections.map(({ id }) => id)).size).toBe(3)
  })

  it('offers a group only what can be done without looking at each', () => {
    expect(groupRemedies(need(''))).toEqual(['retry', 'discard'])
  })
})
