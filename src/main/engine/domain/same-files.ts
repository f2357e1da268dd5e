/** Compares which files two values of `results` name. Pure. */

/** Returns the JSON text of results without query strings, because signed addresses differ with each response. */
export const plainFiles = (results: string): string => results.replaceAll(/\?[^"]*/g, '')

/** Returns whether two JSON texts name the same files; signed addresses of one file count as the same. */
export function areSameFiles(left: string, right: string): boolean {
  return plainFiles(left) === plainFiles(right)
}
