import { expect, it } from 'vitest'
import { copy } from './language.ts'
import { keyText } from './status.ts'

const NOW = new Date(2026, 10, 28, 12).getTime()
const SAVED = new Date(2026, 10, 28, 10, 42).getTime()

it.each([
  ['stored', SAVED, /^Saved today at 10:42/],
  ['stored', null, /^Saved$/],
  ['session', SAVED, /^Entered today at 10:42.* · kept until you quit$/],
  ['session', null, /^Kept until you quit$/],
  ['absent', null, /^None$/],
  ['locked', SAVED, /^Saved today at 10:42.* · the keychain can’t provide it right now$/]
] as const)('a key that is %s, of %s', (key, keySavedAt, says) => {
  expect(keyText({ address: 'https://h.test', key, keySavedAt }, NOW)).toMatch(says)
})

it('counts the answers of a diagnosis', () => {
  expect(copy.settings.answers(1)).toBe('1 check done.')
  expect(copy.settings.answers(1_200)).toBe('1,200 checks done.')
})
