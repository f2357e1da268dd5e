/** Event loop delays and memory of the main process, for diagnostics and tests. */
export interface Diagnostics {
  readonly longestMainBlockMs: number
  readonly p99MainBlockMs: number
  readonly residentBytes: number
}
