import { expect, it } from 'vitest'
import { STANDARD } from './dialects.ts'
import { writeProject } from './write-record.ts'

const STYLES = ['iso', 'sql', 'zoned', 'seconds', 'milliseconds', 'zero', 'missing'] as const

it.each(STYLES)('a deleted record has a deletion time regardless of its other dates (dates=%s)', (dates) => {
  const record = { project: 'shop.example.org', reports: 1, result: '2', createdAt: 0, deletedAt: 1_700_000_000_000 }
  const { deleted_at } = writeProject({ ...STANDARD, dates }, record)
  expect(JSON.stringify(deleted_at)).toMatch(/2023-11-14|17000000000*\b/)
})
