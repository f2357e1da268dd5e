/** Caps of what crosses a process border. The gate enforces them; the window stays below them. */

/** Records in one target: the largest library this version is measured with. */
export const MAX_TARGET_RECORDS = 1_000_000
/** Rows of details a call may ask for. */
export const MAX_ROWS_PER_CALL = 200
export const MAX_SEARCH_LENGTH = 200
export const MAX_ADDRESS_LENGTH = 2_000
export const MAX_KEY_LENGTH = 512
export const MIN_KEY_LENGTH = 8
/** Values chosen inside one look. */
export const MAX_LOOK_VALUES = 64
export const MAX_LOOK_VALUE_LENGTH = 128
/** Change events after the first of a burst come at most this often. */
export const CHANGE_EVENT_GAP_MS = 100
/** Bytes of a decompressed answer. */
export const MAX_ANSWER_BYTES = 8 * 1024 * 1024
/** Timeouts. */
export const ANSWER_TIMEOUT_MS = 30_000
export const STORE_TIMEOUT_MS = 180_000
export const KEYCHAIN_TIMEOUT_MS = 10_000
/** Sockets to one host, as Chromium has them over HTTP/1.1. */
export const MAX_REQUESTS_PER_HOST = 6
/** What a form may hold before the service judges it; far beyond what any service takes. */
export const MAX_NAME_LENGTH = 2_000
export const MAX_DESCRIPTION_LENGTH = 20_000
/** What makes refusals one reason (`reason-key.ts`): long enough to tell reasons apart, short enough to hand around. */
export const MAX_REASON_KEY_LENGTH = 200
/** Entries that one repair names one by one. */
export const MAX_LISTED_ENTRIES = 1_000
/** Refusals alike in a row that stop a batch. */
export const REFUSALS_ALIKE = 20
/** How long a deletion waits so that it can be taken back; after being offline it waits once more. */
export const DELETE_HOLD_MS = 10_000
export const DELETE_HOLD_ONLINE_MS = 30_000
/** A reason with more changes than this is a long list: it stands behind the others, folded. */
export const LONG_NEED = 20
