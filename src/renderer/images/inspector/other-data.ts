/** Raw data of the service, made readable. Pure. */

/** JSON text of an object, indented; null when there is nothing in it. Text that is no JSON stays as it is. */
export function readableJson(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text)
    const isEmpty = typeof value !== 'object' || value === null || Object.keys(value).length === 0
    return isEmpty ? null : JSON.stringify(value, null, 2)
  } catch {
    return text === '' ? null : text
  }
}

/** Lines with keys of their own: the same words again get another number. */
export function numberedLines(lines: readonly string[]): readonly { readonly key: string; readonly line: string }[] {
  const seen = new Map<string, number>()
  return lines.map((line) => {
    const times = seen.get(line) ?? 0
    seen.set(line, times + 1)
    return { key: `${times} ${line}`, line }
  })
}
