import { expect, it } from 'vitest'
import { HELP, readOptions } from './options.ts'

it.each([
  [[], { runsTests: true, takesPackages: false }],
  [['--without-tests'], { runsTests: false, takesPackages: false }],
  [['--quick'], { runsTests: false, takesPackages: true }],
  [['--help'], null]
])('%j are read as %j', (args, expected) => {
  expect(readOptions(args)).toEqual(expected)
})

it('words it does not know are refused, those it knows are in the help', () => {
  expect(() => readOptions(['--fast'])).toThrow(TypeError)
  expect(HELP).toContain('--without-tests')
  expect(HELP).toContain('--quick')
})
