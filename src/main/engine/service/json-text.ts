/** Parses the text of a response: tolerates text around JSON, and keeps what JSON.parse alone would lose. */

export type JsonReading =
  | { readonly kind: 'json'; readonly value: unknown }
  /** No body, or nothing but blanks. */
  | { readonly kind: 'empty' }
  /** The first character is neither `{` nor `[`: an HTML page or plain text. */
  | { readonly kind: 'not-json' }
  /** Starts as JSON and ends in the middle: the connection was cut. */
  | { readonly kind: 'cut' }
  /** Starts as JSON and is invalid, or has more lists and objects than any response. */
  | { readonly kind: 'malformed' }

/**
 * A PHP service that shows its warnings prints them before the response, always in English. Fatal errors are excluded,
 * because no response follows one.
 */
const SCRIPT_WARNING =
  /^(?:<br \/>\s*)?(?:<b>)?(?:PHP )?(?:Warning|Notice|Deprecated|Strict Standards)(?:<\/b>)?: [^\n]{0,2000}? on line (?:<b>)?\d+(?:<\/b>)?(?:<br \/>)?\s*/
const MAX_SCRIPT_WARNINGS = 20

/** Numbers whose digits JSON.parse would change: integers of 16 digits and more, and exponents beyond a double. */
const NEEDS_SOURCE = /\d{16}|\d[eE]\+?\d{3}/

/** Far above the size of a page. Without a limit, two million nested lists in 4 MB of text use 489 MB once parsed. */
const MOST = { deep: 100_000, containers: 500_000 }

/** Parses the body of a response. Never throws, whatever the text. */
export function readJson(body: string): JsonReading {
  const text = withoutPreamble(body)
  if (text === '') return { kind: 'empty' }
  if (text[0] !== '{' && text[0] !== '[') return { kind: 'not-json' }
  const end = endOfValue(text)
  if (typeof end === 'string') return { kind: end }
  return parse(text.slice(0, end))
}

function withoutPreamble(body: string): string {
  let text = body.replace(/^[\ufeff\s]+/, '')
  for (let count = 0; count < MAX_SCRIPT_WARNINGS; count += 1) {
    const warning = SCRIPT_WARNING.exec(text)
    if (warning === null) return text
    text = text.slice(warning[0].length).replace(/^[\ufeff\s]+/, '')
  }
  return text
}

function parse(text: string): JsonReading {
  try {
    return { kind: 'json', value: JSON.parse(NEEDS_SOURCE.test(text) ? withLargeNumbersAsText(text) : text) }
  } catch (error) {
    if (error instanceof SyntaxError) return { kind: 'malformed' }
    throw error
  }
}

/**
 * Keeps the text of numbers that a double cannot hold. Not done by a reviver, because it recurses through the tree and
 * fails on deep nesting.
 */
function withLargeNumbersAsText(text: string): string {
  let isInString = false
  return text.replace(/\\.|"|-?\d[\d.eE+-]*/g, (found) => {
    if (found === '"') isInString = !isInString
    const number = Number(found)
    return isInString || Number.isNaN(number) || isExact(number) ? found : `"${found}"`
  })
}

const isExact = (value: number): boolean =>
  Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))

/** Returns the index after the first complete value, or the error: the text ends too early, or contains too much. */
function endOfValue(text: string): number | 'cut' | 'malformed' {
  let depth = 0
  let containers = 0
  let isInString = false
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index]
    if (isInString) {
      if (char === '\\') index += 1
      else if (char === '"') isInString = false
    } else if (char === '"') isInString = true
    else if (char === '{' || char === '[') {
      depth += 1
      containers += 1
      if (depth > MOST.deep || containers > MOST.containers) return 'malformed'
    } else if ((char === '}' || char === ']') && --depth === 0) return index + 1
  }
  return 'cut'
}
