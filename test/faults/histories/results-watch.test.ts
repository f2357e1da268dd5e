import { expect, test } from 'vitest'
import { dialectOf } from '../../../src/reference-service/dialects/dialects.ts'
import type { ServiceDialect } from '../../../src/reference-service/dialects/switches.ts'
import { ResultsWatch } from './results-watch.ts'

const OUTDATED = /^results of 7: sent/

/** Judges an update that sends `a` and `b`, after the service has returned them and then `returned`. */
function judged(returned: readonly string[], switches: Partial<ServiceDialect>): string | null {
  const clock = { elapsed: () => 0 }
  const watch = new ResultsWatch({ clock, dialect: dialectOf('standard', switches) })
  for (const results of [['a', 'b'], returned]) watch.hear(JSON.stringify({ id: 7, results }), { isLie: false })
  clock.elapsed = () => 1_000
  return watch.judge(7, { path: '/api/v1/images/7', body: 'results[0]=a&results[1]=b&favorite=1' })
}

test.each([
  [['b'], { carrier: 'brackets' }],
  [['theirs'], { carrier: 'last' }],
  [['b', 'theirs'], { put: 'replaces' }]
] as const)('results are outdated once %o was returned by a service with %o', (returned, switches) => {
  expect(judged(returned, switches)).toMatch(OUTDATED)
})

test.each([
  [['b'], { carrier: 'last' }],
  [[], { put: 'replaces' }],
  [['a', 'b'], {}]
] as const)('results may be sent after %o was returned by a service with %o', (returned, switches) => {
  expect(judged(returned, switches)).toBeNull()
})
