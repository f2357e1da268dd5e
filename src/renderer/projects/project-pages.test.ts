import { describe, expect, it } from 'vitest'
import { missingPage, sortedBy } from './project-pages.ts'

describe('pages of projects', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => index)

  it.each([
    ['all here', hundred, 0, 99, null],
    ['the next page', hundred, 90, 110, 100],
    ['a page further down', hundred, 250, 260, 200],
    ['none at all', [], 0, -1, null]
  ])('%s', (_case, rows, first, last, offset) => {
    expect(missingPage(rows, first, last)).toBe(offset)
  })
})

describe('sorting', () => {
  const query = { search: '', searchBy: 'project', sortBy: 'created_at', sort: 'desc' } as const

  it('turns around on the same column, and starts another in its useful order', () => {
    expect(sortedBy(query, 'created_at')).toMatchObject({ sortBy: 'created_at', sort: 'asc' })
    expect(sortedBy(query, 'project')).toMatchObject({ sortBy: 'project', sort: 'asc' })
    expect(sortedBy(query, 'reports')).toMatchObject({ sortBy: 'reports', sort: 'desc' })
  })
})
