import { useEffect } from 'react'
import { placeOf } from '../selection/record-order.ts'
import type { RecordOrder } from '../selection/record-order.ts'
import { useSelection } from '../selection/selection-store.ts'
import { placeAfterChange } from '../view/arrivals.ts'
import { shownOrder, useView } from '../view/view-store.ts'
import { closeFullView, openFullView, useFullView } from './full-view-store.ts'

/** An image that leaves the view, because it was deleted, makes room for the next one; the last one for the grid. */
export function useFollowedView(): void {
  useEffect(
    () =>
      useView.subscribe((now, before) => {
        if (now.shown !== before.shown) follow(shownOrder(before), shownOrder(now))
      }),
    []
  )
}

function follow(before: RecordOrder, now: RecordOrder): void {
  const { record } = useFullView.getState()
  if (record === null || placeOf(before, record) < 0 || placeOf(now, record) >= 0) return
  const next = now.numbers[placeAfterChange(record, before, now)]
  if (next === undefined) return closeFullView()
  openFullView(next)
  useSelection.getState().focus(next)
}
