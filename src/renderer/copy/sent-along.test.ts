import { expect, it } from 'vitest'
import { RESULTS_SOURCES } from '../../shared/batch.ts'
import { formatTime } from '../format.ts'
import { sentText } from './sent-along.ts'

const NOW = new Date(2026, 10, 27, 10, 42).getTime()
const HOUR = 3_600_000

it('says which results went along, each way in words of its own', () => {
  const all = RESULTS_SOURCES.map((results) => sentText({ results, copyOf: null, showsOther: false }, NOW))
  expect(all.every((text) => text.startsWith('Sent with'))).toBe(true)
  expect(new Set(all).size).toBe(RESULTS_SOURCES.length)
  expect(sentText(null, NOW)).toBe('')
})

it('says how old a copy was, and that the service shows others', () => {
  const copy = `Sent with results from ${formatTime(NOW - HOUR)}`
  expect(sentText({ results: 'results', copyOf: NOW - HOUR, showsOther: false }, NOW)).toBe(copy)
  expect(sentText({ results: 'results', copyOf: NOW - HOUR, showsOther: true }, NOW)).toBe(
    `${copy}. The service shows different results.`
  )
})
