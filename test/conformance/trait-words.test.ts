/** Every trait that a client can learn about a service has a text on screen. */
import { expect, it } from 'vitest'
import { TRAIT_NAMES } from '../../src/main/engine/service/dialect.ts'
import { traitTexts } from '../../src/copy/diagnosis.ts'

it('every trait has a name', () => {
  const kept = Object.fromEntries(TRAIT_NAMES.map((trait) => [trait, 'x']))
  const texts = traitTexts(kept)
  expect(texts).toHaveLength(TRAIT_NAMES.length)
  expect(texts.filter(({ label }) => Object.hasOwn(kept, label))).toEqual([])
})
