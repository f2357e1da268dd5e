import { useLayoutEffect, useRef } from 'react'
import type { FocusEvent, KeyboardEvent, RefObject } from 'react'

const ROWS = 'button[data-row]'

interface RovingFocus<Element extends HTMLElement> {
  readonly ref: RefObject<Element | null>
  readonly onKeyDown: (event: KeyboardEvent<Element>) => void
  readonly onFocus: (event: FocusEvent<Element>) => void
}

/**
 * Makes a list of buttons one stop for Tab; arrows, Home and End move inside it. Rows carry `data-row` and
 * `tabIndex={-1}`: the stop is moved in the page itself, so no row renders for it.
 */
export function useRovingFocus<Element extends HTMLElement>(): RovingFocus<Element> {
  const ref = useRef<Element>(null)
  // After each render of the list: rows may have come or gone.
  useLayoutEffect(() => {
    const rows = rowsIn(ref.current)
    if (rows.every((row) => row.tabIndex === -1)) moveStop(rows, rows.find(isCurrent) ?? rows[0])
  })
  return {
    ref,
    onFocus: (event) => {
      const rows = rowsIn(ref.current)
      moveStop(
        rows,
        rows.find((row) => row === event.target)
      )
    },
    onKeyDown: (event) => {
      const rows = rowsIn(ref.current)
      const next = nextRow(rows, rows.indexOf(document.activeElement as HTMLElement), event.key)
      if (next === undefined) return
      event.preventDefault()
      next.focus()
    }
  }
}

function rowsIn(list: HTMLElement | null): readonly HTMLElement[] {
  return list === null ? [] : [...list.querySelectorAll<HTMLElement>(ROWS)]
}

function isCurrent(row: HTMLElement): boolean {
  return row.hasAttribute('aria-current')
}

function moveStop(rows: readonly HTMLElement[], stop: HTMLElement | undefined): void {
  if (stop === undefined) return
  for (const row of rows) row.tabIndex = row === stop ? 0 : -1
}

function nextRow(rows: readonly HTMLElement[], index: number, key: string): HTMLElement | undefined {
  if (index < 0) return undefined
  if (key === 'ArrowDown') return rows[index + 1]
  if (key === 'ArrowUp') return rows[index - 1]
  if (key === 'Home') return rows[0]
  return key === 'End' ? rows.at(-1) : undefined
}
