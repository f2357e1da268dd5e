/**
 * What every further verb needs: names, deletions, creations, undo, holds, and removals by proof. The bulk of favorites
 * writes none of the new columns and none of the new indexes.
 */
import type { Migration } from './migration.ts'

const GROUP = "grp TEXT NOT NULL CHECK (grp IN ('images', 'projects'))"

const outbox = [
  // Names; `want` is 1 beside them.
  'ALTER TABLE outbox ADD want_text TEXT',
  'ALTER TABLE outbox ADD base_text TEXT',
  'ALTER TABLE outbox ADD claimed_text TEXT',
  // When it was last handed over.
  'ALTER TABLE outbox ADD tried_at INTEGER',
  'CREATE INDEX outbox_due ON outbox (not_before) WHERE not_before > 0',
  "CREATE INDEX outbox_others ON outbox (kind, record) WHERE kind <> 'favorite'"
]

const batches = [
  // What its items are about; batches of the first version are all favorites.
  "ALTER TABLE batches ADD kind TEXT NOT NULL DEFAULT 'favorite'",
  'ALTER TABLE batches ADD undoes INTEGER',
  // JSON text of BatchHold.
  'ALTER TABLE batches ADD hold TEXT',
  'ALTER TABLE batches ADD first_at INTEGER',
  // When the person last said that new results are to be deleted as well.
  'ALTER TABLE batches ADD answered_at INTEGER',
  'CREATE INDEX batches_undoing ON batches (undoes) WHERE undoes IS NOT NULL',
  // Names; then `before` is 0 and `after` tells whether they differ.
  'ALTER TABLE batch_items ADD before_text TEXT',
  'ALTER TABLE batch_items ADD after_text TEXT'
]

const creates = [
  // Kept when the create is done: the record is known to come from here, and its form can be asked for again.
  `CREATE TABLE creates (
    record INTEGER PRIMARY KEY,
    -- JSON text of CreateForm, its fields always in one order: equal forms are equal texts.
    form TEXT NOT NULL,
    -- How many requests the person ordered: one, and one more for each time it was sent again by word of the person.
    orders INTEGER NOT NULL DEFAULT 1,
    -- The highest id known when it was handed over: what is newer may be it.
    highest_id TEXT,
    sent_at INTEGER,
    looks INTEGER NOT NULL DEFAULT 0,
    looked_at INTEGER,
    -- JSON array of record numbers that may be it.
    choices TEXT
  ) STRICT`
]

const removals = [
  `CREATE TABLE gone (
    record INTEGER PRIMARY KEY,
    ${GROUP},
    gone_at INTEGER NOT NULL,
    -- What was asked before this is older than the proof.
    tick INTEGER NOT NULL,
    -- An answer showed it soon after; one asked later than this that shows it again is believed.
    doubt_tick INTEGER,
    is_kept INTEGER NOT NULL DEFAULT 0
  ) STRICT`,
  `CREATE TABLE candidates (
    record INTEGER PRIMARY KEY,
    ${GROUP},
    -- The pass that first missed it.
    pass INTEGER NOT NULL,
    is_asking INTEGER NOT NULL DEFAULT 0
  ) STRICT`
]

const passes = [
  'ALTER TABLE passes ADD started_tick INTEGER NOT NULL DEFAULT 0',
  // Something on the way makes it prove presence only, also when it is taken up again.
  'ALTER TABLE passes ADD is_flawed INTEGER NOT NULL DEFAULT 0',
  'ALTER TABLE passes ADD why TEXT'
]

const foreignChanges = [
  `CREATE TABLE foreign_changes (
    record INTEGER NOT NULL,
    at INTEGER NOT NULL,
    field TEXT NOT NULL,
    before TEXT,
    after TEXT
  ) STRICT`,
  'CREATE INDEX foreign_changes_of ON foreign_changes (record)',
  'CREATE INDEX foreign_changes_by_age ON foreign_changes (at)'
]

export const everyVerb: Migration = {
  version: 2,
  statements: [...outbox, ...batches, ...creates, ...removals, ...passes, ...foreignChanges]
}
