import { beforeAll, expect, test } from 'vitest'
import { ENGLISH, setLanguage } from './language.ts'
import { clockText, momentText } from './time.ts'

beforeAll(() => setLanguage(ENGLISH, 'en-GB'))

const at = (day: number, hour: number, minute: number): number => new Date(2026, 10, day, hour, minute).getTime()
const now = at(27, 10, 45)

test.each([
  [at(27, 10, 42), 'today at 10:42', '10:42'],
  [at(27, 0, 0), 'today at 00:00', '00:00'],
  [at(26, 23, 59), 'yesterday at 23:59', 'yesterday at 23:59'],
  [at(25, 23, 59), '25 Nov 2026, 23:59', '25 Nov 2026, 23:59']
])('a moment is told with its day, and by the clock alone where today goes without saying', (then, moment, clock) => {
  expect([momentText(then, now), clockText(then, now)]).toEqual([moment, clock])
})
