import { expect, it } from 'vitest'
import { madeUpAddresses } from './addresses.ts'

it('refuses made-up addresses with a sentence', () => {
  expect(madeUpAddresses('homepage: https://proofsheet.example\n')).toMatch(/Set both, then make installers\.$/)
  expect(madeUpAddresses('maintainer: Us <us@proofsheet.example>\n')).toMatch(/^Nobody answers/)
})

it('lets real ones pass', () => {
  expect(madeUpAddresses('homepage: https://photos.test\nmaintainer: Us <us@photos.test>\n')).toBeNull()
})
