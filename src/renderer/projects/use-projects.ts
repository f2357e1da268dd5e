import { useCallback, useEffect, useRef, useState } from 'react'
import type { Failure } from '../../shared/failure.ts'
import type { ProjectQuery, ProjectRow } from '../../shared/project.ts'
import { bridge } from '../bridge.ts'
import { missingPage, ROWS_PER_PAGE } from './project-rules.ts'

export interface ProjectList {
  /** Sparse: undefined where a row has not been read yet. */
  readonly rows: readonly (ProjectRow | undefined)[]
  readonly matching: number
  readonly total: number
}

/**
 * The projects that match a query, read a page at a time where they are looked at, and read again when they change.
 * What is shown stays until the answer for the new query is there.
 */
export function useProjects(query: ProjectQuery) {
  const [list, setList] = useState<ProjectList | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const view = useRef({ first: 0, last: ROWS_PER_PAGE - 1, generation: 0 })

  const read = useCallback(
    async (offset: number, isFresh: boolean): Promise<void> => {
      const { generation } = view.current
      const answer = await bridge.listProjects({ query, offset, limit: ROWS_PER_PAGE })
      // An answer for a query, or a state of the library, that is no longer asked about.
      if (generation !== view.current.generation) return
      setFailure(answer.ok ? null : answer.failure)
      if (!answer.ok) return
      const { rows, matching, total } = answer.value
      setList((before) => ({ rows: placed(isFresh ? [] : (before?.rows ?? []), offset, rows), matching, total }))
    },
    [query]
  )

  useEffect(() => {
    const readAgain = (): void => {
      view.current.generation += 1
      void read(Math.floor(view.current.first / ROWS_PER_PAGE) * ROWS_PER_PAGE, true)
    }
    readAgain()
    return bridge.subscribe.libraryChanged((change) => {
      if (change.projectsChanged) readAgain()
    })
  }, [read])

  /** Receives the rows in view, so that they are read. */
  const show = useCallback(
    (first: number, last: number) => {
      view.current = { ...view.current, first, last }
      const offset = list === null ? null : missingPage(list.rows, first, Math.min(last, list.matching - 1))
      if (offset !== null) void read(offset, false)
    },
    [list, read]
  )
  return { list, failure, show }
}

function placed(
  before: readonly (ProjectRow | undefined)[],
  offset: number,
  rows: readonly ProjectRow[]
): readonly (ProjectRow | undefined)[] {
  const next = [...before]
  rows.forEach((row, index) => {
    next[offset + index] = row
  })
  return next
}
