/** Text of our own columns that holds JSON. */

/**
 * The value; null where the text is none, or was damaged: one broken row must not stop every other. Callers say what
 * `T` is, as they wrote it.
 */
export function readOwnJson<T>(text: string | null): T | null {
  if (text === null) return null
  try {
    return JSON.parse(text) as T
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** SQL: a column of JSON text, NULL where it is damaged; `->>` would fail the whole statement. */
export const SOUND_JSON = (column: string): string => `(CASE WHEN json_valid(${column}) THEN ${column} END)`
