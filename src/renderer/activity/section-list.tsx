import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState
} from 'react'
import type { RowPages } from './row-pages.ts'
import { lineAfter, type Lines, linesOf, rowFrom, type Section } from './sections.ts'
import styles from './activity-screen.module.css'

const HEAD_PX = 64
const OVERSCAN = 8

interface SectionListProps<Row> {
  readonly label: string
  readonly sections: readonly Section[]
  readonly pages: RowPages<Row>
  readonly rowPx: number
  readonly keyOf: (row: Row) => string
  readonly renderHead: (section: number) => ReactNode
  /** `undefined` while the row is being read. */
  readonly renderRow: (
    row: Row | undefined,
    place: { readonly section: number; readonly isActive: boolean }
  ) => ReactNode
  /** Receives the row with the focus. */
  readonly onActive?: (row: Row) => void
  /** Called for Enter on a row. */
  readonly onOpen?: (row: Row) => void
  /** A section to scroll into view, once for each name and as soon as the section exists; `null` for none. */
  readonly reveal?: { readonly name: number; readonly section: number } | null
  /** Called when the last line is in view. */
  readonly onEnd?: () => void
}

/** A list of any length in sections: only rows in view are mounted; one Tab stop, arrow keys between rows. */
export function SectionList<Row>(props: SectionListProps<Row>) {
  const { label, sections, pages, rowPx, keyOf, renderHead, renderRow } = props
  const scroller = useRef<HTMLDivElement>(null)
  const shape = JSON.stringify(countedSections(sections, pages))
  // The sections are new objects in every render, but their shape rarely changes.
  const lines = useMemo(() => linesOf(JSON.parse(shape) as readonly Section[]), [shape])
  const virtual = useVirtualizer({
    count: lines.count,
    getScrollElement: () => scroller.current,
    estimateSize: (line) => (lines.at(line)?.kind === 'head' ? HEAD_PX : rowPx),
    getItemKey: lines.keyAt,
    overscan: OVERSCAN
  })
  const rowAt = (line: number): Row | undefined => {
    const place = lines.at(line)
    const section = place && sections[place.section]
    return place?.kind === 'row' && section ? pages.rowAt(section.id, place.index) : undefined
  }
  const items = virtual.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? -1
  useEffect(() => {
    pages.load(rowsBetween(lines, sections, first, last))
  })
  const isAtEnd = last === lines.count - 1
  const { onEnd } = props
  useEffect(() => {
    if (isAtEnd) onEnd?.()
  }, [isAtEnd, onEnd])
  useReveal(props.reveal, (section) => virtual.scrollToIndex(lineOfHead(lines, section), { align: 'start' }))
  const focus = useListFocus({
    scroller,
    lines,
    page: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowPx) - 1),
    keyAt: (line) => {
      const row = rowAt(line)
      return row === undefined ? null : keyOf(row)
    },
    reveal: (line) => virtual.scrollToIndex(line),
    onActive: (line) => notify(props.onActive, rowAt(line)),
    onOpen: (line) => notify(props.onOpen, rowAt(line))
  })
  return (
    <div ref={scroller} className={styles.scroller}>
      <div
        role="grid"
        aria-label={label}
        aria-rowcount={lines.count}
        className={styles.sectionListLines}
        style={{ blockSize: virtual.getTotalSize() }}
        {...focus.handlers}
      >
        {items.map((item) => {
          const place = lines.at(item.index)
          const isActive = place?.kind === 'row' && focus.isActive(item.index)
          return (
            <div
              key={item.key}
              ref={virtual.measureElement}
              role="row"
              aria-rowindex={item.index + 1}
              className={styles.line}
              data-index={item.index}
              data-kind={place?.kind}
              data-active={isActive || undefined}
              aria-selected={place?.kind === 'row' ? isActive : undefined}
              tabIndex={place?.kind === 'row' ? (focus.isStop(item.index) ? 0 : -1) : undefined}
              style={{ translate: `0 ${item.start}px` }}
            >
              {place?.kind === 'head' && <div role="gridcell">{renderHead(place.section)}</div>}
              {place?.kind === 'row' && renderRow(rowAt(item.index), { section: place.section, isActive })}
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** Returns the sections with their known row counts; a collapsed section has none. */
function countedSections(sections: readonly Section[], pages: RowPages<unknown>): readonly Section[] {
  return sections.map(({ id, count, ...rest }) => ({ id, count: count && pages.totalOf(id, count), ...rest }))
}

/** Scrolls once for each request, so that sections added later do not move the list. */
function useReveal(request: SectionListProps<unknown>['reveal'], reveal: (section: number) => void): void {
  const handled = useRef<number | null>(null)
  useEffect(() => {
    const name = request?.name ?? null
    if (name === handled.current || (request && request.section < 0)) return
    handled.current = name
    if (request) reveal(request.section)
  })
}

function lineOfHead(lines: Lines, section: number): number {
  for (let line = 0; line < lines.count; line += 1) {
    if (lines.at(line)?.section === section) return line
  }
  return 0
}

function notify<Row>(listener: ((row: Row) => void) | undefined, row: Row | undefined): void {
  if (row !== undefined) listener?.(row)
}

function* rowsBetween(lines: Lines, sections: readonly Section[], first: number, last: number) {
  for (let line = first; line <= last; line += 1) {
    const place = lines.at(line)
    const section = place && sections[place.section]
    if (place?.kind === 'row' && section) yield { section: section.id, index: place.index }
  }
}

interface ListFocusParts {
  readonly scroller: RefObject<HTMLElement | null>
  readonly lines: Lines
  /** Returns the number of rows on one screen. */
  readonly page: () => number
  /** Returns the key of the row at a line, which stays the same when the row moves; `null` while it is being read. */
  readonly keyAt: (line: number) => string | null
  /** Scrolls the line into view. */
  readonly reveal: (line: number) => void
  readonly onActive: (line: number) => void
  readonly onOpen: (line: number) => void
}

interface Active {
  readonly line: number
  readonly key: string | null
}

/** Gives one row the focus and keeps it while rows change; when the row disappears, its neighbor takes over. */
function useListFocus(parts: ListFocusParts) {
  const { scroller, lines, keyAt, reveal } = parts
  const [active, setActive] = useState<Active>({ line: 0, key: null })
  const focused = useRef<Element | null>(null)
  const movesFocus = useRef(false)
  const isActive = (line: number): boolean => active.key !== null && keyAt(line) === active.key
  const stop = rowFrom(lines, active.line, 1) ?? rowFrom(lines, active.line, -1) ?? 0

  useEffect(() => {
    // A removed element loses the focus without an event.
    const isLost = focused.current?.isConnected === false && document.activeElement === document.body
    if (!movesFocus.current && !isLost) return
    const row = rowElement(scroller.current, Math.min(stop, lines.count - 1))
    if (row === null) return
    movesFocus.current = false
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
    movesFocus.current = true
    setActive({ line: next, key: keyAt(next) })
  }
  return {
    isActive,
    /** Returns whether Tab reaches the line. */
    isStop: (line: number): boolean => line === stop,
    handlers: {
      onKeyDown,
      onFocus,
      onBlur: (event: FocusEvent<HTMLElement>): void => {
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
