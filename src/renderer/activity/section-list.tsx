import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef } from 'react'
import type { ReactNode } from 'react'
import type { RowPages } from './row-pages.ts'
import { linesOf } from './sections.ts'
import type { Lines, Section } from './sections.ts'
import { useListFocus } from './use-list-focus.ts'
import styles from './section-list.module.css'

const HEAD_PX = 64
const OVERSCAN = 8

interface SectionListProps<Row> {
  readonly label: string
  readonly sections: readonly Section[]
  readonly pages: RowPages<Row>
  readonly rowPx: number
  readonly keyOf: (row: Row) => string
  readonly renderHead: (section: number) => ReactNode
  /** undefined while the row is on its way. */
  readonly renderRow: (
    row: Row | undefined,
    place: { readonly section: number; readonly isActive: boolean }
  ) => ReactNode
  /** Told the row that has the focus. */
  readonly onActive?: (row: Row) => void
  /** Enter on a row. */
  readonly onOpen?: (row: Row) => void
  /** A section to be brought into view, once for each name and as soon as it is among the sections; null = none. */
  readonly reveal?: { readonly name: number; readonly section: number } | null
  /** The last line is in view. */
  readonly onEnd?: () => void
}

/** A list of any length in sections: only what is in view is in the page; one Tab stop, arrows between rows. */
export function SectionList<Row>(props: SectionListProps<Row>) {
  const { label, sections, pages, rowPx, keyOf, renderHead, renderRow } = props
  const scroller = useRef<HTMLDivElement>(null)
  const shape = JSON.stringify(countedSections(sections, pages))
  // The sections are new objects in every render; their shape rarely is.
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
    pages.want(rowsBetween(lines, sections, first, last))
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
    onActive: (line) => tell(props.onActive, rowAt(line)),
    onOpen: (line) => tell(props.onOpen, rowAt(line))
  })
  return (
    <div ref={scroller} className={styles.scroller}>
      <div
        role="grid"
        aria-label={label}
        aria-rowcount={lines.count}
        className={styles.lines}
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

/** With the rows that are known to be there; a section that is folded has none. */
function countedSections(sections: readonly Section[], pages: RowPages<unknown>): readonly Section[] {
  return sections.map(({ id, count, ...rest }) => ({ id, count: count && pages.totalOf(id, count), ...rest }))
}

/** Once for each that is asked for: sections that come later, and move it, must not move the list. */
function useReveal(wanted: SectionListProps<unknown>['reveal'], reveal: (section: number) => void): void {
  const done = useRef<number | null>(null)
  useEffect(() => {
    const name = wanted?.name ?? null
    if (name === done.current || (wanted && wanted.section < 0)) return
    done.current = name
    if (wanted) reveal(wanted.section)
  })
}

function lineOfHead(lines: Lines, section: number): number {
  for (let line = 0; line < lines.count; line += 1) {
    if (lines.at(line)?.section === section) return line
  }
  return 0
}

function tell<Row>(listener: ((row: Row) => void) | undefined, row: Row | undefined): void {
  if (row !== undefined) listener?.(row)
}

function* rowsBetween(lines: Lines, sections: readonly Section[], first: number, last: number) {
  for (let line = first; line <= last; line += 1) {
    const place = lines.at(line)
    const section = place && sections[place.section]
    if (place?.kind === 'row' && section) yield { section: section.id, index: place.index }
  }
}
