import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { pendingSaves } from '../../stores/pending-saves.ts'
import { setPreferences, usePreferences } from '../../stores/preferences-store.ts'
import { placeOf } from '../selection/records.ts'
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

/** The place is saved this long after the last move. */
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
 * The grid's scroll position: kept on its first record when the layout or the order changes, at the top for a new
 * query, restored from the last session, and moved to what the keyboard reveals.
 */
export function useGridScroll({ scroller, shown, layout, scale, height }: GridScrollParts): ScrollPort {
  const port = useMemo(() => createScrollPort(elementBehind(scroller)), [scroller])
  const anchor = useRef<ScrollAnchor>(firstAnchor())
  const before = useRef({ shown, layout })

  useLayoutEffect(() => {
    if (height === 0) return
    const earlier = before.current
    before.current = { shown, layout }
    // Scrolled in this very frame: the place is one of what was on screen then.
    const leave = port.subscribe((offset) => {
      anchor.current = anchorAt(offset, earlier.layout, earlier.shown.order)
    })
    port.catchUp(scale)
    leave()
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

/** The element is there whenever the port is used: it is only used by effects and events of the mounted grid. */
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
    const pending = { callOff: () => {} }
    const save = () => setPreferences({ topRecord: anchor.current.record })
    const end = port.subscribe(() => {
      pending.callOff()
      pending.callOff = pendingSaves.after(save, SAVE_PAUSE_MS)
    })
    return () => {
      pending.callOff()
      end()
    }
  }, [port, anchor])
}

function useReveal(port: ScrollPort, { shown, layout, height }: Omit<GridScrollParts, 'scroller' | 'scale'>): void {
  const reveal = useSelection((state) => state.reveal)
  const done = useRef<typeof reveal>(null)
  useLayoutEffect(() => {
    // Once for each wish: a later layout must not repeat an old one.
    if (reveal === null || done.current === reveal) return
    const { record, focusesIfSeen = false } = reveal
    const place = placeOf(shown.order, record)
    // It may be in the view that is about to be drawn.
    if (place < 0 && useView.getState().shown !== shown) return
    done.current = reveal
    if (place < 0) return
    const row = Math.floor(place / layout.columns)
    const offset = offsetShowing(layout, row, { offset: port.offset(), height, coveredBelow: COVERED_BELOW })
    const isSeen = offset === port.offset()
    if (isSeen && focusesIfSeen) focusRecord(record)
    else if (!isSeen && !focusesIfSeen) port.scrollTo(offset)
  }, [reveal, port, shown, layout, height])
}
