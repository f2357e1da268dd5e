/**
 * Rows that were read, by record number. A row that changed stays on screen until its successor is there, so nothing
 * flashes. Holds a few thousand rows; those looked at longest ago make room.
 */
import type { ImageRow, RecordNumber } from '../../../shared/image.ts'

const ROW_CAP = 6_000

interface CachedRow {
  readonly row: ImageRow
  readonly isStale: boolean
}

export class RowCache {
  /** In order of looking: a row read or asked about again goes to the end. */
  readonly #rows = new Map<RecordNumber, CachedRow>()
  readonly #cap: number
  /** Rises with every expiry; a read names the one it began under. */
  #moment = 0
  /** The moment each row last expired at; dropped once a row read later is here. */
  readonly #expired = new Map<RecordNumber, number>()
  #allExpired = 0

  constructor(cap: number = ROW_CAP) {
    this.#cap = cap
  }

  /** Ask before a read, and hand it to `put` with the rows: tells rows that changed while they were on their way. */
  get moment(): number {
    return this.#moment
  }

  /** The row as last read; undefined = not read, or dropped since. */
  get(record: RecordNumber): ImageRow | undefined {
    return this.#rows.get(record)?.row
  }

  /** Takes in rows of a read that began at `moment`. Answers whether any differs from what was there. */
  put(rows: readonly ImageRow[], moment: number): boolean {
    let hasChanged = false
    for (const row of rows) {
      const known = this.#rows.get(row.record)?.row
      const isSame = known !== undefined && isSameRow(known, row)
      const isStale = moment < Math.max(this.#allExpired, this.#expired.get(row.record) ?? 0)
      if (!isStale) this.#expired.delete(row.record)
      this.#rows.delete(row.record)
      // The same object again keeps the tiles that show it from rendering.
      this.#rows.set(row.record, { row: isSame ? known : row, isStale })
      hasChanged ||= !isSame
    }
    this.#makeRoom()
    return hasChanged
  }

  /** Marks rows as out of date; null = all of them. */
  expire(records: Uint32Array | null): void {
    this.#moment += 1
    if (records === null) {
      this.#allExpired = this.#moment
      this.#expired.clear()
    } else {
      for (const record of records) this.#expired.set(record, this.#moment)
      this.#forgetMany()
    }
    for (const record of records ?? this.#rows.keys()) {
      const cached = this.#rows.get(record)
      if (cached !== undefined) this.#rows.set(record, { row: cached.row, isStale: true })
    }
  }

  /** Those of `records`, which are looked at now, that have no row here, or one out of date. */
  missing(records: Uint32Array): Uint32Array {
    return records.filter((record) => this.#lookedAt(record)?.isStale ?? true)
  }

  #lookedAt(record: RecordNumber): CachedRow | undefined {
    const cached = this.#rows.get(record)
    if (cached === undefined) return undefined
    this.#rows.delete(record)
    this.#rows.set(record, cached)
    return cached
  }

  /** Rows that nobody looks at expire all day. For each of them alone nothing is kept: what is on its way is asked again. */
  #forgetMany(): void {
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
  // Every field of a row is a plain value.
  const fields = Object.keys(a) as readonly (keyof ImageRow)[]
  return fields.every((field) => a[field] === b[field])
}
