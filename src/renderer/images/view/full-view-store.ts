/** Which image fills the screen instead of the grid, and how near it is. Opened from anywhere by `openFullView`. */
import { create } from 'zustand'
import type { RecordNumber } from '../../../shared/image.ts'
import { useConnection } from '../../stores/sync-store.ts'
import { FIT, type Point, type Zoom, type ZoomFrame } from './zoom.ts'

interface FullViewState {
  /** null = the grid is shown. */
  readonly record: RecordNumber | null
  /** F stars and goes on to the next image. Lasts until the view is closed. */
  readonly isReviewing: boolean
  readonly zoom: Zoom
  /** Measures of stage and picture; null until both are known. */
  readonly frame: ZoomFrame | null
  /** Where the pointer is on the stage, from its middle; null while it is elsewhere. */
  readonly pointer: Point | null
}

export const useFullView = create<FullViewState>()(() => ({
  record: null,
  isReviewing: false,
  zoom: FIT,
  frame: null,
  pointer: null
}))

// A record number means another image in another library.
useConnection.subscribe((now, before) => {
  if (now.connection?.id !== before.connection?.id) closeFullView()
})

/** Shows this image as large as the window allows; while one is shown already, it takes that one's place. */
export function openFullView(record: RecordNumber): void {
  useFullView.setState({ record, zoom: FIT })
}

/** Back to the grid, where it was left. */
export function closeFullView(): void {
  useFullView.setState({ record: null, isReviewing: false, zoom: FIT, frame: null, pointer: null })
}

/** The full view is on screen. */
export function isFullViewOpen(): boolean {
  return useFullView.getState().record !== null
}

/** Turns on that F goes on to the next image, or off. */
export function toggleReview(): void {
  useFullView.setState(({ isReviewing }) => ({ isReviewing: !isReviewing }))
}

/** Zooms or pans, by one of the functions of zoom.ts; nothing before the measures are known. */
export function changeZoom(next: (zoom: Zoom, frame: ZoomFrame) => Zoom): void {
  useFullView.setState(({ zoom, frame }) => (frame === null ? {} : { zoom: next(zoom, frame) }))
}
