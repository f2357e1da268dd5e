/** What an update carried for `results` stands in its receipt. */
import type { Migration } from './migration.ts'

export const whatWasSent: Migration = {
  version: 3,
  statements: [
    // A code of sent-along.ts; null: nothing was carried, or by an earlier version.
    'ALTER TABLE batch_items ADD sent INTEGER'
  ]
}
