/**
 * Compares service ids by length, then by text. For whole numbers of any size this is numeric order, and it is a total
 * order for all other ids. The library orders records in the same order.
 */
export function compareIds(left: string, right: string): number {
  if (left.length !== right.length) return left.length - right.length
  if (left === right) return 0
  // Stryker disable next-line EqualityOperator: equal ids were answered by the line above
  return left < right ? -1 : 1
}

/** Returns whether an id is a whole number, so that its page in the service's list can be estimated. */
export const isNumericId = (id: string): boolean => /^\d+$/.test(id)
