/** Limits of data that crosses a process border. The gate enforces them; the window stays below them. */

/** Records in one target, the size of the largest library in the benchmarks. */
export const MAX_TARGET_RECORDS = 1_000_000
/** Rows per call. */
export const MAX_ROWS_PER_CALL = 200
export const MAX_SEARCH_LENGTH = 200
export const MAX_ADDRESS_LENGTH = 2_000
export const MAX_KEY_LENGTH = 512
export const MIN_KEY_LENGTH = 8
/** Selected values of one attribute. */
export const MAX_FACET_VALUES = 64
export const MAX_FACET_VALUE_LENGTH = 128
/** Minimum time between change events after the first of a burst. */
export const CHANGE_EVENT_GAP_MS = 100
/** Bytes of a decompressed response. */
export const MAX_RESPONSE_BYTES = 8 * 1024 * 1024
/** Timeouts. */
export const RESPONSE_TIMEOUT_MS = 30_000
export const STORE_TIMEOUT_MS = 180_000
export const KEYCHAIN_TIMEOUT_MS = 10_000
/** Connections per host, Chromium's limit for HTTP/1.1. */
export const MAX_REQUESTS_PER_HOST = 6
/** Characters in a form, far above the limits of any service. */
export const MAX_NAME_LENGTH = 2_000
export const MAX_DESCRIPTION_LENGTH = 20_000
/** Characters of the key that groups rejections by reason (`reason-key.ts`). */
export const MAX_REASON_KEY_LENGTH = 200
/** Entries listed in one repair. */
export const MAX_LISTED_ENTRIES = 1_000
/** Consecutive equal rejections that pause a batch. */
export const REFUSALS_ALIKE = 20
/** Grace period in which a deletion can be canceled, and another one after being offline. */
export const DELETE_GRACE_PERIOD_MS = 10_000
export const DELETE_HOLD_ONLINE_MS = 30_000
/** Number of changes above which a group is listed last and collapsed. */
export const LONG_NEED = 20
