import { expect, it } from 'vitest'
import { titleOf } from './names.ts'

it.each(['', ' ', ' \t\n', '\u200b', '\u200e\u200f', '\u2060\ufeff', '\u00ad', '\u2800', '\u3164', '\u2066\u2069'])(
  'a name of which nothing is seen is untitled: %j',
  (name) => {
    expect(titleOf(name)).toBe('Untitled')
  }
)

it.each(['Koi', '0', '.', '\u200eKoi', '鯉', '🐟', 'ـ'])('any other name stands for itself: %j', (name) => {
  expect(titleOf(name)).toBe(name)
})
