/** Results of connection tests, for tests. */
import { type GroupTest, TEST_LAYERS, type TestLayer, type TestStepStatus } from '../../shared/connection.ts'
import type { FailureCode } from '../../shared/failure.ts'
import type { Group } from '../../shared/sync-status.ts'

type Marks = Readonly<Record<TestLayer, TestStepStatus>>

const allPassed: Marks = { address: 'passed', secure: 'passed', service: 'passed', key: 'passed', readable: 'passed' }

export function passed(group: Group, part: Partial<Marks> = {}): GroupTest {
  return { group, marks: { ...allPassed, ...part }, failure: null, movedTo: null }
}

/** Returns a result that passed up to a layer, failed there, and skipped the others. */
export function failedAt(group: Group, layer: TestLayer, code: FailureCode): GroupTest {
  const at = TEST_LAYERS.indexOf(layer)
  const later = Object.fromEntries(TEST_LAYERS.slice(at + 1).map((name) => [name, 'skipped'] as const))
  return { group, marks: { ...allPassed, ...later, [layer]: 'failed' }, failure: { code }, movedTo: null }
}
