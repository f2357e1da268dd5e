/** From the text of an answer to a value: what may stand around JSON, and what JSON.parse alone would lose. */

export type JsonReading =
  | { readonly kind: 'json'; readonly value: unknown }
  /** No body, or nothing but blanks. */
  | { readonly kind: 'empty' }
  /** The first character is neither `{` nor `[`: a web page, plain text. */
  | { readonly kind: 'not-json' }
  /** Begins as JSON and stops in the middle: the connection was cut. */
  | { readonly kind: 'cut' }
  /** Begins as JSON and breaks its rules, or holds more lists and objects than any answer has. */
  | { readonly kind: 'malformed' }

/**
 * A script engine that is told to show its warnings prints them before the answer. Its wording is fixed, never
 * translated. A fatal error is not among them: what follows one is no answer.
 */
const SCRIPT_WARNING =
  /^(?:<br \/>\s*)?(?:<b>)?(?:PHP )?(?:Warning|Notice|Deprecated|Strict Standards)(?:<\/b>)?: [^\n]{0,2000}? on line (?:<b>)?\d+(?:<\/b>)?(?:<br \/>)?\s*/
const MAX_SCRIPT_WARNINGS = 20

/** Numbers whose digits JSON.parse would change: integers of 16 digits and more, and exponents beyond a double. */
const NEEDS_SOURCE = /\d{16}|\d[eE]\+?\d{3}/

/** Far above what a page has. Without a limit, two million nested lists in 4 MB of text take 489 MB once parsed. */
const MOST = { deep: 100_000, containers: 500_000 }

/** Reads the body of an answer. Never throws, whatever the text. */
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
 * A number that a double cannot hold stays the text that the service wrote. Not by a reviver: that one walks the tree by
 * recursion and gives up on deep nesting.
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

/** Index just behind the first complete value, or what is wrong: its text ends too early, or it holds too much. */
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
