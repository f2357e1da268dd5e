/** Most answers say nothing of `results`: what is newer as a row may know less of them than what was asked before it. */
import type { Migration } from './migration.ts'

export const whenResultsWereTold: Migration = {
  version: 5,
  statements: [
    // As `asked_at`, of the answer that told the results.
    'ALTER TABLE images ADD results_asked_at INTEGER NOT NULL DEFAULT 0'
  ]
}
