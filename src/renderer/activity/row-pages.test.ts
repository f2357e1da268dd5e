import { describe, expect, it } from 'vitest'
import { type Result, succeed } from '../../shared/failure.ts'
import { RowPages, type RowsAnswer } from './row-pages.ts'

/** Pages with manual answers. */
function setUp() {
  const failures: string[] = []
  const requests: { section: string; offset: number; answer: (result: Result<RowsAnswer<string>>) => void }[] = []
  const pages = new RowPages<string>({
    read: (section, offset) => new Promise((answer) => requests.push({ section, offset, answer })),
    onChange: () => undefined,
    onFailure: ({ code }) => failures.push(code)
  })
  const answer = async (at: number, rows: readonly string[], total: number) => {
    requests[at]?.answer(succeed({ rows, total }))
    for (let turn = 0; turn < 3; turn += 1) await Promise.resolve()
  }
  return { pages, requests, failures, answer }
}

const row = (index: number, section = 'a') => ({ section, index })

describe('rows by the page', () => {
  it('reads each page in view once, and no page that is loaded', async () => {
    const { pages, requests, answer } = setUp()
    pages.load([row(0), row(99), row(100), row(0, 'b')])
    pages.load([row(5)])
    expect(requests.map(({ section, offset }) => [section, offset])).toEqual([
      ['a', 0],
      ['a', 100],
      ['b', 0]
    ])
    await answer(0, ['first'], 250)
    pages.load([row(0)])
    expect(requests).toHaveLength(3)
    expect([pages.rowAt('a', 0), pages.rowAt('a', 1)]).toEqual(['first', undefined])
    expect([pages.totalOf('a', 7), pages.totalOf('b', 7)]).toEqual([250, 7])
  })

  it('keeps rows on screen until newer ones are read', async () => {
    const { pages, requests, answer } = setUp()
    pages.load([row(0)])
    await answer(0, ['old'], 1)
    pages.renew(1)
    expect([pages.rowAt('a', 0), pages.totalOf('a', 9)]).toEqual(['old', 9])
    pages.load([row(0)])
    await answer(1, ['new'], 1)
    expect([pages.rowAt('a', 0), pages.totalOf('a', 9), requests.length]).toEqual(['new', 1, 2])
  })

  it('reads again what changed during a read', async () => {
    const { pages, requests, answer } = setUp()
    pages.load([row(0)])
    pages.renew(1)
    await answer(0, ['old'], 1)
    pages.load([row(0)])
    expect(requests).toHaveLength(2)
  })

  it('reports why a page cannot be read, and does not request it again', async () => {
    const { pages, requests, failures } = setUp()
    pages.load([row(0)])
    requests[0]?.answer({ ok: false, failure: { code: 'internal' } })
    for (let turn = 0; turn < 3; turn += 1) await Promise.resolve()
    pages.load([row(0)])
    expect([requests.length, failures]).toEqual([1, ['internal']])
  })
})
