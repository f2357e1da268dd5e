import { expect, test } from 'vitest'
import { HELP, PARTS, readSmokeOptions } from './options.ts'

test('without a word everything is tried', () => {
  expect(readSmokeOptions([])).toEqual({
    kind: 'options',
    options: { parts: PARTS, files: [], isBuilt: false, allowsAnyVersion: false }
  })
})

test('parts and files can be chosen', () => {
  expect(readSmokeOptions(['--only', 'suite', '--only', 'shell', 'test/e2e/undo.test.ts'])).toEqual({
    kind: 'options',
    options: { parts: ['shell', 'suite'], files: ['test/e2e/undo.test.ts'], isBuilt: false, allowsAnyVersion: false }
  })
})

test('what is built can be tried as it is', () => {
  expect(readSmokeOptions(['--built'])).toMatchObject({ options: { parts: PARTS, isBuilt: true } })
})

test('an Electron of another version can be tried', () => {
  expect(readSmokeOptions(['--any-version'])).toMatchObject({ options: { parts: PARTS, allowsAnyVersion: true } })
})

test.each([
  [['--only', 'fuses'], /--only takes shell, arrivals, suite, not "fuses"/],
  [['--only', 'shell', 'test/e2e/undo.test.ts'], /Files are for the suite/],
  [['--fast'], /--fast/]
])('%j is answered by a sentence', (argv, sentence) => {
  expect(readSmokeOptions(argv)).toMatchObject({ kind: 'problem', text: expect.stringMatching(sentence) })
})

test('--help tells of it all', () => {
  expect(readSmokeOptions(['--help'])).toEqual({ kind: 'help', text: HELP })
})
