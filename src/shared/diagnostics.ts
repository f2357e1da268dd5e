/** Blocks of the main process since start, for Diagnostics and the journeys. */
export interface Diagnostics {
  readonly longestMainBlockMs: number
  readonly p99MainBlockMs: number
  readonly residentBytes: number
}
