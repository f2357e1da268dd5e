import { type RefObject, useEffect } from 'react'
import type { RecordNumber } from '../../../shared/image.ts'
import { isElsewhere, isQuestionOpen } from '../../commands/keyboard.ts'
import { FULL_EDGE, pictureAddress } from '../../frame/record-picture.tsx'
import { takeShownRecord, useShownRecord } from '../../stores/window-store.ts'
import { useControl } from '../commands/control.ts'
import type { ScreenParts } from '../commands/screen-parts.ts'
import { EMPTY_SET, hasRecord, placeOf, type RecordOrder } from '../selection/records.ts'
import { changeSelection, focusRecord, type Selection, selectOnly, useSelection } from '../selection/selection.ts'
import { placeAfterChange } from '../view/arrivals.ts'
import { closeFullView, openFullView, useFullView } from '../view/full-view-store.ts'
import { shownOrder, useView } from '../view/view-store.ts'
import { fullViewCommandOf, goesOnWhileHeld } from './full-view-keys.ts'
import { neighborsOf, type RunFullView } from './full-view-runner.ts'

/**
 * Takes the focus when the view opens, and gives it back to the grid when it closes: to the tile of the image seen
 * last, without scrolling unless that one is out of sight.
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
      if (active !== null) changeSelection((from) => selectionOnClosing(from, active))
      if (active !== null && active !== opened) useSelection.setState({ reveal: { record: active } })
      parts.focusGrid()
    }
  }, [stage, parts])
}

// What the full view does to the selection. A tile that is opened was selected by the same click; X in the full view
// must add to what a person chose, so that selection of one is let go while the view is open. Pure.

/** The selection once the record is open. */
export function selectionOnOpening(from: Selection, record: RecordNumber): Selection {
  const isByClick = from.mode === 'extended' && from.members.size === 1 && hasRecord(from.members, record)
  return isByClick ? { ...from, members: EMPTY_SET, base: EMPTY_SET, frozen: null } : from
}

/** The selection back in the grid: the image that was seen last, unless others were chosen. */
export function selectionOnClosing(from: Selection, record: RecordNumber): Selection {
  return from.mode === 'extended' && from.members.size === 0 ? selectOnly(from, record) : from
}

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
  focusRecord(next)
}

/** Reads the rows of the image and its neighbors, and brings the neighbors' pictures into memory. */
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

/** Opens the image that another screen asks to show. */
export function useAskedRecord(): void {
  const asked = useShownRecord((state) => state.record)
  useEffect(() => {
    if (asked === null) return
    const record = takeShownRecord()
    if (record !== null) openFullView(record)
  }, [asked])
}

/** Turns key presses into commands before those of the screen see them. */
export function useFullViewKeys(cover: RefObject<HTMLElement | null>, run: RunFullView): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isQuestionOpen() || !isForFullView(event, cover.current)) return
      const command = fullViewCommandOf(event, {
        isReviewing: useFullView.getState().isReviewing,
        isRightToLeft: document.dir === 'rtl'
      })
      if (command === null) return
      event.preventDefault()
      if (command !== 'nothing' && (!event.repeat || goesOnWhileHeld(command))) run(command)
    }
    document.addEventListener('keydown', onKeyDown, { capture: true })
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [cover, run])
}

/** The focus is in the view, or nowhere; a button keeps the keys that press it. Escape closes from the panel too. */
function isForFullView({ target, key }: KeyboardEvent, cover: HTMLElement | null): boolean {
  if (!(target instanceof Element) || isElsewhere(target)) return false
  if (key === 'Escape') return true
  const isHere = target === document.body || cover?.contains(target) === true
  const isPress = (key === 'Enter' || key === ' ') && target.closest('button') !== null
  return isHere && !isPress
}
