/** Media that scratch, smudge or are cut: chalk, charcoal, pencil and glass. */
import type { Brush } from './brush.ts'
import type { Chance } from './chance-source.ts'
import { luminance, mix } from './color.ts'
import type { Rgb } from './color.ts'
import type { Medium } from './media-wet.ts'
import { TAU, clamp, fractal, smooth } from './noise.ts'
import { Pixels, contours, recolor } from './pixels.ts'

/** A school board: what looks like the picture's corners stays board, the rest is rubbed or drawn on. */
export const chalk: Medium = (b) => {
  const pixels = new Pixels(b)
  const lines = contours(pixels, 1.3)
  const far = pixels.edge - 9
  const corners = [pixels.light(8, 8), pixels.light(far, 8), pixels.light(8, far), pixels.light(far, far)]
  const ground = corners.reduce((sum, light) => sum + light, 0) / corners.length
  recolor(
    b,
    (color, { u, v, edge }) => {
      const tooth = smooth(0.34, 0.6, fractal(u * 190 + v * 40, v * 190 - u * 40, { seed: 4, octaves: 2 }))
      const smear = fractal(u * 26 + v * 26, (v - u) * 5, { seed: 9, octaves: 3 })
      const rubbed = clamp((Math.abs(luminance(color) - ground) - 14) / 90) * (0.5 + 0.5 * smear)
      const board = mix('#25302d', '#33403b', fractal(u * 4, v * 4, { seed: 8 }))
      return mix(board, mix(color, '#f6f3ea', 0.62), clamp(clamp(edge * 1.4 + rubbed) * (0.4 + 0.6 * tooth)))
    },
    lines
  )
}

/** Smudged tone, a coarse tooth, rubbed-out lights. */
export const charcoal: Medium = (b) => {
  const lines = contours(new Pixels(b), 1.1)
  smudge(b)
  recolor(
    b,
    (color, { u, v, edge }) => {
      const light = (luminance(color) / 255) ** 0.82
      const tooth = (fractal(u * 120, v * 120, { seed: 3, octaves: 3 }) - 0.5) * 0.34
      const drag = (fractal(u * 5 + v * 12, v * 5 - u * 12, { seed: 9, octaves: 3 }) - 0.5) * 0.2
      const dark = clamp(1 - smooth(0.1, 0.9, light + tooth + drag)) * 0.93 + edge * 0.34
      return mix('#efe9df', '#1d1b1c', clamp(dark))
    },
    lines
  )
}

function smudge(b: Brush): void {
  const copy = b.copy()
  b.context.save()
  b.context.resetTransform()
  b.context.filter = `blur(${b.pixels / 220}px)`
  b.context.drawImage(copy, 0, 0)
  b.context.restore()
}

/** Layers of hatching: below which light, in which direction, how close. */
const HATCHES = [
  [0.86, 0.8, 62],
  [0.64, 0.8, 118],
  [0.46, 2.2, 84],
  [0.28, 1.5, 96],
  [0.16, 0.1, 110]
] as const

/** Tone becomes crossing hatches; contours are drawn over them. */
export const pencil: Medium = (b) => {
  const lines = contours(new Pixels(b), 1.2)
  recolor(
    b,
    (color, { u, v, edge }) => {
      const light = luminance(color) / 255
      const wobble = 0.4 * fractal(u * 8, v * 8, { seed: 2, octaves: 2 })
      let dark = edge * 0.8 + clamp(0.5 - light) * 0.2
      for (const [limit, turn, pace] of HATCHES) {
        const line = Math.sin(((u * Math.cos(turn) + v * Math.sin(turn)) * pace + wobble) * TAU) * 0.5 + 0.5
        dark += clamp((limit - light) * 3.4) * line ** 2.2 * 0.36
      }
      const grain = 0.72 + 0.56 * fractal(u * 140, v * 140, { seed: 7, octaves: 2 })
      return mix('#f4f0e7', '#2a2b31', clamp(dark * grain))
    },
    lines
  )
}

/** Panes an edge. */
const PANES = 15

/** Lead between uneven cells, each pane one color, light through it. */
export const glass: Medium = (b, r) => {
  const source = new Pixels(b)
  const centers = paneCenters(r)
  b.shaded(512, (u, v) => {
    const { nearest, first, second } = nearestPane(centers, u, v)
    const color = source.color(nearest[0] * source.edge, nearest[1] * source.edge)
    const shine = 0.72 + 0.42 * fractal(u * 14, v * 14, { seed: 4, octaves: 3 }) + 0.14 * (1 - first * PANES)
    const grey = luminance(color)
    const lit = (part: number): number => (grey + (part - grey) * 1.35) * shine + 8
    const gap = (second - first) * PANES
    const lead = mix('#121316', '#4a4d55', smooth(0, 0.05, gap) * 0.6)
    const pane: Rgb = [lit(color[0]), lit(color[1]), lit(color[2])]
    return mix(lead, pane, smooth(0.05, 0.13, gap))
  })
  b.glow([180, 150, 300], '#fff0cc', 0.16)
}

type Center = readonly [x: number, y: number]
const ROW = PANES + 2

/** One center a cell, with a border of cells outside the picture. */
function paneCenters(r: Chance): Center[] {
  return Array.from({ length: ROW * ROW }, (_, index): Center => {
    const [i, j] = [(index % ROW) - 1, Math.floor(index / ROW) - 1]
    return [(i + 0.5 + r.bell() * 0.42) / PANES, (j + 0.5 + r.bell() * 0.42) / PANES]
  })
}

/** The center of the pane a place belongs to, and the distances to it and to the next one. */
interface NearestPane {
  readonly nearest: Center
  readonly first: number
  readonly second: number
}

function nearestPane(centers: readonly Center[], u: number, v: number): NearestPane {
  const [column, row] = [Math.floor(u * PANES) + 1, Math.floor(v * PANES) + 1]
  let found: NearestPane = { nearest: [u, v], first: 9, second: 9 }
  for (let j = Math.max(0, row - 2); j <= Math.min(ROW - 1, row + 2); j++) {
    for (let i = Math.max(0, column - 2); i <= Math.min(ROW - 1, column + 2); i++) {
      const center = centers[j * ROW + i]
      if (center === undefined) continue
      const [dx, dy] = [u - center[0], v - center[1]]
      const distance = Math.sqrt(dx * dx + dy * dy)
      if (distance < found.first) found = { nearest: center, first: distance, second: found.first }
      else if (distance < found.second) found = { ...found, second: distance }
    }
  }
  return found
}
