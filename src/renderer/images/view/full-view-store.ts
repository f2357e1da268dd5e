/** Which image fills the window instead of the grid, and its zoom. Opened by `openFullView` from anywhere. */
import { create } from 'zustand'
import type { RecordNumber } from '../../../shared/image.ts'
import { useConnection } from '../../stores/sync-store.ts'
import { FIT, type Point, type Zoom, type ZoomFrame } from './zoom.ts'

interface FullViewState {
  /** `null` while the grid is shown. */
  readonly record: RecordNumber | null
  /** F favorites the image and continues with the next one. Lasts until the view is closed. */
  readonly isReviewing: boolean
  readonly zoom: Zoom
  /** Sizes of stage and picture; `null` until both are known. */
  readonly frame: ZoomFrame | null
  /** Position of the pointer on the stage, from its middle; `null` while it is elsewhere. */
  readonly pointer: Point | null
}

export const useFullView = create<FullViewState>()(() => ({
  record: null,
  isReviewing: false,
  zoom: FIT,
  frame: null,
  pointer: null
}))

// Record numbers belong to one library, so another library closes the view.
useConnection.subscribe((now, before) => {
  if (now.connection?.id !== before.connection?.id) closeFullView()
})

/** Shows this image as large as the window allows, in place of one that is already shown. */
export function openFullView(record: RecordNumber): void {
  useFullView.setState({ record, zoom: FIT })
}

/** Shows this image in review mode. */
export function openReview(record: RecordNumber): void {
  useFullView.setState({ record, zoom: FIT, isReviewing: true })
}

/** Returns to the grid at its previous position. */
export function closeFullView(): void {
  useFullView.setState({ record: null, isReviewing: false, zoom: FIT, frame: null, pointer: null })
}

/** Returns whether the full view is open. */
export function isFullViewOpen(): boolean {
  return useFullView.getState().record !== null
}

/** Switches review mode on or off. */
export function toggleReview(): void {
  useFullView.setState(({ isReviewing }) => ({ isReviewing: !isReviewing }))
}

/** Zooms or pans by one of the functions of zoom.ts; does nothing before the sizes are known. */
export function changeZoom(next: (zoom: Zoom, frame: ZoomFrame) => Zoom): void {
  useFullView.setState(({ zoom, frame }) => (frame === null ? {} : { zoom: next(zoom, frame) }))
}
