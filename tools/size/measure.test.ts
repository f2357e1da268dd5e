import { expect, it } from 'vitest'
import { isTest, measure, quantile, roomOf } from './measure.ts'

it('counts lines of code, but not blank lines and comments', () => {
  const text = [
    '/** Why. */',
    'export function two(): number { // here',
    '',
    '  /*',
    '   x',
    '  */ return 2',
    '}'
  ].join('\n')
  expect(measure('a.ts', text)).toEqual({ lines: 3, functions: [3] })
})

it('counts comment signs in texts and patterns as code', () => {
  const text = "const a = '// no'\nconst b = `\n/* no\n*/`\nconst c = /\\/*x/\n"
  expect(measure('a.ts', text).lines).toBe(5)
})

it('counts inner functions separately and within the outer one', () => {
  const text =
    'const App = () => {\n  const go = () => {\n    stop()\n  }\n  return <div onClick={go}>{/* c */}</div>\n}\n'
  expect(measure('a.tsx', text)).toEqual({ lines: 6, functions: [6, 3] })
})

it('counts a style sheet', () => {
  expect(measure('a.css', '/* Why.\n so */\n.a {\n\n  color: red; /* x */\n}\n')).toEqual({ lines: 3, functions: [] })
})

it('reports a file that cannot be parsed', () => {
  expect(() => measure('bad.ts', 'const = 1')).toThrow('bad.ts cannot be parsed')
})

it.each([
  ['src/main/engine/sync/push.ts', 'src/main/engine/sync', false],
  ['src/main/index.ts', 'src/main', false],
  ['src/main/http/key-slots.test.ts', 'src/main/http', true],
  ['src/renderer/images/grid/tile.tsx', 'src/renderer/images', false],
  ['src/shared/limits.ts', 'src/shared', false],
  ['tools/size/cli.ts', 'tools/size', false],
  ['test/e2e/expect-soon.ts', 'test/e2e', true],
  ['vitest.config.ts', '', false]
])('%s belongs to %s', (path, room, isOfTests) => {
  expect([roomOf(path), isTest(path)]).toEqual([room, isOfTests])
})

it('finds the median and the upper tenth', () => {
  const numbers = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]
  expect([quantile(numbers, 0.5), quantile(numbers, 0.9), quantile([], 0.5)]).toEqual([6, 10, 0])
})
