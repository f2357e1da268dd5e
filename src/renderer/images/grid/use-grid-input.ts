import { type MouseEvent, type PointerEvent, type RefObject, useCallback, useMemo, useRef } from 'react'
import type { RecordNumber } from '../../../shared/image.ts'
import { useWheel } from '../../frame/use-window.ts'
import { setPreferences, usePreferences } from '../../stores/preferences-store.ts'
import { useControl } from '../commands/control.ts'
import { isModHeld } from '../commands/shortcuts.ts'
import { openFullView } from '../view/full-view-store.ts'
import { tileAfterWheel } from '../view/layout.ts'
import { useView } from '../view/view-store.ts'
import { retryPicture } from './preview.tsx'
import type { ScrollPort } from './scroll-port.ts'

const PARTS = ['tile', 'tick', 'star', 'retry'] as const
type Part = (typeof PARTS)[number]
interface Hit {
  readonly record: RecordNumber
  readonly part: Part
}

/** Handles clicks on tiles once for the whole grid. The record is the one under the pointer on pointer down. */
export function useGridPointer() {
  const control = useControl()
  const pressed = useRef<Hit | null>(null)
  return useMemo(
    () => ({
      onPointerDown: (event: PointerEvent<HTMLElement>): void => {
        pressed.current = hitOf(event.target)
      },
      onClick: (event: MouseEvent<HTMLElement>): void => {
        const hit = pressed.current
        if (hit === null) control.clickEmpty()
        else if (hit.part === 'star') toggleStar(control, hit.record)
        else if (hit.part === 'retry') retry(hit.record)
        else {
          control.clickTile({
            record: hit.record,
            part: hit.part,
            isModHeld: isModHeld(event),
            isShiftHeld: event.shiftKey
          })
        }
      },
      onDoubleClick: (event: MouseEvent<HTMLElement>): void => {
        // Two quick clicks with a modifier select; they do not open.
        if (isModHeld(event) || event.shiftKey) return
        if (pressed.current?.part === 'tile') openFullView(pressed.current.record)
      }
    }),
    [control]
  )
}

/** Sets the opposite of the shown value; the request carries the value. */
function toggleStar(control: ReturnType<typeof useControl>, record: RecordNumber): void {
  const row = useView.getState().rows.get(record)
  if (row !== undefined) void control.favorites.toggle(record, row.favorite)
}

function retry(record: RecordNumber): void {
  const stamp = useView.getState().rows.get(record)?.picture ?? null
  if (stamp !== null) void retryPicture(record, stamp)
}

function hitOf(target: EventTarget): Hit | null {
  if (!(target instanceof Element)) return null
  const record = target.closest<HTMLElement>('[data-record]')?.dataset['record']
  if (record === undefined) return null
  const part = target.closest<HTMLElement>('[data-part]')?.dataset['part']
  return { record: Number(record), part: PARTS.find((known) => known === part) ?? 'tile' }
}

/** Resizes tiles with Ctrl or Cmd and the wheel; in a scaled grid a plain wheel keeps its step. */
export function useGridWheel(scroller: RefObject<HTMLDivElement | null>, port: ScrollPort): void {
  const onWheel = useCallback(
    (event: WheelEvent, delta: number) => {
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault()
        resize(delta)
      } else if (port.scale().ratio > 1) {
        event.preventDefault()
        port.scrollTo(port.offset() + delta)
      }
    },
    [port]
  )
  useWheel(scroller, onWheel)
}

function resize(delta: number): void {
  const { preferences } = usePreferences.getState()
  if (delta !== 0) setPreferences({ tile: tileAfterWheel(preferences.tile, delta) })
}
