import { expect, it } from 'vitest'
import { placeholderAddresses } from './target.ts'

it('refuses placeholder addresses with a sentence', () => {
  expect(placeholderAddresses('homepage: https://proofsheet.example\n')).toMatch(/Set both to make installers\.$/)
  expect(placeholderAddresses('maintainer: Us <us@proofsheet.example>\n')).toMatch(/^The homepage/)
})

it('accepts real ones', () => {
  expect(placeholderAddresses('homepage: https://photos.test\nmaintainer: Us <us@photos.test>\n')).toBeNull()
})
