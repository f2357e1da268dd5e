/**
 * SQL LIKE '%text%' as a pattern: `%` any run of letters, `_` any one, without case, as the databases behind services
 * of this kind compare. A backslash takes the meaning off the sign behind it.
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
