import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { ProjectQuery } from '../../shared/project.ts'
import { projectsCopy } from '../copy/projects.ts'
import { cellAfter } from './grid-keys.ts'
import type { Cell } from './grid-keys.ts'
import { COLUMNS, ProjectHeader, ProjectLine } from './project-line.tsx'
import type { ProjectList } from './use-projects.ts'
import styles from './project-table.module.css'

const ROW_PX = 30
const HEADER_PX = 32
const OVERSCAN = 12

export interface ProjectTableProps {
  readonly list: ProjectList
  readonly query: ProjectQuery
  readonly onSort: (query: ProjectQuery) => void
  /** Told which rows are in view. */
  readonly onShow: (first: number, last: number) => void
}

/** A read-only data grid: one Tab stop, arrows between cells, only the rows in view in the page. */
export function ProjectTable({ list, query, onSort, onShow }: ProjectTableProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<Cell>({ row: 1, column: 0 })
  const virtual = useVirtualizer({
    count: list.matching,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    paddingStart: HEADER_PX,
    scrollPaddingStart: HEADER_PX
  })
  const items = virtual.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    onShow(first, last)
  }, [first, last, onShow])
  const isFocusWanted = useFocusCell(scroller, active)

  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const page = Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - HEADER_PX) / ROW_PX))
    const isCtrl = event.ctrlKey || event.metaKey
    const next = cellAfter(event.key, active, { rows: list.matching + 1, columns: COLUMNS.length, page, isCtrl })
    if (next === null) return
    event.preventDefault()
    if (next.row > 0) virtual.scrollToIndex(next.row - 1)
    isFocusWanted.current = true
    setActive(next)
  }
  return (
    <div ref={scroller} className={styles.scroller}>
      <table
        className={styles.table}
        role="grid"
        aria-label={projectsCopy.table}
        aria-readonly="true"
        aria-rowcount={list.matching + 1}
        aria-colcount={COLUMNS.length}
        onKeyDown={onKeyDown}
      >
        <ProjectHeader query={query} activeColumn={active.row === 0 ? active.column : null} onSort={onSort} />
        <tbody className={styles.rows} style={{ blockSize: virtual.getTotalSize() - HEADER_PX }}>
          {items.map((item) => (
            <ProjectLine
              key={item.key}
              index={item.index}
              top={item.start - HEADER_PX}
              project={list.rows[item.index]}
              activeColumn={active.row === item.index + 1 ? active.column : null}
              onFocus={setActive}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Moves the focus to the active cell after a key, once its row is in the page. */
function useFocusCell(scroller: React.RefObject<HTMLElement | null>, active: Cell) {
  const isWanted = useRef(false)
  useEffect(() => {
    if (!isWanted.current) return
    const cell = scroller.current?.querySelector<HTMLElement>(`[data-cell='${active.row}-${active.column}']`)
    if (!cell) return
    isWanted.current = false
    cell.focus({ preventScroll: true })
  })
  return isWanted
}
