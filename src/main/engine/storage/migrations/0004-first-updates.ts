/** The first updates on a connection are tried before the rest follows: what they were, and the record as it was before. */
import type { Migration } from './migration.ts'

export const firstUpdates: Migration = {
  version: 4,
  statements: [
    // Handed over and not yet seen on the service, one for each value.
    `CREATE TABLE tried (
      record INTEGER NOT NULL,
      kind TEXT NOT NULL,
      want INTEGER NOT NULL,
      want_text TEXT,
      batch INTEGER NOT NULL,
      is_hand INTEGER NOT NULL,
      -- A read has shown its value since: what is shown otherwise later is somebody's change.
      is_shown INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (record, kind)
    ) STRICT, WITHOUT ROWID`,
    `CREATE TABLE saved (
      record INTEGER PRIMARY KEY,
      entry INTEGER NOT NULL,
      -- JSON text of a ServiceImage; of null where it could not be read.
      image TEXT NOT NULL,
      -- ms since epoch.
      read_at INTEGER NOT NULL,
      -- 'read', 'sent' once an update of it was handed over, 'asked' while the user decides; 'writing-back' by the
      -- user's word, 'trying' in the next form of a list.
      state TEXT NOT NULL
    ) STRICT`
  ]
}
