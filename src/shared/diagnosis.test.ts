import { describe, expect, it } from 'vitest'
import { type Finding, FINDINGS, type FindingKind, questionOf, verdictOf, verdictOfAll } from './diagnosis.ts'

const found = (...kinds: readonly FindingKind[]): readonly Finding[] => kinds.map((kind) => ({ kind }))

describe('the verdict', () => {
  it.each<[string, readonly FindingKind[]]>([
    ['compatible', ['list.shown', 'ids.all', 'total.unreported', 'filter.unclear']],
    ['limited', ['list.shown', 'pictures.unreported']],
    ['incompatible', ['list.failed']],
    ['incompatible', ['list.shown', 'show.failed', 'rest.not-checked']],
    ['unclear', ['list.unanswered']],
    ['unclear', ['list.shown', 'pictures.unreported', 'rest.not-checked']],
    ['unclear', ['rest.paused']],
    ['unclear', []]
  ])('is %s of %j', (verdict, kinds) => {
    expect(verdictOf(found(...kinds))).toBe(verdict)
  })

  it('of both groups is the worse of the two', () => {
    const of = (images: FindingKind, projects: FindingKind) => {
      const group = (kind: FindingKind) =>
        ({ address: '', state: 'done', findings: found(kind), dialectTraits: {} }) as const
      return verdictOfAll({ groups: { images: group(images), projects: group(projects) } })
    }
    expect(of('list.shown', 'list.shown')).toBe('compatible')
    expect(of('list.shown', 'names.missing')).toBe('limited')
    expect(of('list.unanswered', 'names.missing')).toBe('unclear')
    expect(of('list.unanswered', 'list.failed')).toBe('incompatible')
  })
})

it('a finding contains its question', () => {
  expect(questionOf({ kind: 'per-page.other' })).toBe('per-page')
  expect(Object.keys(FINDINGS).every((kind) => /^[a-z-]+\.[a-z-]+$/.test(kind))).toBe(true)
})
