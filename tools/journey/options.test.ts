import { expect, test } from 'vitest'
import { HELP, readOptions } from './options.ts'

test('nothing given: stars of one style among 3000, nothing else and no trouble', () => {
  expect(readOptions([])).toEqual({
    images: 3000,
    perMinute: 0,
    seed: 1,
    select: 'style',
    isFull: false,
    faults: 0,
    isResending: false
  })
})

test('in full, troubled, and with a stack that sends again', () => {
  expect(readOptions(['--full', '--faults', '0.2', '--seed', '3', '--resend'])).toMatchObject({
    isFull: true,
    faults: 0.2,
    seed: 3,
    isResending: true
  })
})

test('everything is selected from ten thousand on, but not in full', () => {
  expect(readOptions(['--images', '10000'])?.select).toBe('all')
  expect(readOptions(['--images', '10000', '--full'])?.select).toBe('style')
})

test('--help tells of every option', () => {
  expect(readOptions(['--help'])).toBeNull()
  const options = ['--images', '--per-minute', '--seed', '--select', '--full', '--faults', '--resend']
  for (const option of options) expect(HELP).toContain(option)
})

test.each([
  [['--images', '5'], '--images takes a number from 10 to 1000000.'],
  [['--seed', 'x'], '--seed takes a whole number, not "x".'],
  [['--faults', '20'], '--faults takes a share from 0 to 0.5, not "20".'],
  [['--faults', '.6'], '--faults takes a share from 0 to 0.5, not ".6".'],
  [['--select', 'some'], '--select takes "style" or "all", not "some".'],
  [['--full', '--select', 'all'], '--full stars one style: what it deletes must not be starred.']
])('%j is one clear sentence', (args, sentence) => {
  expect(() => readOptions(args)).toThrow(sentence)
})
