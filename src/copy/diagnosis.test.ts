import { describe, expect, it } from 'vitest'
import { type Diagnosis, type Finding, type FindingKind, FINDINGS } from '../shared/diagnosis.ts'
import { findingLine, findingText, reasonsOf, reportText, traitTexts } from './diagnosis.ts'

const ALL = Object.keys(FINDINGS) as readonly FindingKind[]
const failure = { code: 'not-json', status: 200, host: 'images.example.org' } as const

describe('findings in words', () => {
  it.each(ALL)('%s is whole sentences, with a failure and without', (kind) => {
    for (const finding of [{ kind }, { kind, failure }, { kind, count: 3, total: 1_200 }] satisfies Finding[]) {
      const text = findingText(finding, 'images')
      expect(findingLine(text)).toMatch(/^[A-Z0-9].*[.”]$/)
      expect(text.asked).not.toBe('')
      if (text.severity === 'degraded' || text.severity === 'failed') expect(text.advice).not.toBeNull()
    }
  })

  it('say how many there are, and what a failure was', () => {
    expect(findingText({ kind: 'list.shown', count: 10, total: 1_200 }, 'images').came).toBe(
      '10 on the first page, 1,200 total.'
    )
    expect(findingText({ kind: 'list.failed', failure }, 'images').came).toBe(
      'Received a web page instead of your library (200).'
    )
  })

  it('of which some are why the conclusion is not the best one', () => {
    const findings = [{ kind: 'list.shown' }, { kind: 'paging.same' }, { kind: 'rest.paused' }] as const
    expect(reasonsOf(findings, 'images')).toEqual([
      'Images, paging: Page 2 repeats page 1. Most of the library can’t be loaded.',
      'Images, remaining checks: Not checked: sync is paused. Resume sync, then run the diagnosis again.'
    ])
    expect(reasonsOf([{ kind: 'list.shown' }, { kind: 'total.unreported' }], 'projects')).toEqual([])
  })
})

describe('how a service talks', () => {
  it('leaves out what is not known, and shows what it has no name for', () => {
    expect(traitTexts({})).toEqual([])
    expect(traitTexts({ 'list.place': 'data.items', 'new.trait': 'x' })).toEqual([
      { label: 'List field', value: 'data.items' },
      { label: 'new.trait', value: 'x' }
    ])
  })
})

describe('the report', () => {
  const KEY = 'sk-canary-0123456789abcdef0123456789'
  const group = { address: 'https://images.example.org', state: 'done', findings: [], dialectTraits: {} } as const
  const told: Diagnosis = {
    run: 1,
    startedAt: Date.UTC(2026, 10, 28, 12),
    state: 'done',
    groups: {
      images: { ...group, findings: [{ kind: 'list.shown', count: 10 }], dialectTraits: { 'page.selection': 'page' } },
      projects: {
        ...group,
        findings: [
          { kind: 'list.unanswered', failure: { code: 'unauthorized', status: 401, detail: `Bad key ${KEY}` } }
        ]
      }
    }
  }

  it('says what was found, group by group, and the conclusion above', () => {
    const text = reportText(told)
    expect(text).toContain('Can’t tell right now whether Proofsheet works with this service.')
    expect(text).toContain('Images: https://images.example.org\n  Item list: OK. 10 on the first page.')
    expect(text).toContain('Paging by: number')
    expect(text).toContain('Status: 401')
  })

  it('holds no key, not even one that the service repeats', () => {
    expect(reportText(told)).not.toContain('0123456789')
  })

  it('of a run that was stopped says so', () => {
    const text = reportText({ ...told, state: 'canceled', groups: { images: group, projects: group } })
    expect(text).toContain('Stopped before all checks finished.')
    expect(text).toContain('Not checked yet.')
  })
})
