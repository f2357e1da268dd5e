/**
 * JSON as the service writes it: compact, `/` as `\/`, everything beyond ASCII as `\uXXXX`. Slashes and such letters
 * stand only inside strings, so the finished text can be rewritten without parsing it.
 */
export function serviceJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('/', '\\/')
    .replace(/[\u0080-\uffff]/g, escaped)
}

const escaped = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
