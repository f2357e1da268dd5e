/**
 * The SQLite schema. Times are ms since epoch; booleans are 0 and 1; `sequence` and `request_sequence` are values of the sequence
 * counter of meta.ts, not times. What the service reported (images, flags, projects) and what the user wants (outbox,
 * batches) never share a row, because favoriting ten thousand records must not rewrite ten thousand wide rows.
 */
/** One schema migration. A released migration is never edited; a change is a new migration. */
export interface Migration {
  /** `user_version` after this migration. */
  readonly version: number
  readonly statements: readonly string[]
}

const GROUP = "grp TEXT NOT NULL CHECK (grp IN ('images', 'projects'))"

/**
 * Identity of images and projects alike. Ids are opaque text, ordered by length and then by text: for whole numbers of
 * any size that is the numeric order, and for everything else it is a total order.
 */
const records = [
  `CREATE TABLE records (
    record INTEGER PRIMARY KEY AUTOINCREMENT,
    ${GROUP},
    service_id TEXT,
    -- A record without an id (not sent yet) sorts after all others, as the newest.
    id_length INTEGER NOT NULL GENERATED ALWAYS AS (ifnull(length(service_id), 2147483647)) VIRTUAL,
    first_seen_at INTEGER NOT NULL,
    -- Creation time of an image as the service reports it; null if it does not.
    born_at INTEGER,
    -- Ids may not reflect age. A larger key is newer, so a record without an id has the largest key of all.
    age_key INTEGER GENERATED ALWAYS AS
      (CASE WHEN service_id IS NULL THEN 9223372036854775807 ELSE ifnull(born_at, first_seen_at) END) VIRTUAL
  ) STRICT`,
  // One index for lookups by id, for the display order, and for the position of a record among the pages of the
  // service.
  'CREATE UNIQUE INDEX records_in_order ON records (grp, id_length, service_id)',
  "CREATE INDEX records_by_date ON records (grp, age_key, id_length, service_id) WHERE grp = 'images'"
]

/**
 * Mirror of images. Short columns come first, so reading what a tile shows does not follow the overflow pages of a long
 * row.
 */
const images = [
  `CREATE TABLE images (
    record INTEGER PRIMARY KEY REFERENCES records (record),
    name TEXT,
    -- Sort and search key of the name, without case and accents.
    name_key TEXT NOT NULL,
    style TEXT,
    medium TEXT,
    filter TEXT,
    resolution TEXT,
    picture_stamp TEXT,
    created_at INTEGER,
    updated_at INTEGER,
    read_at INTEGER NOT NULL,
    -- Sequence numbers of the requests that returned this row, and its results: a row may be newer than its results.
    request_sequence INTEGER NOT NULL,
    results_request_sequence INTEGER NOT NULL DEFAULT 0,
    description TEXT,
    results TEXT,
    result TEXT,
    url TEXT,
    picture TEXT,
    other TEXT NOT NULL DEFAULT '{}',
    -- Bits: 1 = has a prompt, 2 = has a picture.
    has INTEGER NOT NULL GENERATED ALWAYS AS ((description IS NOT NULL) + 2 * (picture IS NOT NULL)) VIRTUAL
  ) STRICT`,
  'CREATE INDEX images_by_look ON images (style, medium, filter, resolution, has)',
  'CREATE INDEX images_by_name ON images (name_key)'
]

const flags = [
  `CREATE TABLE flags (
    record INTEGER PRIMARY KEY,
    -- null if the service never reported it.
    favorite INTEGER,
    -- Responses to requests before this sequence number are older than the value here.
    fresh_sequence INTEGER NOT NULL DEFAULT 0,
    -- When the service last accepted a value sent from here; null if never.
    acked_at INTEGER,
    -- Set when a list response contradicts that value; a response requested after it that agrees with it is believed.
    doubt_sequence INTEGER
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
    request_sequence INTEGER NOT NULL,
    other TEXT NOT NULL DEFAULT '{}'
  ) STRICT`
]

/**
 * Searchable text and its trigram index. The index stores no positions, which makes it a third of the size; its matches
 * are verified against the text itself.
 */
const search = [
  'CREATE TABLE texts (record INTEGER PRIMARY KEY, folded TEXT NOT NULL) STRICT',
  `CREATE VIRTUAL TABLE trigrams USING fts5 (
    folded, content = 'texts', content_rowid = 'record', detail = none, columnsize = 0,
    tokenize = 'trigram case_sensitive 1'
  )`
]

/**
 * Desired values, and what one request carries of them. The state of an entry is not stored; the view `entries` derives
 * it from the two tables. domain/entry-life.ts defines the effects of responses; only storage/entries.ts writes here.
 */
const outbox = [
  `CREATE TABLE outbox (
    -- Never reused. Entries are sent in ascending order.
    entry INTEGER PRIMARY KEY AUTOINCREMENT,
    record INTEGER NOT NULL,
    -- No CHECK here and on outcomes below, because it would cost as much as the whole insert of a large batch.
    kind TEXT NOT NULL,
    -- Desired favorite state; 1 for every other kind.
    want INTEGER NOT NULL,
    want_text TEXT,
    -- Mirror value at the time the desired value was set.
    base INTEGER,
    base_text TEXT,
    revision INTEGER NOT NULL,
    -- Batch of the desired value.
    batch INTEGER NOT NULL,
    -- 1 if it is a single user action.
    is_interactive INTEGER NOT NULL,
    owner INTEGER,
    not_before INTEGER NOT NULL,
    tries INTEGER NOT NULL,
    -- When it was last claimed; null if never.
    tried_at INTEGER,
    -- The last response, if it was not final: JSON text of a Failure.
    last_failure TEXT,
    -- 1 if it needs a decision from the user.
    is_refused INTEGER NOT NULL DEFAULT 0,
    -- When the record was last read without any change found.
    read_at INTEGER NOT NULL DEFAULT 0,
    UNIQUE (record, kind)
  ) STRICT`,
  'CREATE INDEX outbox_hand ON outbox (entry) WHERE is_interactive = 1',
  'CREATE INDEX outbox_refused ON outbox (entry) WHERE is_refused = 1',
  'CREATE INDEX outbox_due ON outbox (not_before) WHERE not_before > 0',
  "CREATE INDEX outbox_others ON outbox (kind, record) WHERE kind <> 'favorite'",
  // One row for each entry that a request carries, or carried without a response. A rename that includes a favorite has
  // two.
  `CREATE TABLE attempts (
    entry INTEGER PRIMARY KEY REFERENCES outbox (entry) ON DELETE CASCADE,
    -- Values as sent; the entry may have a newer desired value by now. For the deletion of a project the text holds the
    -- id.
    revision INTEGER NOT NULL,
    want INTEGER NOT NULL,
    want_text TEXT,
    batch INTEGER NOT NULL,
    -- 1 if no trusted response arrived.
    is_unknown INTEGER NOT NULL,
    -- The program instance that sent it, or found it at startup; null if it is only looked up.
    instance TEXT
  ) STRICT`,
  `CREATE VIEW entries AS SELECT o.*, a.revision AS sent_revision, a.want AS sent_want, a.want_text AS sent_text,
      a.batch AS sent_batch, a.instance,
      CASE WHEN o.is_refused = 1 THEN 'refused' WHEN a.entry IS NULL THEN 'waiting'
        WHEN a.is_unknown = 1 THEN 'unknown' ELSE 'sent' END AS state
    FROM outbox o LEFT JOIN attempts a USING (entry)`
]

const batches = [
  // Counts are stored with the batch, because the receipt of a batch of 100,000 items is read ten times a second.
  `CREATE TABLE batches (
    batch INTEGER PRIMARY KEY AUTOINCREMENT,
    verb TEXT NOT NULL,
    -- Kind of its items.
    kind TEXT NOT NULL,
    size INTEGER NOT NULL,
    waiting INTEGER NOT NULL,
    done INTEGER NOT NULL,
    unchanged INTEGER NOT NULL,
    needs_attention INTEGER NOT NULL,
    canceled INTEGER NOT NULL,
    started_at INTEGER NOT NULL,
    finished_at INTEGER,
    undoes INTEGER,
    -- JSON text of a BatchPause.
    pause TEXT,
    first_at INTEGER,
    -- When the user last confirmed that images with new results are deleted as well.
    answered_at INTEGER,
    CHECK (size = waiting + done + unchanged + needs_attention + canceled)
  ) STRICT`,
  'CREATE INDEX batches_running ON batches (batch) WHERE finished_at IS NULL',
  'CREATE INDEX batches_undoing ON batches (undoes) WHERE undoes IS NOT NULL',
  `CREATE TABLE batch_items (
    batch INTEGER NOT NULL,
    record INTEGER NOT NULL,
    before INTEGER NOT NULL,
    after INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    reason TEXT,
    -- Names, for which before is 0 and after tells whether they differ.
    before_text TEXT,
    after_text TEXT,
    -- Results that the update carried, as a code of sent-along.ts; null if none.
    sent INTEGER,
    PRIMARY KEY (batch, record)
  ) STRICT, WITHOUT ROWID`
]

const passes = [
  `CREATE TABLE passes (
    pass INTEGER PRIMARY KEY AUTOINCREMENT,
    ${GROUP},
    kind TEXT NOT NULL CHECK (kind IN ('full', 'favorites')),
    sort TEXT NOT NULL CHECK (sort IN ('asc', 'desc')),
    started_at INTEGER NOT NULL,
    ended_at INTEGER,
    next_page INTEGER,
    next_cursor TEXT,
    total INTEGER,
    seen INTEGER NOT NULL DEFAULT 0,
    started_sequence INTEGER NOT NULL,
    -- Why the pass proves presence only; null if it may become complete, and is complete once it has ended.
    why TEXT
  ) STRICT`,
  // The last pass of each kind that included a record; a pass without changes writes only here.
  `CREATE TABLE seen (
    kind TEXT NOT NULL,
    record INTEGER NOT NULL,
    pass INTEGER NOT NULL,
    PRIMARY KEY (kind, record)
  ) STRICT, WITHOUT ROWID`
]

const metadata = [
  `CREATE TABLE dialect (${GROUP}, key TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (grp, key)) STRICT, WITHOUT ROWID`,
  'CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID',
  // Several keys may belong to one owner; the hash does not reveal the key.
  `CREATE TABLE key_owners (${GROUP}, hash TEXT NOT NULL, owner INTEGER NOT NULL, PRIMARY KEY (grp, hash)) STRICT, WITHOUT ROWID`,
  // Recent changes, from which readers refresh their copies; new rows replace old ones.
  `CREATE TABLE changes (
    revision INTEGER PRIMARY KEY,
    kinds INTEGER NOT NULL,
    -- Record numbers, four bytes each, little-endian; null if there are too many to list.
    records BLOB
  ) STRICT`
]

const creates = [
  // Kept after the create is done, to identify records created here and to reuse their forms.
  `CREATE TABLE creates (
    record INTEGER PRIMARY KEY,
    -- JSON text of a CreateForm with its fields in a fixed order, so equal forms are equal texts.
    form TEXT NOT NULL,
    -- Number of requests that the user ordered: one, plus one for each time the user chose to send it again.
    orders INTEGER NOT NULL DEFAULT 1,
    -- The highest id known when it was claimed; an image with a higher id may be this one.
    highest_id TEXT,
    sent_at INTEGER,
    lookups INTEGER NOT NULL DEFAULT 0,
    looked_up_at INTEGER,
    -- JSON array of the record numbers that may be this image.
    choices TEXT
  ) STRICT`
]

const removals = [
  `CREATE TABLE gone (
    record INTEGER PRIMARY KEY,
    ${GROUP},
    gone_at INTEGER NOT NULL,
    -- Responses to requests before this sequence number are older than the proof.
    sequence INTEGER NOT NULL,
    -- Set when a response included the record soon after; a response requested later than this that includes it is
    -- believed.
    doubt_sequence INTEGER,
    is_kept INTEGER NOT NULL DEFAULT 0
  ) STRICT`,
  `CREATE TABLE candidates (
    record INTEGER PRIMARY KEY,
    ${GROUP},
    -- The first pass without this record.
    pass INTEGER NOT NULL,
    is_awaiting_decision INTEGER NOT NULL DEFAULT 0
  ) STRICT`
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

/**
 * The first updates on a connection, which are verified before the others follow: their values, and the record as it
 * was before.
 */
const firstUpdates = [
  // Sent and not yet confirmed by a read, one row for each value.
  `CREATE TABLE checked_updates (
    record INTEGER NOT NULL,
    kind TEXT NOT NULL,
    want INTEGER NOT NULL,
    want_text TEXT,
    batch INTEGER NOT NULL,
    is_interactive INTEGER NOT NULL,
    -- 1 after a read returned the value; a different value later is a change by another client.
    is_shown INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (record, kind)
  ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE saved (
    record INTEGER PRIMARY KEY,
    entry INTEGER NOT NULL,
    -- JSON text of a ServiceImage, or of null if it could not be read.
    image TEXT NOT NULL,
    -- ms since epoch.
    read_at INTEGER NOT NULL,
    -- 'read'; 'sent' once an update of it was claimed; 'needs-decision' while the user decides; 'writing-back' if the user
    -- decided to restore it; 'next-encoding' while it is retried with the next encoding of a list.
    state TEXT NOT NULL
  ) STRICT`
]

/** What users did on this computer only. Never sent. */
const local = [
  // Images that were shown long enough to be seen.
  'CREATE TABLE viewed (record INTEGER PRIMARY KEY) STRICT',
  `CREATE TABLE review_stops (
    -- JSON text of the query, with its values in a fixed order.
    query TEXT PRIMARY KEY,
    -- The image that was shown last.
    record INTEGER NOT NULL,
    stopped_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`
]

/** The only schema version, because nothing was released yet. */
export const SCHEMA: Migration = {
  version: 1,
  statements: [
    ...records,
    ...images,
    ...flags,
    ...projects,
    ...search,
    ...outbox,
    ...batches,
    ...creates,
    ...passes,
    ...removals,
    ...foreignChanges,
    ...firstUpdates,
    ...local,
    ...metadata
  ]
}
