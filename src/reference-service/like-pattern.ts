/**
 * Converts SQL LIKE '%text%' to a pattern: `%` matches any characters and `_` one character, case-insensitively, as in
 * the databases of such services. A backslash escapes the next character.
 */
export function likePattern(text: string): RegExp {
  let source = ''
  for (const [part, escaped] of text.matchAll(/\\(.)|[^]/gsu)) {
    if (escaped !== undefined) source += literal(escaped)
    else if (part === '%') source += '.*'
    else source += part === '_' ? '.' : literal(part)
  }
  return new RegExp(source, 'isu')
}

const literal = (letter: string): string => letter.replace(/[\\^$.*+?()[\]{}|/]/u, '\\$&')
