import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hostOnlyTests, titlesIn } from './smoke.ts'

test('finds the title of each test of the host', () => {
  expect(
    titlesIn("hostOnly(() => {\n  it('one', async () => {})\n})\n  hostOnly(() => {\n    test('two', () => {})")
  ).toEqual(['one', 'two'])
})

test('fails for a test without a title', () => {
  expect(() => titlesIn('hostOnly(() => {\n  it(name, () => {})\n})')).toThrow('has no readable title: () => {')
})

test('finds tests of this project', () => {
  const titles = hostOnlyTests(join(import.meta.dirname, '../../test/e2e'))
  expect(titles).toContain('the native menu has every command, and a click on Delete deletes')
  expect(new Set(titles).size).toBe(titles.length)
})
