import { useEffect, useMemo } from 'react'
import type { FocusEvent, KeyboardEvent, MouseEvent, PointerEvent, RefObject } from 'react'
import { changeZoom, useFullView } from './full-view-store.ts'
import { panBy, toggleWhole, zoomBy } from './zoom.ts'
import type { Point } from './zoom.ts'

interface StageInput {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerLeave: () => void
  readonly onKeyUp: (event: KeyboardEvent<HTMLElement>) => void
  readonly onBlur: (event: FocusEvent<HTMLElement>) => void
  readonly onDoubleClick: (event: MouseEvent<HTMLElement>) => void
}

/** Zoom for each px of the wheel, and of a pinch on a touchpad, which comes as a wheel with Ctrl. */
const WHEEL = 0.0015
const PINCH = 0.01
/** px of a wheel that counts lines. */
const LINE = 40

/** Wheel and pinch zoom at the pointer, dragging moves, a double click shows 100 % there. */
export function useStageInput(stage: RefObject<HTMLElement | null>): StageInput {
  useWheelZoom(stage)
  return useMemo(
    () => ({
      onPointerDown: (event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        event.currentTarget.dataset['grabbed'] = 'true'
      },
      onPointerMove: (event) => {
        useFullView.setState({ pointer: pointIn(event.currentTarget, event) })
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
        const { movementX, movementY } = event
        changeZoom((zoom, frame) => panBy(zoom, frame, { x: movementX, y: movementY }))
      },
      onPointerUp: (event) => {
        delete event.currentTarget.dataset['grabbed']
      },
      onPointerLeave: () => {
        useFullView.setState({ pointer: null })
      },
      onKeyUp: (event) => {
        if (event.key === 'Tab') event.currentTarget.dataset['tabbed'] = 'true'
      },
      onBlur: (event) => {
        delete event.currentTarget.dataset['tabbed']
      },
      onDoubleClick: (event) => {
        const at = pointIn(event.currentTarget, event)
        changeZoom((zoom, frame) => toggleWhole(zoom, frame, at))
      }
    }),
    []
  )
}

function useWheelZoom(stage: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = stage.current
    if (element === null) return undefined
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const delta = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * LINE : event.deltaY
      const factor = Math.exp(-delta * (event.ctrlKey ? PINCH : WHEEL))
      changeZoom((zoom, frame) => zoomBy(zoom, frame, { factor, at: pointIn(element, event) }))
    }
    // React hears the wheel passively, and a passive listener cannot keep the page from zooming.
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [stage])
}

/** Where it happened, from the middle of the stage. */
function pointIn(stage: HTMLElement, at: { readonly clientX: number; readonly clientY: number }): Point {
  const box = stage.getBoundingClientRect()
  return { x: at.clientX - box.x - box.width / 2, y: at.clientY - box.y - box.height / 2 }
}
