/**
 * Zoom and pan of one picture. All lengths in CSS px; positions are measured from the middle of the stage, to the right
 * and down. Pure.
 */
import type { PictureSize } from '../../../shared/picture-info.ts'

/** The available space, the picture in its own pixels, and the device px per CSS px. */
export interface ZoomFrame {
  readonly stage: { readonly width: number; readonly height: number }
  readonly picture: { readonly width: number; readonly height: number }
  readonly pixelRatio: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** `fit`: as large as the stage allows. `scale`: CSS px per pixel of the picture, and the position of its middle. */
export type Zoom = { readonly kind: 'fit' } | ({ readonly kind: 'scale'; readonly scale: number } & Point)

export const FIT: Zoom = { kind: 'fit' }
const MIDDLE: Point = { x: 0, y: 0 }

/** Space between picture and stage at `fit`. */
const FIT_MARGIN = 24
/** The largest enlargement of a small picture at `fit`. */
const MAX_FIT_SCALE = 2
/** Limits of wheel and buttons, relative to the picture’s own pixels; the whole picture can always be shown. */
const MIN_SCALE = 0.05
/** The scale if the stage has no space. */
const TINY_SCALE = 1e-4
const MAX_SCALE = 8
const STEP = 1.25

/** Returns the scale that shows the whole picture. */
export function fitScale({ stage, picture }: ZoomFrame): number {
  const across = (stage.width - 2 * FIT_MARGIN) / picture.width
  const down = (stage.height - 2 * FIT_MARGIN) / picture.height
  return Math.max(TINY_SCALE, Math.min(across, down, MAX_FIT_SCALE))
}

/** Returns the scale and middle as drawn. */
export function placed(zoom: Zoom, frame: ZoomFrame): { readonly scale: number } & Point {
  return zoom.kind === 'fit' ? { scale: fitScale(frame), ...MIDDLE } : zoom
}

/** Returns the zoom relative to device pixels: 1 = one pixel of the picture per pixel of the screen. */
export function zoomShare(zoom: Zoom, frame: ZoomFrame): number {
  return placed(zoom, frame).scale * frame.pixelRatio
}

/** Zooms one step in or out around a fixed point. */
export function stepZoom(zoom: Zoom, frame: ZoomFrame, step: { direction: 'in' | 'out'; at?: Point }): Zoom {
  const factor = step.direction === 'in' ? STEP : 1 / STEP
  return zoomBy(zoom, frame, { factor, at: step.at ?? MIDDLE })
}

/** Multiplies the scale around a fixed point. */
export function zoomBy(zoom: Zoom, frame: ZoomFrame, by: { factor: number; at: Point }): Zoom {
  return scaleTo(zoom, frame, { scale: placed(zoom, frame).scale * by.factor, at: by.at })
}

/** Zooms to 100 % at the point, or back to `fit` if it is at 100 % already. */
export function toggleWhole(zoom: Zoom, frame: ZoomFrame, at: Point = MIDDLE): Zoom {
  const whole = 1 / frame.pixelRatio
  if (zoom.kind === 'scale' && isNear(zoom.scale, whole)) return FIT
  return scaleTo(zoom, frame, { scale: whole, at })
}

/** Moves the picture within the stage. */
export function panBy(zoom: Zoom, frame: ZoomFrame, by: Point): Zoom {
  if (zoom.kind === 'fit') return zoom
  return withinStage({ ...zoom, x: zoom.x + by.x, y: zoom.y + by.y }, frame)
}

/** Returns whether part of the picture is outside the stage, so that it can be moved. */
export function canPan(zoom: Zoom, frame: ZoomFrame): boolean {
  return panLimit(placed(zoom, frame).scale, frame).x > 0 || panLimit(placed(zoom, frame).scale, frame).y > 0
}

function scaleTo(zoom: Zoom, frame: ZoomFrame, to: { scale: number; at: Point }): Zoom {
  const from = placed(zoom, frame)
  const min = Math.min(MIN_SCALE, fitScale(frame))
  const scale = Math.min(MAX_SCALE / frame.pixelRatio, Math.max(min, to.scale))
  const ratio = scale / from.scale
  const x = to.at.x - (to.at.x - from.x) * ratio
  const y = to.at.y - (to.at.y - from.y) * ratio
  return withinStage({ kind: 'scale', scale, x, y }, frame)
}

function withinStage(zoom: Extract<Zoom, { kind: 'scale' }>, frame: ZoomFrame): Zoom {
  const limit = panLimit(zoom.scale, frame)
  return { ...zoom, x: clamp(zoom.x, limit.x), y: clamp(zoom.y, limit.y) }
}

/** Returns how far the picture’s middle may be from that of the stage. */
function panLimit(scale: number, { stage, picture }: ZoomFrame): Point {
  return {
    x: Math.max(0, (picture.width * scale - stage.width) / 2),
    y: Math.max(0, (picture.height * scale - stage.height) / 2)
  }
}

const clamp = (value: number, limit: number): number => Math.min(limit, Math.max(-limit, value))
const isNear = (a: number, b: number): boolean => Math.abs(a - b) < 0.001

// The size of a picture before it is loaded. Pure.

const RESOLUTION = /^(\d{1,5})x(\d{1,5})$/
const DEFAULT_SIZE: PictureSize = { width: 1024, height: 1024 }

/** Returns the size in a resolution like “512x512”; the default for any other. */
export function sizeOfResolution(resolution: string | null): PictureSize {
  const [, width, height] = RESOLUTION.exec(resolution ?? '') ?? []
  const size = { width: Number(width ?? 0), height: Number(height ?? 0) }
  return size.width > 0 && size.height > 0 ? size : DEFAULT_SIZE
}
