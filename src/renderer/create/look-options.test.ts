import { expect, it } from 'vitest'
import { STYLES } from '../../shared/image.ts'
import { lookOptions, resolutionOptions } from './look-options.ts'

it('begins with None and sorts by what is read, not by what is sent', () => {
  expect(lookOptions('filter', null)).toEqual([
    { value: '', label: 'None' },
    { value: 'grayscale', label: 'Black and white' },
    { value: 'invert', label: 'Invert' },
    { value: 'sepia', label: 'Sepia' }
  ])
})

it('has every value once', () => {
  const values = lookOptions('style', 'ink wash').map(({ value }) => value)
  expect(values.toSorted()).toEqual(['', 'ink wash', ...STYLES].toSorted())
  expect(lookOptions('style', 'anime')).toHaveLength(STYLES.length + 1)
})

it('keeps a size that this version does not know', () => {
  expect(resolutionOptions('512x512').map(({ label }) => label)).toEqual(['256×256', '512×512', '1024×1024'])
  expect(resolutionOptions('2048x2048').at(-1)).toEqual({ value: '2048x2048', label: '2048x2048' })
  expect(resolutionOptions('')).toHaveLength(3)
})
