import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { pendingSaves } from '../../stores/pending-saves.ts'
import { setPreferences, usePreferences } from '../../stores/preferences-store.ts'
import { positionOf } from '../selection/records.ts'
import { focusRecord, useSelection } from '../selection/selection.ts'
import {
  anchorAt,
  COVERED_BELOW,
  type GridLayout,
  offsetOf,
  offsetShowing,
  type ScrollAnchor,
  TOP
} from '../view/layout.ts'
import { type ShownView, useView } from '../view/view-store.ts'
import { createScrollPort, type ScrollPort, type ScrollScale } from './scroll-port.ts'

/** Delay between the last move and saving the position. */
const SAVE_PAUSE_MS = 250

interface GridScrollParts {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly shown: ShownView
  readonly layout: GridLayout
  readonly scale: ScrollScale
  /** Inner height of the scroller; 0 until it is laid out. */
  readonly height: number
}

/**
 * Manages the grid’s scroll position: it keeps the first record in view when layout or order change, starts at the top
 * for a new query, is restored from the last session, and moves to revealed records.
 */
export function useGridScroll({ scroller, shown, layout, scale, height }: GridScrollParts): ScrollPort {
  const port = useMemo(() => createScrollPort(elementBehind(scroller)), [scroller])
  const anchor = useRef<ScrollAnchor>(firstAnchor())
  const before = useRef({ shown, layout })

  useLayoutEffect(() => {
    if (height === 0) return
    const earlier = before.current
    before.current = { shown, layout }
    // A scroll in this frame refers to what was on screen then.
    const unsubscribe = port.subscribe((offset) => {
      anchor.current = anchorAt(offset, earlier.layout, earlier.shown.order)
    })
    port.catchUp(scale)
    unsubscribe()
    port.setScale(scale)
    const isNewQuery = earlier.shown.query !== shown.query
    const orders = { before: earlier.shown.order, now: shown.order }
    if (isNewQuery) anchor.current = TOP
    port.scrollTo(offsetOf(anchor.current, layout, orders))
  }, [port, layout, scale, shown, height])

  useLayoutEffect(
    () =>
      port.subscribe((offset) => {
        anchor.current = anchorAt(offset, layout, shown.order)
      }),
    [port, layout, shown]
  )

  useSavedPlace(port, anchor)
  useReveal(port, { shown, layout, height })
  return port
}

/** Returns a stand-in for the element, which exists whenever effects and events of the mounted grid use the port. */
function elementBehind(scroller: RefObject<HTMLDivElement | null>) {
  return {
    get clientHeight() {
      return scroller.current?.clientHeight ?? 0
    },
    get scrollTop() {
      return scroller.current?.scrollTop ?? 0
    },
    set scrollTop(value: number) {
      if (scroller.current) scroller.current.scrollTop = value
    }
  }
}

function firstAnchor(): ScrollAnchor {
  const { topRecord } = usePreferences.getState().preferences
  return topRecord === null ? TOP : { record: topRecord, within: 0 }
}

function useSavedPlace(port: ScrollPort, anchor: RefObject<ScrollAnchor>): void {
  useEffect(() => {
    const pending = { cancel: () => {} }
    const save = () => setPreferences({ topRecord: anchor.current.record })
    const unsubscribe = port.subscribe(() => {
      pending.cancel()
      pending.cancel = pendingSaves.after(save, SAVE_PAUSE_MS)
    })
    return () => {
      pending.cancel()
      unsubscribe()
    }
  }, [port, anchor])
}

function useReveal(port: ScrollPort, { shown, layout, height }: Omit<GridScrollParts, 'scroller' | 'scale'>): void {
  const reveal = useSelection((state) => state.reveal)
  const handled = useRef<typeof reveal>(null)
  useLayoutEffect(() => {
    // Once for each request, so that a later layout does not repeat an old one.
    if (reveal === null || handled.current === reveal) return
    const { record, focusesIfSeen = false } = reveal
    const position = positionOf(shown.order, record)
    // The record may be in the view that is about to be drawn.
    if (position < 0 && useView.getState().shown !== shown) return
    handled.current = reveal
    if (position < 0) return
    const row = Math.floor(position / layout.columns)
    const offset = offsetShowing(layout, row, { offset: port.offset(), height, coveredBelow: COVERED_BELOW })
    const isSeen = offset === port.offset()
    if (isSeen && focusesIfSeen) focusRecord(record)
    else if (!isSeen && !focusesIfSeen) port.scrollTo(offset)
  }, [reveal, port, shown, layout, height])
}
