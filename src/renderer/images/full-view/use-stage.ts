import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useState
} from 'react'
import type { ImageRow, RecordNumber } from '../../../shared/image.ts'
import type { PictureSize } from '../../../shared/picture-info.ts'
import { bridge } from '../../bridge.ts'
import { FULL_EDGE, pictureAddress } from '../../frame/record-picture.tsx'
import { useElementSize, useMediaQuery, useWheel } from '../../frame/use-window.ts'
import { usePictureFailure } from '../grid/preview.tsx'
import { changeZoom, useFullView } from '../view/full-view-store.ts'
import { panBy, type Point, sizeOfResolution, toggleWhole, zoomBy } from '../view/zoom.ts'

/** Zoom per px of the wheel, and of a pinch on a touchpad, which arrives as a wheel event with Ctrl. */
const WHEEL = 0.0015
const PINCH = 0.01

/** Handles the pointer: wheel and pinch zoom at the pointer, dragging pans, a double click shows 100 % there. */
export function useStageInput(stage: RefObject<HTMLElement | null>) {
  useWheel(stage, zoomByWheel)
  return useMemo(
    () => ({
      onPointerDown: (event: PointerEvent<HTMLElement>): void => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        event.currentTarget.dataset['grabbed'] = 'true'
      },
      onPointerMove: (event: PointerEvent<HTMLElement>): void => {
        useFullView.setState({ pointer: pointIn(event.currentTarget, event) })
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
        const { movementX, movementY } = event
        changeZoom((zoom, frame) => panBy(zoom, frame, { x: movementX, y: movementY }))
      },
      onPointerUp: (event: PointerEvent<HTMLElement>): void => {
        delete event.currentTarget.dataset['grabbed']
      },
      onPointerLeave: (): void => {
        useFullView.setState({ pointer: null })
      },
      onKeyUp: (event: KeyboardEvent<HTMLElement>): void => {
        if (event.key === 'Tab') event.currentTarget.dataset['tabbed'] = 'true'
      },
      onBlur: (event: FocusEvent<HTMLElement>): void => {
        delete event.currentTarget.dataset['tabbed']
      },
      onDoubleClick: (event: MouseEvent<HTMLElement>): void => {
        const at = pointIn(event.currentTarget, event)
        changeZoom((zoom, frame) => toggleWhole(zoom, frame, at))
      }
    }),
    []
  )
}

function zoomByWheel(event: WheelEvent, delta: number, element: HTMLElement): void {
  event.preventDefault()
  const factor = Math.exp(-delta * (event.ctrlKey ? PINCH : WHEEL))
  changeZoom((zoom, frame) => zoomBy(zoom, frame, { factor, at: pointIn(element, event) }))
}

/** Returns the position of the event, from the middle of the stage. */
function pointIn(stage: HTMLElement, at: { readonly clientX: number; readonly clientY: number }): Point {
  const box = stage.getBoundingClientRect()
  return { x: at.clientX - box.x - box.width / 2, y: at.clientY - box.y - box.height / 2 }
}

/** Stores the sizes that zooming needs: stage, picture and screen. `null`: there is no picture. */
export function useStageFrame(stage: RefObject<HTMLElement | null>, picture: PictureSize | null): void {
  const width = picture?.width ?? 0
  const height = picture?.height ?? 0
  const size = useElementSize(stage)
  const isDense = useMediaQuery('(resolution > 1dppx)')
  useLayoutEffect(() => {
    if (size.width === 0) return
    if (width === 0) return useFullView.setState({ frame: null })
    useFullView.setState({
      frame: {
        stage: { width: size.width, height: size.height },
        picture: { width, height },
        pixelRatio: isDense ? window.devicePixelRatio : 1
      }
    })
  }, [size, width, height, isDense])
}

export type PictureLoad = ReturnType<typeof usePictureLoad>

/** Loads the full picture of a record. A very large one is shown as a smaller copy, and main knows its true size. */
export function usePictureLoad(record: RecordNumber, row: ImageRow | undefined) {
  const [loaded, setLoaded] = useState<{ readonly address: string; readonly size: PictureSize } | null>(null)
  const stamp = row?.picture ?? null
  const address = stamp === null ? null : pictureAddress(record, stamp, FULL_EDGE)
  const failure = usePictureFailure(record, stamp, address)
  const isLoaded = loaded !== null && loaded.address === address && !failure.hasFailed
  const onLoad = async (shown: PictureSize): Promise<void> => {
    if (address === null || stamp === null) return
    const info = await bridge.getPictureInfo({ record, stamp })
    setLoaded({ address, size: (info.ok && info.value.size) || shown })
  }
  return {
    ...failure,
    /** Address of the full picture; `null` if there is none or it failed. */
    address: failure.hasFailed ? null : address,
    /** Its size in pixels; the record’s resolution until the picture is loaded. */
    size: isLoaded ? loaded.size : sizeOfResolution(row?.resolution ?? null),
    isLoaded,
    onLoad: (shown: PictureSize): void => void onLoad(shown)
  }
}
