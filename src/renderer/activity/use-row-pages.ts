import { useEffect, useReducer, useState } from 'react'
import type { Failure, Result } from '../../shared/failure.ts'
import { useCommandFailure } from '../stores/command-failure-store.ts'
import { RowPages } from './row-pages.ts'
import type { RowsAnswer } from './row-pages.ts'

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
