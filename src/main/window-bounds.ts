/** Where the window opens. Pure. */
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

/** What the window file holds. */
export const WindowPlace = z.strictObject({
  x: z.int(),
  y: z.int(),
  width: z.int().min(1),
  height: z.int().min(1),
  isMaximized: z.boolean()
})
export type WindowPlace = Readonly<z.infer<typeof WindowPlace>>

/** So much of the title bar must lie on a display for a hand to catch the window. */
const CATCHABLE = { width: 120, height: 24 }

export interface OpeningBounds {
  readonly width: number
  readonly height: number
  /** Left out: the system centers the window. */
  readonly x?: number
  readonly y?: number
}

/** The kept place if its title bar can be caught on a display that is here now; else the default size, centered. */
export function openingBounds(kept: WindowPlace | null, workAreas: readonly Rectangle[]): OpeningBounds {
  if (kept === null) return DEFAULT_SIZE
  const size = { width: Math.max(kept.width, MIN_WIDTH), height: Math.max(kept.height, MIN_HEIGHT) }
  const isCatchable = workAreas.some((area) => showsTitleBar(kept, area))
  return isCatchable ? { ...size, x: kept.x, y: kept.y } : DEFAULT_SIZE
}

function showsTitleBar(place: Rectangle, area: Rectangle): boolean {
  const visibleWidth = Math.min(place.x + place.width, area.x + area.width) - Math.max(place.x, area.x)
  const isTopInside = place.y >= area.y && place.y + CATCHABLE.height <= area.y + area.height
  return isTopInside && visibleWidth >= CATCHABLE.width
}
