import { expect, test } from 'vitest'
import { FAILURE_CODES } from '../shared/failure.ts'
import { countNames, rebuiltSentence, recoveryActions, libraryFailureSentence } from './failures.ts'

const damaged = { code: 'library-damaged' } as const
const body = (unsent: number | null): string =>
  libraryFailureSentence(damaged, { failure: damaged, file: 'x.sqlite', unsent }).body

test('a damaged library says what will be kept', () => {
  expect(body(3)).toContain('3 unsent changes were found and will be kept.')
  expect(body(1)).toContain('1 unsent change was found')
  expect(body(0)).toContain('It has no unsent changes.')
  expect(body(null)).toContain('Unsent changes can’t be read, so rebuilding loses them.')
  expect(libraryFailureSentence({ code: 'disk-full' }, null).body).toBe('Free some space, then try again.')
  expect(libraryFailureSentence(damaged, null).body).toMatch(/The damaged file is kept\.$/)
})

test('only a damaged library is rebuilt, and one of a newer version is left alone', () => {
  const rebuilt = FAILURE_CODES.filter((code) => recoveryActions(code).includes('rebuild'))
  expect(rebuilt).toEqual(['library-damaged'])
  expect(recoveryActions('library-newer')).toEqual([])
  expect(recoveryActions('library-locked')).toEqual(['try-again'])
  expect(recoveryActions('disk-full')[0]).toBe('try-again')
})

test('what was lost is said first, with how many of how many', () => {
  const setAside = 'x.sqlite.damaged-1'
  expect(rebuiltSentence({ kept: 2, lost: ['a'], setAside })).toEqual({
    headline: '1 unsent change was lost',
    body: '2 of 3 were recovered. The damaged file is kept as x.sqlite.damaged-1.'
  })
  expect(rebuiltSentence({ kept: 0, lost: [], setAside }).body).toContain('There were no unsent changes.')
  expect(rebuiltSentence({ kept: 1_204, lost: [], setAside }).body).toContain('1,204 unsent changes were kept.')
})

test('equal names stand once, with how many they are', () => {
  expect(countNames(['b', 'a', 'b'])).toEqual([
    { name: 'b', count: 2 },
    { name: 'a', count: 1 }
  ])
})
