/** JSON text in columns that Proofsheet writes. */

/**
 * Parses JSON text; `null` if the text is null or damaged, because one broken row must not fail every other. Callers
 * name the type `T` that they wrote.
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

/** SQL: a column of JSON text, NULL if it is damaged, where `->>` would fail the whole statement. */
export const SOUND_JSON = (column: string): string => `(CASE WHEN json_valid(${column}) THEN ${column} END)`
