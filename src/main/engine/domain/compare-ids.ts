/**
 * Order of service ids: by length, then by text. For whole numbers of any size that is their numeric order, and it is
 * a total order for everything else. The library orders records the same way.
 */
export function compareIds(left: string, right: string): number {
  if (left.length !== right.length) return left.length - right.length
  if (left === right) return 0
  return left < right ? -1 : 1
}

/** Whether an id is a whole number, so that its place among the service's pages can be guessed. */
export const isNumericId = (id: string): boolean => /^\d+$/.test(id)
