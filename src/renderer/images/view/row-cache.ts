/**
 * Rows that were read, by record number. A changed row stays on screen until its new version is read, so nothing
 * flashes. Keeps a few thousand rows and evicts those used least recently.
 */
import type { ImageRow, RecordNumber } from '../../../shared/image.ts'

const ROW_CAP = 6_000

interface CachedRow {
  readonly row: ImageRow
  readonly isStale: boolean
}

export class RowCache {
  /** In order of use: a row that is read or requested again moves to the end. */
  readonly #rows = new Map<RecordNumber, CachedRow>()
  readonly #cap: number
  /** Incremented with every expiry; a read carries the value it began with. */
  #moment = 0
  /** The moment of each row’s last expiry; removed once a later read of the row is here. */
  readonly #expired = new Map<RecordNumber, number>()
  #allExpired = 0

  constructor(cap: number = ROW_CAP) {
    this.#cap = cap
  }

  /**
   * Taken before a read and passed to `put` with the rows, so that rows that changed during the read count as stale.
   */
  get moment(): number {
    return this.#moment
  }

  /** Returns the row as last read; `undefined` if it was not read, or evicted since. */
  get(record: RecordNumber): ImageRow | undefined {
    return this.#rows.get(record)?.row
  }

  /** Stores the rows of a read that began at `moment`. Returns whether any differs from the stored one. */
  put(rows: readonly ImageRow[], moment: number): boolean {
    let hasChanged = false
    for (const row of rows) {
      const known = this.#rows.get(row.record)?.row
      const isSame = known !== undefined && isSameRow(known, row)
      const isStale = moment < Math.max(this.#allExpired, this.#expired.get(row.record) ?? 0)
      if (!isStale) this.#expired.delete(row.record)
      this.#rows.delete(row.record)
      // Keeping the same object spares the tiles that show it a render.
      this.#rows.set(row.record, { row: isSame ? known : row, isStale })
      hasChanged ||= !isSame
    }
    this.#makeRoom()
    return hasChanged
  }

  /** Marks rows as out of date; `null` marks all of them. */
  expire(records: Uint32Array | null): void {
    this.#moment += 1
    if (records === null) {
      this.#allExpired = this.#moment
      this.#expired.clear()
    } else {
      for (const record of records) this.#expired.set(record, this.#moment)
      this.#mergeExpiries()
    }
    for (const record of records ?? this.#rows.keys()) {
      const cached = this.#rows.get(record)
      if (cached !== undefined) this.#rows.set(record, { row: cached.row, isStale: true })
    }
  }

  /** Returns those of `records` without a row here or with one out of date, and counts all as used. */
  missing(records: Uint32Array): Uint32Array {
    return records.filter((record) => this.#touch(record)?.isStale ?? true)
  }

  #touch(record: RecordNumber): CachedRow | undefined {
    const cached = this.#rows.get(record)
    if (cached === undefined) return undefined
    this.#rows.delete(record)
    this.#rows.set(record, cached)
    return cached
  }

  /**
   * Expiries of rows that are not on screen would accumulate, so past the cap they merge into one for all rows; reads
   * under way then repeat.
   */
  #mergeExpiries(): void {
    if (this.#expired.size <= this.#cap) return
    this.#allExpired = this.#moment
    this.#expired.clear()
  }

  #makeRoom(): void {
    for (const record of this.#rows.keys()) {
      if (this.#rows.size <= this.#cap) return
      this.#rows.delete(record)
    }
  }
}

function isSameRow(a: ImageRow, b: ImageRow): boolean {
  // Every field of a row is a primitive.
  const fields = Object.keys(a) as readonly (keyof ImageRow)[]
  return fields.every((field) => a[field] === b[field])
}
