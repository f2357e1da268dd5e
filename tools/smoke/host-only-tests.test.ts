import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hostOnlyTests, titlesIn } from './host-only-tests.ts'

test('each test of the host is told by its title', () => {
  expect(
    titlesIn("hostOnly(() => {\n  it('one', async () => {})\n})\n  hostOnly(() => {\n    test('two', () => {})")
  ).toEqual(['one', 'two'])
})

test('one without a title is not left out unsaid', () => {
  expect(() => titlesIn('hostOnly(() => {\n  it(name, () => {})\n})')).toThrow('has no title to be told by: () => {')
})

test('there are some', () => {
  const titles = hostOnlyTests(join(import.meta.dirname, '../../test/e2e'))
  expect(titles).toContain('the native menu has every command, and a click on Delete deletes')
  expect(new Set(titles).size).toBe(titles.length)
})
