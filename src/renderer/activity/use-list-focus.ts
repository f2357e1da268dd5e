import { useEffect, useRef, useState } from 'react'
import type { FocusEvent, KeyboardEvent, RefObject } from 'react'
import { lineAfter, rowFrom } from './sections.ts'
import type { Lines } from './sections.ts'

interface ListFocusParts {
  readonly scroller: RefObject<HTMLElement | null>
  readonly lines: Lines
  /** Rows on one screen. */
  readonly page: () => number
  /** Name of the row at a line that follows it when it moves; null while it is on its way. */
  readonly keyAt: (line: number) => string | null
  /** Scrolls so that the line is in the page. */
  readonly reveal: (line: number) => void
  readonly onActive: (line: number) => void
  readonly onOpen: (line: number) => void
}

interface Active {
  readonly line: number
  readonly key: string | null
}

interface ListFocus {
  readonly isActive: (line: number) => boolean
  /** The line that Tab reaches. */
  readonly isStop: (line: number) => boolean
  readonly handlers: {
    readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
    readonly onFocus: (event: FocusEvent<HTMLElement>) => void
    readonly onBlur: (event: FocusEvent<HTMLElement>) => void
  }
}

/** One row of the list has the focus and keeps it while rows come and go; when it goes itself, its neighbor takes over. */
export function useListFocus(parts: ListFocusParts): ListFocus {
  const { scroller, lines, keyAt, reveal } = parts
  const [active, setActive] = useState<Active>({ line: 0, key: null })
  const focused = useRef<Element | null>(null)
  const isWanted = useRef(false)
  const isActive = (line: number): boolean => active.key !== null && keyAt(line) === active.key
  const stop = rowFrom(lines, active.line, 1) ?? rowFrom(lines, active.line, -1) ?? 0

  useEffect(() => {
    // An element that leaves the page takes the focus along and says nothing.
    const isLost = focused.current?.isConnected === false && document.activeElement === document.body
    if (!isWanted.current && !isLost) return
    const row = rowElement(scroller.current, Math.min(stop, lines.count - 1))
    if (row === null) return
    isWanted.current = false
    row.focus({ preventScroll: true })
  })

  const lineOf = (target: EventTarget): number | null => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-kind="row"]') : null
    return row === null ? null : Number(row.dataset['index'])
  }
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    focused.current = event.target
    const line = lineOf(event.target)
    if (line === null) return
    setActive({ line, key: keyAt(line) })
    parts.onActive(line)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const line = lineOf(event.target)
    if (line === null || event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && isRow(event.target)) parts.onOpen(line)
    const next = lineAfter(event.key, line, lines, parts.page())
    if (next === null) return
    event.preventDefault()
    reveal(next)
    isWanted.current = true
    setActive({ line: next, key: keyAt(next) })
  }
  return {
    isActive,
    isStop: (line) => line === stop,
    handlers: {
      onKeyDown,
      onFocus,
      onBlur: (event) => {
        if (event.relatedTarget !== null) focused.current = null
      }
    }
  }
}

function isRow(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.dataset['kind'] === 'row'
}

function rowElement(list: HTMLElement | null, line: number): HTMLElement | null {
  return list?.querySelector<HTMLElement>(`[data-kind="row"][data-index="${line}"]`) ?? null
}
