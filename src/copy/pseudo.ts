/** Makes a catalogue of another: the pseudo-language, and the made-up languages of tests. */

/** The same catalogue with every text replaced, also those that its functions return. */
export function mapTexts<Texts>(texts: Texts, replace: (text: string) => string): Texts {
  const map = (value: unknown): unknown => {
    if (typeof value === 'string') return replace(value)
    if (typeof value === 'function') return (...values: unknown[]) => map(Reflect.apply(value, null, values))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, text]) => [key, map(text)]))
  }
  // The shape is kept, which the compiler cannot see.
  return map(texts) as Texts
}
