/**
 * Zoom and pan of one picture. All lengths in CSS px; places are measured from the middle of the stage, to the right
 * and down. Pure.
 */
import type { PictureSize } from '../../../shared/picture-info.ts'

/** What is looked at: the room for it, the picture in its own pixels, and how many device px a CSS px has. */
export interface ZoomFrame {
  readonly stage: { readonly width: number; readonly height: number }
  readonly picture: { readonly width: number; readonly height: number }
  readonly pixelRatio: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** `fit`: as large as the stage allows. Else CSS px for each pixel of the picture, and where its middle lies. */
export type Zoom = { readonly kind: 'fit' } | ({ readonly kind: 'scale'; readonly scale: number } & Point)

export const FIT: Zoom = { kind: 'fit' }
const MIDDLE: Point = { x: 0, y: 0 }

/** Space between picture and stage when it fits. */
const WELL = 24
/** A small picture is enlarged to fit, but no further than this. */
const MOST_ENLARGED = 2
/** Of its own pixels: how far the wheel and the buttons go; always far enough to see all of it. */
const LEAST = 0.05
/** Where the stage has no room. */
const NONE = 1e-4
const MOST = 8
const STEP = 1.25

/** The scale at which the whole picture is seen. */
export function fitScale({ stage, picture }: ZoomFrame): number {
  const across = (stage.width - 2 * WELL) / picture.width
  const down = (stage.height - 2 * WELL) / picture.height
  return Math.max(NONE, Math.min(across, down, MOST_ENLARGED))
}

/** Scale and middle as drawn. */
export function placed(zoom: Zoom, frame: ZoomFrame): { readonly scale: number } & Point {
  return zoom.kind === 'fit' ? { scale: fitScale(frame), ...MIDDLE } : zoom
}

/** Share of its own pixels on this screen: 1 = one pixel of the picture for each of the screen. */
export function zoomShare(zoom: Zoom, frame: ZoomFrame): number {
  return placed(zoom, frame).scale * frame.pixelRatio
}

/** The next step in or out, at a point that stays where it is. */
export function stepZoom(zoom: Zoom, frame: ZoomFrame, step: { direction: 'in' | 'out'; at?: Point }): Zoom {
  const factor = step.direction === 'in' ? STEP : 1 / STEP
  return zoomBy(zoom, frame, { factor, at: step.at ?? MIDDLE })
}

/** Multiplies the scale, at a point that stays where it is. */
export function zoomBy(zoom: Zoom, frame: ZoomFrame, by: { factor: number; at: Point }): Zoom {
  return scaleTo(zoom, frame, { scale: placed(zoom, frame).scale * by.factor, at: by.at })
}

/** 100 % at the point, or back to fit when it is at 100 % already. */
export function toggleWhole(zoom: Zoom, frame: ZoomFrame, at: Point = MIDDLE): Zoom {
  const whole = 1 / frame.pixelRatio
  if (zoom.kind === 'scale' && isNear(zoom.scale, whole)) return FIT
  return scaleTo(zoom, frame, { scale: whole, at })
}

/** Moves the picture; it never leaves the stage. */
export function panBy(zoom: Zoom, frame: ZoomFrame, by: Point): Zoom {
  if (zoom.kind === 'fit') return zoom
  return withinStage({ ...zoom, x: zoom.x + by.x, y: zoom.y + by.y }, frame)
}

/** A part of the picture lies outside of the stage, so it can be moved. */
export function canPan(zoom: Zoom, frame: ZoomFrame): boolean {
  return slack(placed(zoom, frame).scale, frame).x > 0 || slack(placed(zoom, frame).scale, frame).y > 0
}

function scaleTo(zoom: Zoom, frame: ZoomFrame, to: { scale: number; at: Point }): Zoom {
  const from = placed(zoom, frame)
  const least = Math.min(LEAST, fitScale(frame))
  const scale = Math.min(MOST / frame.pixelRatio, Math.max(least, to.scale))
  const ratio = scale / from.scale
  const x = to.at.x - (to.at.x - from.x) * ratio
  const y = to.at.y - (to.at.y - from.y) * ratio
  return withinStage({ kind: 'scale', scale, x, y }, frame)
}

function withinStage(zoom: Extract<Zoom, { kind: 'scale' }>, frame: ZoomFrame): Zoom {
  const most = slack(zoom.scale, frame)
  return { ...zoom, x: clamp(zoom.x, most.x), y: clamp(zoom.y, most.y) }
}

/** How far the picture's middle may lie from that of the stage. */
function slack(scale: number, { stage, picture }: ZoomFrame): Point {
  return {
    x: Math.max(0, (picture.width * scale - stage.width) / 2),
    y: Math.max(0, (picture.height * scale - stage.height) / 2)
  }
}

const clamp = (value: number, most: number): number => Math.min(most, Math.max(-most, value))
const isNear = (a: number, b: number): boolean => Math.abs(a - b) < 0.001

// How large a picture is before it was loaded. Pure.

const RESOLUTION = /^(\d{1,5})x(\d{1,5})$/
const USUAL: PictureSize = { width: 1024, height: 1024 }

/** Size that a resolution like "512x512" names; the usual one for any other. */
export function sizeOfResolution(resolution: string | null): PictureSize {
  const [, width, height] = RESOLUTION.exec(resolution ?? '') ?? []
  const size = { width: Number(width ?? 0), height: Number(height ?? 0) }
  return size.width > 0 && size.height > 0 ? size : USUAL
}
