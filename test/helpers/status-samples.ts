/** Complete, plausible states for tests; a test sets only the fields that matter to it. */
import type { BatchReceipt } from '../../src/shared/batch.ts'
import { type GroupTest, TEST_LAYERS, type TestLayer, type TestStepStatus } from '../../src/shared/connection.ts'
import type { FailureCode } from '../../src/shared/failure.ts'
import type { GroupStatus, SyncStatus, Group } from '../../src/shared/sync-status.ts'

export function groupStatus(part: Partial<GroupStatus> = {}): GroupStatus {
  return {
    state: 'up-to-date',
    reading: null,
    completeAsOf: null,
    incomplete: null,
    removals: null,
    deletions: null,
    respondedAt: null,
    retryAt: null,
    failure: null,
    ...part
  }
}

export function status(part: Partial<SyncStatus> = {}): SyncStatus {
  return {
    images: groupStatus(),
    projects: groupStatus(),
    waiting: 0,
    needsAttention: 0,
    running: [],
    limitPerMinute: null,
    pacePerMinute: null,
    pickedUp: null,
    isPaused: false,
    pace: 'full',
    ...part
  }
}

/** Batch 14 of the example: 212 + 669 + 13 = 894, and 310 were unchanged. */
export function receipt(part: Partial<BatchReceipt> = {}): BatchReceipt {
  return {
    batch: 14,
    verb: 'favorite',
    size: 1204,
    done: 212,
    unchanged: 310,
    waiting: 669,
    sending: 4,
    checking: 0,
    needsAttention: 13,
    canceled: 0,
    startedAt: 0,
    finishedAt: null,
    remainingMs: 180_000,
    subject: null,
    undoes: null,
    pause: null,
    graceEndsAt: null,
    isFirst: false,
    canUndo: true,
    ...part
  }
}

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
