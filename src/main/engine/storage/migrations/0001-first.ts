/**
 * The first schema. Times are ms since epoch; booleans are 0 and 1; `tick` and `asked_at` are values of the counter
 * of meta.ts, not times. What the service said (images, flags, projects) and what the person wants (outbox, batches)
 * never share a row: a favorite of ten thousand records must not rewrite ten thousand wide rows.
 */
import type { Migration } from './migration.ts'

const GROUP = "grp TEXT NOT NULL CHECK (grp IN ('images', 'projects'))"

/**
 * Identity of everything, images and projects alike. Ids are opaque text. They are ordered by length, then by text:
 * for whole numbers of any size that is the numeric order, and it is a total order for everything else.
 */
const records = [
  `CREATE TABLE records (
    record INTEGER PRIMARY KEY AUTOINCREMENT,
    ${GROUP},
    service_id TEXT,
    -- A record without an id yet (not sent) stands behind all others, as the newest.
    id_length INTEGER NOT NULL GENERATED ALWAYS AS (ifnull(length(service_id), 2147483647)) VIRTUAL,
    first_seen_at INTEGER NOT NULL
  ) STRICT`,
  // One index for look-up by id, for the order of the screen and for the place of a record among the service's pages.
  'CREATE UNIQUE INDEX records_in_order ON records (grp, id_length, service_id)'
]

/** Short columns first: what a tile shows is read without following the overflow pages of a long row. */
const images = [
  `CREATE TABLE images (
    record INTEGER PRIMARY KEY REFERENCES records (record),
    name TEXT,
    -- The name as it sorts and is searched: without case and accents.
    name_key TEXT NOT NULL,
    style TEXT,
    medium TEXT,
    filter TEXT,
    resolution TEXT,
    picture_stamp TEXT,
    created_at INTEGER,
    updated_at INTEGER,
    read_at INTEGER NOT NULL,
    asked_at INTEGER NOT NULL,
    description TEXT,
    results TEXT,
    result TEXT,
    url TEXT,
    picture TEXT,
    other TEXT NOT NULL DEFAULT '{}',
    -- 1: has a prompt, 2: has a picture.
    has INTEGER NOT NULL GENERATED ALWAYS AS ((description IS NOT NULL) + 2 * (picture IS NOT NULL)) VIRTUAL
  ) STRICT`,
  'CREATE INDEX images_by_look ON images (style, medium, filter, resolution, has)',
  'CREATE INDEX images_by_name ON images (name_key)'
]

const flags = [
  `CREATE TABLE flags (
    record INTEGER PRIMARY KEY,
    -- null: the service never told.
    favorite INTEGER,
    -- What was asked before this is older than the value here.
    fresh_tick INTEGER NOT NULL DEFAULT 0,
    -- When the service last accepted a value of ours; null = never.
    acked_at INTEGER,
    -- A list answer contradicted that; believed when one asked after this tick agrees with it.
    doubt_tick INTEGER
  ) STRICT`,
  'CREATE INDEX flags_favorite ON flags (record) WHERE favorite = 1'
]

const projects = [
  `CREATE TABLE projects (
    record INTEGER PRIMARY KEY REFERENCES records (record),
    project TEXT NOT NULL,
    project_key TEXT NOT NULL,
    reports INTEGER,
    result TEXT,
    created_at INTEGER,
    read_at INTEGER NOT NULL,
    asked_at INTEGER NOT NULL,
    other TEXT NOT NULL DEFAULT '{}'
  ) STRICT`
]

/**
 * Text that search looks through, and its index: which runs of three characters a text holds. The index holds no
 * positions (a third of the size); what it finds is checked against the text itself.
 */
const search = [
  'CREATE TABLE texts (record INTEGER PRIMARY KEY, folded TEXT NOT NULL) STRICT',
  `CREATE VIRTUAL TABLE trigrams USING fts5 (
    folded, content = 'texts', content_rowid = 'record', detail = none, columnsize = 0,
    tokenize = 'trigram case_sensitive 1'
  )`
]

const outbox = [
  `CREATE TABLE outbox (
    -- Never used twice. Ascending is the order of sending.
    entry INTEGER PRIMARY KEY AUTOINCREMENT,
    record INTEGER NOT NULL,
    kind TEXT NOT NULL,
    want INTEGER NOT NULL,
    -- What the mirror held when the want was made.
    base INTEGER,
    revision INTEGER NOT NULL,
    -- One of EntryState; a CHECK would cost as much as the whole insert of a large batch. So for outcomes below.
    state TEXT NOT NULL,
    attempt INTEGER NOT NULL,
    not_before INTEGER NOT NULL,
    last_failure TEXT,
    -- Of the want; its batch is one single click.
    batch INTEGER NOT NULL,
    is_hand INTEGER NOT NULL,
    owner INTEGER,
    -- When the record was last read although nothing of it had changed.
    read_at INTEGER NOT NULL DEFAULT 0,
    -- What is on the wire or looked up; null when nothing is.
    boot TEXT,
    claimed_revision INTEGER,
    claimed_want INTEGER,
    claimed_batch INTEGER,
    UNIQUE (record, kind)
  ) STRICT`,
  'CREATE INDEX outbox_hand ON outbox (entry) WHERE is_hand = 1',
  'CREATE INDEX outbox_in_flight ON outbox (state, claimed_batch) WHERE claimed_revision IS NOT NULL',
  "CREATE INDEX outbox_rejected ON outbox (entry) WHERE state = 'rejected'"
]

const batches = [
  // The counts are kept beside the items: a receipt of 100,000 is read ten times a second.
  `CREATE TABLE batches (
    batch INTEGER PRIMARY KEY AUTOINCREMENT,
    verb TEXT NOT NULL,
    size INTEGER NOT NULL,
    waiting INTEGER NOT NULL,
    done INTEGER NOT NULL,
    already_so INTEGER NOT NULL,
    needs_you INTEGER NOT NULL,
    taken_back INTEGER NOT NULL,
    started_at INTEGER NOT NULL,
    finished_at INTEGER,
    CHECK (size = waiting + done + already_so + needs_you + taken_back)
  ) STRICT`,
  'CREATE INDEX batches_running ON batches (batch) WHERE finished_at IS NULL',
  `CREATE TABLE batch_items (
    batch INTEGER NOT NULL,
    record INTEGER NOT NULL,
    before INTEGER NOT NULL,
    after INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    reason TEXT,
    PRIMARY KEY (batch, record)
  ) STRICT, WITHOUT ROWID`
]

const passes = [
  `CREATE TABLE passes (
    pass INTEGER PRIMARY KEY AUTOINCREMENT,
    ${GROUP},
    kind TEXT NOT NULL CHECK (kind IN ('first', 'full', 'head', 'favorites')),
    sort TEXT NOT NULL CHECK (sort IN ('asc', 'desc')),
    started_at INTEGER NOT NULL,
    ended_at INTEGER,
    is_complete INTEGER NOT NULL DEFAULT 0,
    next_page INTEGER,
    next_cursor TEXT,
    total INTEGER,
    seen INTEGER NOT NULL DEFAULT 0
  ) STRICT`,
  // The last pass of each kind that saw a record: an unchanged pass writes here and nowhere else.
  `CREATE TABLE seen (
    kind TEXT NOT NULL,
    record INTEGER NOT NULL,
    pass INTEGER NOT NULL,
    PRIMARY KEY (kind, record)
  ) STRICT, WITHOUT ROWID`
]

const rest = [
  `CREATE TABLE dialect (${GROUP}, key TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (grp, key)) STRICT, WITHOUT ROWID`,
  'CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID',
  // Several keys may be one owner's; a hash never tells the key.
  `CREATE TABLE key_owners (${GROUP}, hash TEXT NOT NULL, owner INTEGER NOT NULL, PRIMARY KEY (grp, hash)) STRICT, WITHOUT ROWID`,
  // What changed of late, so that readers refresh their copies; old rows go as new ones come.
  `CREATE TABLE changes (
    revision INTEGER PRIMARY KEY,
    kinds INTEGER NOT NULL,
    -- Record numbers, four bytes each, little-endian; null: too many to list.
    records BLOB
  ) STRICT`
]

export const first: Migration = {
  version: 1,
  statements: [...records, ...images, ...flags, ...projects, ...search, ...outbox, ...batches, ...passes, ...rest]
}
