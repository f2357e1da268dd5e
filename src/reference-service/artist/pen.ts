/** Pen and paper for the sketches. */
import type { Brush, Point } from './brush.ts'
import type { Chance } from './chance-source.ts'
import { alpha } from './color.ts'
import type { Color } from './color.ts'
import { fractal } from './noise.ts'

export const INK = '#26282e'

export interface Pen {
  readonly color?: Color
  readonly width?: number
  /** How far the hand shakes. */
  readonly shake?: number
}

/** A line drawn twice by hand, the second time lighter. */
export function drawn(
  b: Brush,
  r: Chance,
  { points, color = INK, width = 1.2, shake = 1.2 }: Pen & { readonly points: readonly Point[] }
): void {
  for (const [opacity, weight] of [
    [0.86, 1],
    [0.38, 0.7]
  ] as const) {
    let data = ''
    for (const [index, [x, y]] of points.entries()) {
      const end = `${x + r.bell() * shake} ${y + r.bell() * shake}`
      const before = points[index - 1]
      const bow =
        before === undefined
          ? ''
          : `${(before[0] + x) / 2 + r.bell() * shake * 1.4} ${(before[1] + y) / 2 + r.bell() * shake * 1.4}`
      data += before === undefined ? `M${end}` : `Q${bow} ${end}`
    }
    b.stroke(data, alpha(color, opacity), width * weight)
  }
}

export interface Hatching {
  readonly points: readonly Point[]
  /** Direction in radians. */
  readonly turn: number
  readonly step: number
  readonly strength: number
  readonly color?: Color
}

/** Parallel strokes inside a shape. */
export function hatch(b: Brush, r: Chance, { points, turn, step, strength, color = INK }: Hatching): void {
  const [dx, dy] = [Math.cos(turn), Math.sin(turn)]
  const { x: middleX, y: middleY, reach } = surroundings(points)
  b.clipped(`M${points.map(([x, y]) => `${x} ${y}`).join('L')}Z`, () => {
    for (let d = -reach; d < reach; d += step) {
      const [x, y] = [middleX - dy * d, middleY + dx * d]
      const start = `M${x - dx * reach + r.bell() * 2} ${y - dy * reach}`
      b.stroke(
        `${start}L${x + dx * reach} ${y + dy * reach + r.bell() * 2}`,
        alpha(color, strength * (0.5 + 0.5 * r.unit())),
        0.8
      )
    }
  })
}

/** A circle around all points. */
function surroundings(points: readonly Point[]): { readonly x: number; readonly y: number; readonly reach: number } {
  const x = points.reduce((sum, point) => sum + point[0], 0) / points.length
  const y = points.reduce((sum, point) => sum + point[1], 0) / points.length
  return { x, y, reach: Math.max(...points.map((point) => Math.hypot(point[0] - x, point[1] - y))) }
}

/** A sheet with a little tooth. */
export function paper(b: Brush, color: Color): void {
  b.ground(color)
  b.shaded(200, (u, v) => [120, 100, 70, 0.09 * fractal(u * 24, v * 24, { seed: 3, octaves: 3 })])
}

/** Points along a curve told by a place of 0 to 1. */
export const path = (count: number, at: (t: number) => Point): Point[] =>
  Array.from({ length: count }, (_, i) => at(i / (count - 1)))
/** The corners of a rectangle, back to the first. */
export const frame = (x: number, y: number, w: number, h: number): Point[] => [
  [x, y],
  [x + w, y],
  [x + w, y + h],
  [x, y + h],
  [x, y]
]
