/**
 * Rows of sections, read by the page where they are looked at. What is shown stays until newer rows are there: a list
 * that drains does not flicker.
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
  /** Something to be drawn has changed. */
  readonly onChange: () => void
  /** Told why a page could not be read. */
  readonly onFailure: (failure: Failure) => void
}

interface Page<Row> {
  readonly rows: readonly Row[]
  /** Of the library when it was read. */
  readonly revision: number
}

export class RowPages<Row> {
  readonly #ports: RowPagesPorts<Row>
  readonly #pages = new Map<string, Page<Row>>()
  readonly #totals = new Map<string, { readonly total: number; readonly revision: number }>()
  readonly #underWay = new Set<string>()
  #revision = 0

  constructor(ports: RowPagesPorts<Row>) {
    this.#ports = ports
  }

  /** The library is at another revision: every page is read again when it is looked at. */
  renew(revision: number): void {
    this.#revision = revision
  }

  /** How many rows a section has: as its rows were read, else as the caller was told. */
  totalOf(section: string, told: number): number {
    const known = this.#totals.get(section)
    return known?.revision === this.#revision ? known.total : told
  }

  /** undefined while its page is on the way. */
  rowAt(section: string, index: number): Row | undefined {
    return this.#pages.get(pageKey(section, pageOf(index)))?.rows[index % ROWS_PER_PAGE]
  }

  /** The row as it was last read, among those read so far. */
  find(isWanted: (row: Row) => boolean): Row | undefined {
    for (const { rows } of this.#pages.values()) {
      const found = rows.find(isWanted)
      if (found !== undefined) return found
    }
    return undefined
  }

  /** These rows are in view. */
  want(rows: Iterable<{ readonly section: string; readonly index: number }>): void {
    const pages = new Map<string, { section: string; page: number }>()
    for (const { section, index } of rows) {
      pages.set(pageKey(section, pageOf(index)), { section, page: pageOf(index) })
    }
    for (const [key, { section, page }] of pages) {
      const isFresh = this.#pages.get(key)?.revision === this.#revision
      if (!isFresh && !this.#underWay.has(key)) void this.#read(key, section, page)
    }
  }

  async #read(key: string, section: string, page: number): Promise<void> {
    const revision = this.#revision
    this.#underWay.add(key)
    const answer = await this.#ports.read(section, page * ROWS_PER_PAGE, ROWS_PER_PAGE)
    this.#underWay.delete(key)
    // A page that cannot be read is not asked for again before the library changes.
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
 * The rows of a list for as long as it is mounted. `read` must be the same function in every render. `revision`:
 * of what the rows are made from (useRevision).
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
