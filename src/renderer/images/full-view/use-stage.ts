import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState
} from 'react'
import type { ImageRow, RecordNumber } from '../../../shared/image.ts'
import type { PictureProblem, PictureSize } from '../../../shared/picture-info.ts'
import { bridge } from '../../bridge.ts'
import { FULL_EDGE, pictureAddress } from '../../frame/record-picture.tsx'
import { useMediaQuery } from '../../frame/use-window.ts'
import { usePictureFailure } from '../grid/preview.tsx'
import { useElementSize } from '../grid/use-element.ts'
import { changeZoom, useFullView } from '../view/full-view-store.ts'
import { panBy, type Point, sizeOfResolution, toggleWhole, zoomBy } from '../view/zoom.ts'

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

/** Keeps the measures that zooming works with: the stage, the picture, the screen. null = there is no picture. */
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

export interface PictureLoad {
  /** Where the whole picture is; null = there is none, or it cannot be had now. */
  readonly address: string | null
  /** Its own pixels; as the record tells until the picture is here. */
  readonly size: PictureSize
  readonly isLoaded: boolean
  readonly hasFailed: boolean
  /** As of `usePictureFailure`. */
  readonly problem: PictureProblem | null | undefined
  readonly onLoad: (size: PictureSize) => void
  readonly onError: () => void
}

/** The whole picture of a record. What is shown of a very large one is a smaller copy: main knows its true size. */
export function usePictureLoad(record: RecordNumber, row: ImageRow | undefined): PictureLoad {
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
    address: failure.hasFailed ? null : address,
    size: isLoaded ? loaded.size : sizeOfResolution(row?.resolution ?? null),
    isLoaded,
    onLoad: (shown) => void onLoad(shown)
  }
}
