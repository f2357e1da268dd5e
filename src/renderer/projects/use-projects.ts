import { useCallback, useEffect, useRef, useState } from 'react'
import type { Failure } from '../../shared/failure.ts'
import type { ProjectQuery, ProjectRow } from '../../shared/project.ts'
import { bridge } from '../bridge.ts'
import { missingPage, ROWS_PER_PAGE } from './project-rules.ts'

export interface ProjectList {
  /** Sparse: `undefined` if a row has not been read yet. */
  readonly rows: readonly (ProjectRow | undefined)[]
  readonly matching: number
  readonly total: number
}

/**
 * Reads the projects that match a query, by pages in view, and again when they change. The list stays until the result
 * of a new query arrives.
 */
export function useProjects(query: ProjectQuery) {
  const [list, setList] = useState<ProjectList | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const view = useRef({ first: 0, last: ROWS_PER_PAGE - 1, generation: 0 })

  const read = useCallback(
    async (offset: number, isFresh: boolean): Promise<void> => {
      const { generation } = view.current
      const answer = await bridge.listProjects({ query, offset, limit: ROWS_PER_PAGE })
      // The result belongs to an earlier query or state of the library.
      if (generation !== view.current.generation) return
      setFailure(answer.ok ? null : answer.failure)
      if (!answer.ok) return
      const { rows, matching, total } = answer.value
      setList((before) => ({ rows: placed(isFresh ? [] : (before?.rows ?? []), offset, rows), matching, total }))
    },
    [query]
  )

  useEffect(() => {
    const reload = (): void => {
      view.current.generation += 1
      void read(Math.floor(view.current.first / ROWS_PER_PAGE) * ROWS_PER_PAGE, true)
    }
    reload()
    return bridge.subscribe.libraryChanged((change) => {
      if (change.projectsChanged) reload()
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
