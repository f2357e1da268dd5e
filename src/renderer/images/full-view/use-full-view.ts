import { type RefObject, useEffect } from 'react'
import type { RecordNumber } from '../../../shared/image.ts'
import { isElsewhere, isQuestionOpen } from '../../commands/keyboard.ts'
import { FULL_EDGE, pictureAddress } from '../../frame/record-picture.tsx'
import { callAfter } from '../../pending-work.ts'
import { isHintDue } from '../../stores/preferences-store.ts'
import { takeShownRecord, useShownRecord } from '../../stores/window-store.ts'
import { useControl } from '../commands/control.ts'
import type { ScreenParts } from '../commands/screen-parts.ts'
import { EMPTY_SET, hasRecord, positionOf, type RecordOrder } from '../selection/records.ts'
import { changeSelection, focusRecord, type Selection, selectOnly, useSelection } from '../selection/selection.ts'
import { losesViewed, placeAfterChange } from '../view/arrivals.ts'
import { closeFullView, openFullView, useFullView } from '../view/full-view-store.ts'
import { shownOrder, useView } from '../view/view-store.ts'
import { fullViewCommandOf, repeatsWhileHeld } from './full-view-keys.ts'
import { neighborsOf, type RunFullView } from './full-view-runner.ts'

/**
 * Moves the focus to the view when it opens, and to the last shown image’s tile when it closes. Scrolls only if that
 * tile is out of view.
 */
export function useFullViewFocus(stage: RefObject<HTMLElement | null>, parts: ScreenParts): void {
  useEffect(() => {
    const opened = useFullView.getState().record
    if (opened !== null) {
      focusRecord(opened)
      changeSelection((from) => selectionOnOpening(from, opened))
    }
    parts.register('stage', stage.current)
    parts.focusGrid()
    return () => {
      parts.register('stage', null)
      const { active } = useSelection.getState()
      // A viewed image leaves such a view, so it is not selected there.
      const isLeaving = losesViewed(useView.getState().shown?.query ?? null)
      if (active !== null && !isLeaving) changeSelection((from) => selectionOnClosing(from, active))
      if (active !== null && active !== opened) useSelection.setState({ reveal: { record: active } })
      parts.focusGrid()
    }
  }, [stage, parts])
}

// How the full view changes the selection. The click that opened a tile also selected it; X in the full view must add
// to a deliberate selection, so that click’s selection is cleared while the view is open. Pure.

/** Returns the selection after the record is opened. */
export function selectionOnOpening(from: Selection, record: RecordNumber): Selection {
  const isByClick = from.mode === 'extended' && from.members.size === 1 && hasRecord(from.members, record)
  return isByClick ? { ...from, members: EMPTY_SET, base: EMPTY_SET, frozen: null } : from
}

/** Returns the selection after closing: the last shown image, unless others are selected. */
export function selectionOnClosing(from: Selection, record: RecordNumber): Selection {
  return from.mode === 'extended' && from.members.size === 0 ? selectOnly(from, record) : from
}

/** Replaces a shown image that leaves the view, as after its deletion, by the next one, or the last one by the grid. */
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
  if (record === null || positionOf(before, record) < 0 || positionOf(now, record) >= 0) return
  const next = now.numbers[placeAfterChange(record, before, now)]
  if (next === undefined) return closeFullView()
  openFullView(next)
  focusRecord(next)
}

/** Reads the rows of the image and its neighbors, and loads the neighbors’ pictures into memory. */
export function usePreparedNeighbors(record: RecordNumber): void {
  const { loader } = useControl()
  const order = useView(shownOrder)
  const addresses = useView((state) =>
    neighborsOf(shownOrder(state), record)
      .map((neighbor) => fullAddress(neighbor, state.rows.get(neighbor)?.picture ?? null))
      .join(' ')
  )

  useEffect(() => {
    loader.watch('full-view', Uint32Array.of(record, ...neighborsOf(order, record)))
  }, [loader, record, order])
  useEffect(() => () => loader.watch('full-view', new Uint32Array(0)), [loader])

  useEffect(() => {
    const pictures = addresses.split(' ').filter((address) => address !== '')
    for (const address of pictures) {
      const picture = new Image()
      picture.decoding = 'async'
      picture.src = address
    }
  }, [addresses])
}

function fullAddress(record: RecordNumber, stamp: string | null): string {
  return stamp === null ? '' : pictureAddress(record, stamp, FULL_EDGE)
}

/** Time on screen after which an image counts as viewed, ms. A held arrow key passes images faster. */
const VIEWED_AFTER_MS = 500

/** Marks the image as viewed once it was seen. `isSeen`: everything that there is to see of it is on screen. */
export function useViewedMark(record: RecordNumber, isSeen: boolean): void {
  const { review } = useControl()
  useEffect(
    () => (isSeen ? callAfter(() => review.markViewed(record), VIEWED_AFTER_MS) : undefined),
    [review, record, isSeen]
  )
}

/** Opens the image that another screen requested. */
export function useRequestedRecord(): void {
  const requested = useShownRecord((state) => state.record)
  useEffect(() => {
    if (requested === null) return
    const record = takeShownRecord()
    if (record !== null) openFullView(record)
  }, [requested])
}

/** Runs the commands of key presses before the screen handles them. */
export function useFullViewKeys(cover: RefObject<HTMLElement | null>, run: RunFullView): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isQuestionOpen() || !isForFullView(event, cover.current)) return
      const { isReviewing } = useFullView.getState()
      const command = fullViewCommandOf(event, {
        isReviewing,
        isHintShown: isReviewing && isHintDue('review'),
        isRightToLeft: document.dir === 'rtl'
      })
      if (command === null) return
      event.preventDefault()
      if (command !== 'nothing' && (!event.repeat || repeatsWhileHeld(command))) run(command)
    }
    document.addEventListener('keydown', onKeyDown, { capture: true })
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [cover, run])
}

/**
 * Returns whether the focus is in the view or nowhere. A button keeps the keys that press it; Escape also closes from
 * the panel.
 */
function isForFullView({ target, key }: KeyboardEvent, cover: HTMLElement | null): boolean {
  if (!(target instanceof Element) || isElsewhere(target)) return false
  if (key === 'Escape') return true
  const isHere = target === document.body || cover?.contains(target) === true
  const isPress = (key === 'Enter' || key === ' ') && target.closest('button') !== null
  return isHere && !isPress
}
