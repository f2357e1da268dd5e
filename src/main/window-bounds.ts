/** Computes the bounds in which the window opens. Pure. */
import { z } from 'zod'

export const MIN_WIDTH = 880
export const MIN_HEIGHT = 560
const DEFAULT_SIZE = { width: 1280, height: 800 }

export interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Content of the window file. */
export const WindowPlace = z.strictObject({
  x: z.int(),
  y: z.int(),
  width: z.int().min(1),
  height: z.int().min(1),
  isMaximized: z.boolean()
})
export type WindowPlace = Readonly<z.infer<typeof WindowPlace>>

/** Part of the title bar that must be visible on a display for the window to be draggable. */
const MIN_VISIBLE = { width: 120, height: 24 }

export interface OpeningBounds {
  readonly width: number
  readonly height: number
  /** If missing, the system centers the window. */
  readonly x?: number
  readonly y?: number
}

/**
 * Returns the saved bounds if the title bar is reachable on a current display; otherwise the default size, centered.
 */
export function openingBounds(kept: WindowPlace | null, workAreas: readonly Rectangle[]): OpeningBounds {
  if (kept === null) return DEFAULT_SIZE
  const size = { width: Math.max(kept.width, MIN_WIDTH), height: Math.max(kept.height, MIN_HEIGHT) }
  const isReachable = workAreas.some((area) => showsTitleBar(kept, area))
  return isReachable ? { ...size, x: kept.x, y: kept.y } : DEFAULT_SIZE
}

function showsTitleBar(place: Rectangle, area: Rectangle): boolean {
  const visibleWidth = Math.min(place.x + place.width, area.x + area.width) - Math.max(place.x, area.x)
  const isTopInside = place.y >= area.y && place.y + MIN_VISIBLE.height <= area.y + area.height
  return isTopInside && visibleWidth >= MIN_VISIBLE.width
}
