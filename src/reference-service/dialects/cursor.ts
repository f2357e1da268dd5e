/** The cursor of a page: which record it begins behind, as text that means nothing to a caller. */

export interface CursorPlace {
  /** Id or name of the last record before it. */
  readonly after: string
  /** Where it begins when that record is gone, 0-based. */
  readonly offset: number
}

export function writeCursor({ after, offset }: CursorPlace): string {
  const text = encodeURIComponent(JSON.stringify([after, offset]))
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** null when the text is none: the list then begins at its beginning, as the stock framework has it. */
export function readCursor(text: string): CursorPlace | null {
  try {
    const parts: unknown = JSON.parse(decodeURIComponent(atob(text.replaceAll('-', '+').replaceAll('_', '/'))))
    if (!Array.isArray(parts)) return null
    const [after, offset]: readonly unknown[] = parts
    return typeof after === 'string' && typeof offset === 'number' ? { after, offset } : null
  } catch (cause) {
    // Not base64, not escaped, not JSON: anything else is a bug.
    if (cause instanceof SyntaxError || cause instanceof URIError || cause instanceof DOMException) return null
    throw cause
  }
}
