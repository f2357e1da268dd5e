/** Painted cumulus: puffs from back to front, each lit from the upper left, the base dissolving into the air. */
import type { CanvasGradient } from '@napi-rs/canvas'
import { UNITS } from './brush.ts'
import type { Brush } from './brush.ts'
import type { Chance } from './chance-source.ts'
import { css, mix } from './color.ts'
import type { Color } from './color.ts'
import { clamp, noise } from './noise.ts'

export interface Cloud {
  /** Middle of the base. */
  readonly at: readonly [x: number, base: number]
  readonly width: number
  readonly height: number
  readonly puffs?: number
  /** Towers it has. */
  readonly lumps?: number
  readonly middle?: Color
  readonly shadow?: Color
}

interface Puff {
  readonly x: number
  readonly y: number
  readonly radius: number
  /** 0 at the base, about 1 at the top. */
  readonly rise: number
}

const LIGHT = '#ffffff'

export function cloud(b: Brush, r: Chance, shape: Cloud): void {
  b.layered(0.9, (layer) => {
    const puffs = makePuffs(r, shape).sort((a, c) => a.y - c.y)
    for (const puff of puffs) {
      const unevenness = 0.25 * r.unit()
      const size = puff.radius * (1 + unevenness)
      layer.oval(
        [puff.x, puff.y, size, puff.radius * (0.92 + unevenness * 0.2)],
        puffPaint(layer, { puff, shape, unevenness })
      )
    }
    dissolveBase(layer, shape)
  })
}

function makePuffs(r: Chance, { at: [x, base], width, height, puffs = 110, lumps = 4 }: Cloud): Puff[] {
  const seed = Math.floor(r.unit() * 999)
  const outline = (t: number): number =>
    Math.sin(Math.PI * clamp(t, 0.02, 0.98)) ** 0.8 * (0.42 + 0.8 * noise(t * lumps, 2, seed))
  return Array.from({ length: Math.round(puffs * 1.7) }, () => {
    const t = r.unit()
    const rise = r.unit() ** 0.7 * outline(t)
    const radius = Math.max(height * 0.045, height * (0.05 + 0.13 * r.unit() ** 1.5) * (1.1 - 0.35 * rise))
    return { x: x + (t - 0.5) * width, y: base - rise * height, radius, rise }
  })
}

function puffPaint(layer: Brush, from: { puff: Puff; shape: Cloud; unevenness: number }): CanvasGradient {
  const { puff, unevenness } = from
  const middle = from.shape.middle ?? '#e6f0fa'
  const shadow = from.shape.shadow ?? '#8fb4dc'
  const { x, y, radius } = puff
  const depth = 1 - puff.rise
  const [lightX, lightY] = [x - radius * 0.5, y - radius * 0.75]
  const paint = layer.context.createRadialGradient(
    lightX,
    lightY,
    radius * 0.2,
    x - radius * 0.35,
    y - radius * 0.5,
    radius * 1.62
  )
  paint.addColorStop(0, css(mix(LIGHT, middle, clamp(depth * 0.8 - 0.3 + unevenness))))
  paint.addColorStop(0.42, css(mix(LIGHT, middle, clamp(depth * 0.9 - 0.05 + unevenness))))
  paint.addColorStop(0.78, css(mix(middle, shadow, clamp(0.12 + depth * 0.6))))
  paint.addColorStop(1, css(mix(middle, shadow, clamp(0.42 + depth * 0.66))))
  return paint
}

function dissolveBase(layer: Brush, { at: [, base], height }: Cloud): void {
  layer.blended('destination-out', () => {
    const [top, bottom] = [base - height * 0.26, base + height * 0.14]
    const fade = layer.linear([0, top, 0, bottom], 'rgba(0,0,0,0)', 'rgba(0,0,0,.5)', 'rgba(0,0,0,1)')
    layer.rect([0, top, UNITS, UNITS], fade)
  })
}
