import { expect, test } from 'vitest'
import { TEST_START } from '../../test/helpers/call-service.ts'
import { ProjectStore } from './project-store.ts'

const make = (count: number): ProjectStore => new ProjectStore({ count, seed: 1, now: () => TEST_START })

test('generates any number of distinct host names', () => {
  expect(make(38).size).toBe(38)
  expect(make(1000).size).toBe(1000)
  for (const record of make(38).all().values()) {
    expect(record.project).toMatch(/^[a-z0-9.-]+\.[a-z]+$/)
    expect(record.result).toMatch(/^\d+\.\d\d$/)
    expect(record.reports).toBeGreaterThan(0)
  }
})

test('sorts by date and by name, in both directions, and searches', () => {
  const store = make(38)
  const dates = store.list({ search: null, sortBy: 'created_at', sort: 'desc' }).map((record) => record.createdAt)
  expect(dates).toEqual([...dates].sort((a, b) => b - a))
  const names = store.list({ search: null, sortBy: 'project', sort: 'asc' }).map((record) => record.project)
  expect(names).toEqual([...names].sort())
  const found = store.list({ search: 'tinroof', sortBy: 'project', sort: 'asc' })
  expect(found.length).toBeGreaterThan(0)
  expect(found.every(({ project }) => project.includes('tinroof'))).toBe(true)
})
