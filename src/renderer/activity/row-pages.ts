/**
 * Rows of sections, read in pages when they are in view. Rows stay on screen until newer ones are read, so that a
 * draining list does not flicker.
 */
import { useEffect, useReducer, useState } from 'react'
import type { Failure, Result } from '../../shared/failure.ts'
import { useCommandFailure } from '../stores/window-store.ts'

const ROWS_PER_PAGE = 100

export interface RowsAnswer<Row> {
  readonly rows: readonly Row[]
  readonly total: number
}

interface RowPagesPorts<Row> {
  readonly read: (section: string, offset: number, limit: number) => Promise<Result<RowsAnswer<Row>>>
  /** Called when something to draw has changed. */
  readonly onChange: () => void
  /** Receives the reason why a page could not be read. */
  readonly onFailure: (failure: Failure) => void
}

interface Page<Row> {
  readonly rows: readonly Row[]
  /** Revision of the library when it was read. */
  readonly revision: number
}

export class RowPages<Row> {
  readonly #ports: RowPagesPorts<Row>
  readonly #pages = new Map<string, Page<Row>>()
  readonly #totals = new Map<string, { readonly total: number; readonly revision: number }>()
  readonly #reading = new Set<string>()
  #revision = 0

  constructor(ports: RowPagesPorts<Row>) {
    this.#ports = ports
  }

  /** Sets the revision of the library: every page is read again when it is in view. */
  renew(revision: number): void {
    this.#revision = revision
  }

  /** Returns the number of rows of a section: as last read, else the count that the caller knows. */
  totalOf(section: string, knownCount: number): number {
    const known = this.#totals.get(section)
    return known?.revision === this.#revision ? known.total : knownCount
  }

  /** Returns a row; `undefined` while its page is being read. */
  rowAt(section: string, index: number): Row | undefined {
    return this.#pages.get(pageKey(section, pageOf(index)))?.rows[index % ROWS_PER_PAGE]
  }

  /** Returns a row as last read, among those read so far. */
  find(isMatch: (row: Row) => boolean): Row | undefined {
    for (const { rows } of this.#pages.values()) {
      const found = rows.find(isMatch)
      if (found !== undefined) return found
    }
    return undefined
  }

  /** Reads the rows in view. */
  load(rows: Iterable<{ readonly section: string; readonly index: number }>): void {
    const pages = new Map<string, { section: string; page: number }>()
    for (const { section, index } of rows) {
      pages.set(pageKey(section, pageOf(index)), { section, page: pageOf(index) })
    }
    for (const [key, { section, page }] of pages) {
      const isFresh = this.#pages.get(key)?.revision === this.#revision
      if (!isFresh && !this.#reading.has(key)) void this.#read(key, section, page)
    }
  }

  async #read(key: string, section: string, page: number): Promise<void> {
    const revision = this.#revision
    this.#reading.add(key)
    const answer = await this.#ports.read(section, page * ROWS_PER_PAGE, ROWS_PER_PAGE)
    this.#reading.delete(key)
    // A failed page is not requested again before the library changes.
    const rows = answer.ok ? answer.value.rows : (this.#pages.get(key)?.rows ?? [])
    this.#pages.set(key, { rows, revision })
    if (answer.ok) this.#totals.set(section, { total: answer.value.total, revision })
    else this.#ports.onFailure(answer.failure)
    this.#ports.onChange()
  }
}

const pageOf = (index: number): number => Math.floor(index / ROWS_PER_PAGE)
const pageKey = (section: string, page: number): string => `${section}/${page}`

const onFailure = (failure: Failure): void => useCommandFailure.setState({ failure })

/**
 * Returns the rows of a list while it is mounted. `read` must be the same function in every render. `revision`: of the
 * data behind the rows (useRevision).
 */
export function useRowPages<Row>(
  read: (section: string, offset: number, limit: number) => Promise<Result<RowsAnswer<Row>>>,
  revision: number
): RowPages<Row> {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const [pages] = useState(() => new RowPages<Row>({ read, onChange: redraw, onFailure }))
  useEffect(() => {
    pages.renew(revision)
    redraw()
  }, [pages, revision])
  return pages
}
