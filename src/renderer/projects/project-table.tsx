import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { ProjectQuery } from '../../shared/project.ts'
import { currentPlatform } from '../commands/keyboard.ts'
import { copy } from '../../copy/language.ts'
import { COLUMN_COUNT, ProjectHeader, ProjectLine } from './project-line.tsx'
import { isDeleteKey, ProjectRowsMenu } from './project-menu.tsx'
import { type Cell, cellAfter, cellWithin, type ProjectActions } from './project-rules.ts'
import type { ProjectList } from './use-projects.ts'
import styles from './project-table.module.css'

const ROW_PX = 30
const HEADER_PX = 32
const OVERSCAN = 12

interface ProjectTableProps {
  readonly list: ProjectList
  readonly query: ProjectQuery
  readonly actions: ProjectActions
  readonly onSort: (query: ProjectQuery) => void
  /** Receives the rows in view. */
  readonly onShow: (first: number, last: number) => void
  /** Receives the row that keys and menus act on; -1 = the header. */
  readonly onActive: (index: number) => void
}

/** A data grid: one Tab stop, arrow keys between cells, only rows in view are mounted. */
export function ProjectTable({ list, query, actions, onSort, onShow, onActive }: ProjectTableProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const size = { rows: list.matching + 1, columns: COLUMN_COUNT }
  const [chosen, setActive] = useState<Cell>({ row: 1, column: 0 })
  // The last row may be gone since the cell was chosen.
  const active = cellWithin(chosen, size)
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
  useEffect(() => onShow(first, last), [first, last, onShow])
  useEffect(() => onActive(active.row - 1), [active.row, onActive])
  const requestFocus = useFocusCell(scroller, active)

  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    // The menu of a row is a portal and has keys of its own.
    if (!(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return
    const project = list.rows[active.row - 1]
    if (project && isDeleteKey(event.nativeEvent, currentPlatform())) {
      event.preventDefault()
      return actions.confirmDelete(project)
    }
    const page = Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - HEADER_PX) / ROW_PX))
    const isCtrl = event.ctrlKey || event.metaKey
    const next = cellAfter(event.key, active, { ...size, page, isCtrl })
    if (next === null) return
    event.preventDefault()
    // An arrow also moves on from the button of a row, whose menu Enter and Space open.
    event.stopPropagation()
    if (next.row > 0) virtual.scrollToIndex(next.row - 1)
    requestFocus()
    setActive(next)
  }
  return (
    <ProjectRowsMenu list={list} actions={actions} onClosed={requestFocus}>
      <div ref={scroller} className={styles.scroller}>
        <table
          className={styles.table}
          role="grid"
          aria-label={copy.projects.table}
          aria-readonly="true"
          aria-rowcount={size.rows}
          aria-colcount={COLUMN_COUNT}
          onKeyDownCapture={onKeyDown}
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
                actions={actions}
              />
            ))}
          </tbody>
        </table>
      </div>
    </ProjectRowsMenu>
  )
}

/**
 * Focuses the active cell after a key, once its row is mounted, and when the row with the focus is gone. Returns the
 * function that requests it.
 */
function useFocusCell(scroller: RefObject<HTMLElement | null>, active: Cell): () => void {
  const isRequested = useRef(false)
  const hadFocus = useRef(false)
  useEffect(() => {
    const isLost = hadFocus.current && document.activeElement === document.body
    const cell = scroller.current?.querySelector<HTMLElement>(`[data-cell='${active.row}-${active.column}']`)
    if (cell && (isRequested.current || isLost)) {
      isRequested.current = false
      cell.focus({ preventScroll: true })
    }
    hadFocus.current = scroller.current?.contains(document.activeElement) === true
  })
  return () => {
    isRequested.current = true
  }
}
