import { describe, expect, it } from 'vitest'
import type { SendAnswer } from '../../../shared/send.ts'
import { turnReportOfAnswer } from './turn-report-of.ts'

const NOW = Date.UTC(2026, 10, 28, 12, 10, 0)

const answer = (status: number, headers: Readonly<Record<string, string>>): SendAnswer => ({
  kind: 'answer',
  status,
  headers,
  body: '{}',
  url: 'https://service.example/api/v1/images'
})

describe('report of a turn', () => {
  it('tells when the window ends, as ms from the answer', () => {
    const headers = { 'x-ratelimit-limit': '600', 'x-ratelimit-remaining': '599', 'x-ratelimit-reset': '41' }
    expect(turnReportOfAnswer(answer(200, headers), NOW)).toEqual({
      kind: 'answered',
      rate: { limit: 600, remaining: 599, resetMs: 41_000 },
      retryAfterMs: null,
      requests: 1
    })
  })

  it('tells nothing of a window that the service does not tell', () => {
    expect(turnReportOfAnswer(answer(200, {}), NOW).rate).toEqual({ limit: null, remaining: null, resetMs: null })
  })

  it.each([
    [429, 'refused'],
    [503, 'troubled'],
    [408, 'troubled'],
    [500, 'answered']
  ])('%i: %s', (status, kind) => {
    expect(turnReportOfAnswer(answer(status, {}), NOW).kind).toBe(kind)
  })
})
