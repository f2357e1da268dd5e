/**
 * The schema. Times are ms since epoch; booleans are 0 and 1; `tick` and `asked_at` are values of the counter
 * of meta.ts, not times. What the service said (images, flags, projects) and what the user wants (outbox, batches)
 * never share a row: a favorite of ten thousand records must not rewrite ten thousand wide rows.
 */
/** One step of the schema. A released one is never edited; a change is a new step. */
export interface Migration {
  /** `user_version` after it. */
  readonly version: number
  readonly statements: readonly string[]
}

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
    first_seen_at INTEGER NOT NULL,
    -- Of an image: when the service says that it was created; null where it does not.
    born_at INTEGER,
    -- Ids may say nothing about age. A larger key is newer, so a record without an id yet has the largest of all.
    age_key INTEGER GENERATED ALWAYS AS
      (CASE WHEN service_id IS NULL THEN 9223372036854775807 ELSE ifnull(born_at, first_seen_at) END) VIRTUAL
  ) STRICT`,
  // One index for look-up by id, for the order of the screen and for the place of a record among the service's pages.
  'CREATE UNIQUE INDEX records_in_order ON records (grp, id_length, service_id)',
  "CREATE INDEX records_by_date ON records (grp, age_key, id_length, service_id) WHERE grp = 'images'"
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
    -- Ticks of the questions whose answers told this row, and its results: a row may be newer than what it knows of them.
    asked_at INTEGER NOT NULL,
    results_asked_at INTEGER NOT NULL DEFAULT 0,
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
    -- null: the service never reported.
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

/**
 * What is wanted, and what of it a request carries. Where an entry stands is nowhere stored: `entries` derives it from
 * the two. domain/entry-life.ts says what answers do, storage/entries.ts alone writes here.
 */
const outbox = [
  `CREATE TABLE outbox (
    -- Never used twice. Ascending is the order of sending.
    entry INTEGER PRIMARY KEY AUTOINCREMENT,
    record INTEGER NOT NULL,
    -- No CHECK here and on outcomes below: it would cost as much as the whole insert of a large batch.
    kind TEXT NOT NULL,
    -- A favorite; 1 of every other kind.
    want INTEGER NOT NULL,
    want_text TEXT,
    -- What the mirror held when the want was made.
    base INTEGER,
    base_text TEXT,
    revision INTEGER NOT NULL,
    -- Of the want.
    batch INTEGER NOT NULL,
    -- A single click.
    is_hand INTEGER NOT NULL,
    owner INTEGER,
    not_before INTEGER NOT NULL,
    tries INTEGER NOT NULL,
    -- When it was last handed over; null = never.
    tried_at INTEGER,
    -- The last answer, where it was not the end: JSON text of a Failure.
    last_failure TEXT,
    -- The user decides.
    is_refused INTEGER NOT NULL DEFAULT 0,
    -- When the record was last read although nothing of it had changed.
    read_at INTEGER NOT NULL DEFAULT 0,
    UNIQUE (record, kind)
  ) STRICT`,
  'CREATE INDEX outbox_hand ON outbox (entry) WHERE is_hand = 1',
  'CREATE INDEX outbox_refused ON outbox (entry) WHERE is_refused = 1',
  'CREATE INDEX outbox_due ON outbox (not_before) WHERE not_before > 0',
  "CREATE INDEX outbox_others ON outbox (kind, record) WHERE kind <> 'favorite'",
  // One row for each entry that a request carries, or did until nobody answered. A rename that takes a favorite along
  // has two.
  `CREATE TABLE attempts (
    entry INTEGER PRIMARY KEY REFERENCES outbox (entry) ON DELETE CASCADE,
    -- As they were sent: the entry may want something newer by now. Of a project's deletion the text says by which id.
    revision INTEGER NOT NULL,
    want INTEGER NOT NULL,
    want_text TEXT,
    batch INTEGER NOT NULL,
    -- No answer came that can be trusted.
    is_unknown INTEGER NOT NULL,
    -- The run of the program that sent it, or found it at its start; null = it is only looked for.
    instance TEXT
  ) STRICT`,
  `CREATE VIEW entries AS SELECT o.*, a.revision AS sent_revision, a.want AS sent_want, a.want_text AS sent_text,
      a.batch AS sent_batch, a.instance,
      CASE WHEN o.is_refused = 1 THEN 'refused' WHEN a.entry IS NULL THEN 'waiting'
        WHEN a.is_unknown = 1 THEN 'unknown' ELSE 'sent' END AS state
    FROM outbox o LEFT JOIN attempts a USING (entry)`
]

const batches = [
  // The counts are kept beside the items: a receipt of 100,000 is read ten times a second.
  `CREATE TABLE batches (
    batch INTEGER PRIMARY KEY AUTOINCREMENT,
    verb TEXT NOT NULL,
    -- What its items are about.
    kind TEXT NOT NULL,
    size INTEGER NOT NULL,
    waiting INTEGER NOT NULL,
    done INTEGER NOT NULL,
    already_so INTEGER NOT NULL,
    needs_you INTEGER NOT NULL,
    taken_back INTEGER NOT NULL,
    started_at INTEGER NOT NULL,
    finished_at INTEGER,
    undoes INTEGER,
    -- JSON text of BatchHold.
    hold TEXT,
    first_at INTEGER,
    -- When the user last said that new results are to be deleted as well.
    answered_at INTEGER,
    CHECK (size = waiting + done + already_so + needs_you + taken_back)
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
    -- Names; then before is 0 and after tells whether they differ.
    before_text TEXT,
    after_text TEXT,
    -- What the update carried, a code of sent-along.ts; null: nothing.
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
    started_tick INTEGER NOT NULL,
    -- Why it proves presence only. null: it may become complete, and is when it has ended.
    why TEXT
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

const creates = [
  // Kept when the create is done: the record is known to come from here, and its form can be asked for again.
  `CREATE TABLE creates (
    record INTEGER PRIMARY KEY,
    -- JSON text of CreateForm, its fields always in one order: equal forms are equal texts.
    form TEXT NOT NULL,
    -- How many requests the user ordered: one, and one more for each time it was sent again when the user asked for it.
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

/** The first updates on a connection are tried before the rest follows: what they were, and the record as it was before. */
const firstUpdates = [
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

/** The one version there is: nothing was released yet. */
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
    ...rest
  ]
}
