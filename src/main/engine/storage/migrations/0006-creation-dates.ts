/** Ids may say nothing about age: the dates that a service tells stand beside them, in an index of their own. */
import type { Migration } from './migration.ts'

export const creationDates: Migration = {
  version: 6,
  statements: [
    // Of an image: `created_at` as the service returns it; null where it does not.
    'ALTER TABLE records ADD born_at INTEGER',
    // A larger key is newer, so a record without an id yet (not sent) has the largest of all.
    `ALTER TABLE records ADD age_key INTEGER GENERATED ALWAYS AS
      (CASE WHEN service_id IS NULL THEN 9223372036854775807 ELSE ifnull(born_at, first_seen_at) END) VIRTUAL`,
    `UPDATE records SET born_at = (SELECT created_at FROM images i WHERE i.record = records.record)
      WHERE grp = 'images' AND record IN (SELECT record FROM images WHERE created_at IS NOT NULL)`,
    "CREATE INDEX records_by_date ON records (grp, age_key, id_length, service_id) WHERE grp = 'images'"
  ]
}
