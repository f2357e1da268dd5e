/** Whether two values of `results` name the same files. Pure. */

/** JSON text of results without what may differ each time an address is handed out. */
export const plainFiles = (results: string): string => results.replaceAll(/\?[^"]*/g, '')

/** Of two values as JSON text: signed addresses of one file are the same, whenever they were handed out. */
export function areSameFiles(left: string, right: string): boolean {
  return plainFiles(left) === plainFiles(right)
}
