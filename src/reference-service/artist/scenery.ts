/** Things that many scenes are made of: ridges, stars, mist, water, clouds. */
import { UNITS } from './brush.ts'
import type { Brush, Fill } from './brush.ts'
import type { Chance } from './chance-source.ts'
import { alpha, rgb } from './color.ts'
import type { Color } from './color.ts'
import { clamp, fractal, hash, noise } from './noise.ts'

export interface Ridge {
  /** Middle height of the line, and how far it goes up and down. */
  readonly y: number
  readonly height: number
  /** Hills across the picture. */
  readonly waves: number
  readonly seed: number
  readonly octaves?: number
}

/** A line of hills, filled down to the floor. */
export function ridge(b: Brush, shape: Ridge, fill: Fill): void {
  const { seed, octaves = 5 } = shape
  let data = `M-2 ${UNITS + 2}`
  for (let x = -2; x <= UNITS + 4; x += 2) {
    const rise = fractal((x * shape.waves) / UNITS + 3, seed * 1.7, { seed, octaves })
    data += `L${x} ${shape.y - (rise - 0.5) * 2 * shape.height}`
  }
  b.path(`${data}L${UNITS + 4} ${UNITS + 2}Z`, fill)
}

/** Stars above `bottom`, thinner towards it. */
export function stars(
  b: Brush,
  r: Chance,
  { count, bottom }: { readonly count: number; readonly bottom: number }
): void {
  for (let i = 0; i < count; i++) {
    const y = r.unit() * bottom
    const size = 0.45 + r.unit() ** 6 * 1.7
    const opacity = (0.25 + 0.75 * r.unit()) * (1 - (0.6 * y) / bottom)
    b.disc(
      [r.unit() * UNITS, y, size],
      `rgba(255,${(235 + r.unit() * 20) | 0},${(225 + r.unit() * 30) | 0},${opacity})`
    )
  }
}

export interface Water {
  /** Height of the water line. */
  readonly y: number
  readonly ripple: number
  /** Above 1 the mirrored picture is flattened. */
  readonly squash?: number
  /** Laid over the water from the line to the viewer. */
  readonly tint: readonly [Color, Color]
}

/** Mirrors what is above the line row by row, with a sideways ripple that grows towards the viewer. */
export function mirror(b: Brush, r: Chance, water: Water): void {
  const scale = b.pixels / UNITS
  const top = Math.round(water.y * scale)
  const source = b.copy()
  const seed = Math.floor(r.unit() * 999)
  const reach = water.ripple * scale
  b.context.save()
  b.context.resetTransform()
  for (let row = 0; row < b.pixels - top; row++) {
    const depth = row / (b.pixels - top)
    const pace = ((row / scale) * 0.34) / (0.2 + depth)
    const sway = (noise(pace, 1, seed) - 0.5) * 2 * (0.12 + depth) + (noise(pace * 3.1, 9, seed) - 0.5) * 0.6 * depth
    const lift = (noise((row / scale) * 0.6, 5, seed) - 0.5) * 6 * scale * depth
    const from = clamp(top - 1 - row * (water.squash ?? 1) - lift, 0, top - 1)
    const [x, width] = [sway * reach - reach, b.pixels + 2 * reach]
    b.context.drawImage(source, 0, from, b.pixels, 1, x, top + row, width, 1)
  }
  b.context.restore()
  b.rect([0, water.y, UNITS, UNITS - water.y], b.linear([0, water.y, 0, UNITS], ...water.tint))
}

export interface Streak {
  readonly at: readonly [x: number, y: number]
  readonly length: number
  readonly width: number
  readonly opacity: number
  readonly color: Color
}

/** The broken line of light a lamp throws on water. */
export function streak(b: Brush, r: Chance, { at: [x, y], length, width, opacity, color }: Streak): void {
  b.blended('screen', () => {
    for (let q = 0; q < length; q += 2.2) {
      const depth = q / length
      const w = width * (0.5 + r.unit() * 1.3) * (0.6 + depth)
      const strength = opacity * (1 - depth) * (0.35 + 0.65 * r.unit())
      b.rect([x - w / 2 + r.bell() * (1 + 5 * depth), y + q, w, 1.5], alpha(color, strength))
    }
  })
}

/** Film grain over everything. */
export function grain(b: Brush, strength: number, seed = 1): void {
  const image = b.context.getImageData(0, 0, b.pixels, b.pixels)
  const { data } = image
  for (let at = 0, i = 0; at < data.length; at += 4, i++) {
    const change = (hash(i % b.pixels, (i / b.pixels) | 0, seed) - 0.5) * strength
    for (let part = at; part < at + 3; part++) data[part] = (data[part] ?? 0) + change
  }
  b.context.putImageData(image, 0, 0)
}

/** Darker corners. */
export function vignette(b: Brush, strength: number, color: Color = '#000000'): void {
  const shadow = b.context.createRadialGradient(256, 240, 170, 256, 256, 390)
  shadow.addColorStop(0, alpha(color, 0))
  shadow.addColorStop(1, alpha(color, strength))
  b.ground(shadow)
}

export interface Flock {
  readonly at: readonly [x: number, y: number]
  readonly count: number
  readonly color: Color
}

export function birds(b: Brush, r: Chance, { at, count, color }: Flock): void {
  for (let i = 0; i < count; i++) {
    const x = at[0] + r.bell() * 60
    const y = at[1] + r.bell() * 26
    const w = 4 + r.unit() * 5
    const wing = (side: number): string => `Q${x + side * w * 0.4} ${y - w * 0.6}`
    b.stroke(`M${x - w} ${y - w * 0.35}${wing(-1)} ${x} ${y}${wing(1)} ${x + w} ${y - w * 0.35}`, color, 1.3)
  }
}

export interface Wisps {
  readonly count: number
  readonly top: number
  readonly bottom: number
  readonly color: Color
  readonly opacity?: number
  readonly length?: number
}

/** Thin clouds drawn out by the wind. */
export function wisps(b: Brush, r: Chance, { count, top, bottom, color, opacity = 0.5, length = 150 }: Wisps): void {
  b.layered(2.6, (layer) => {
    for (let i = 0; i < count; i++) {
      const x = r.unit() * UNITS
      const y = r.between(top, bottom)
      const w = length * (0.35 + 0.7 * r.unit())
      for (let q = 0; q < 4; q++) {
        const size: readonly [number, number] = [w * (0.35 + 0.65 * r.unit()), 0.8 + r.unit() * 2.6]
        const paint = alpha(color, opacity * (0.3 + 0.5 * r.unit()))
        layer.oval([x + r.bell() * w * 0.8, y + r.bell() * 4, ...size], paint)
      }
    }
  })
}

export interface Mist {
  readonly y: number
  readonly height: number
  readonly color: Color
  readonly opacity: number
  readonly seed: number
}

/** A bank of fog. */
export function mist(b: Brush, { y, height, color, opacity, seed }: Mist): void {
  const paint = rgb(color)
  b.shaded(128, (u, v) => {
    const near = Math.exp(-(((v * UNITS - y) / height) ** 2))
    return [...paint, clamp(near * opacity * (0.45 + 1.1 * fractal(u * 3, v * 9, { seed, octaves: 4 })))]
  })
}

export interface Grass {
  readonly y: number
  readonly count: number
  readonly height: number
  readonly color: Color
  readonly lean?: number
}

export function grass(b: Brush, r: Chance, { y, count, height, color, lean = 6 }: Grass): void {
  for (let i = 0; i < count; i++) {
    const x = r.unit() * UNITS
    const tall = height * (0.4 + r.unit())
    const tip = x + r.bell() * lean + lean * 0.4
    b.stroke(`M${x} ${y + 8}Q${x + r.bell() * 3} ${y - tall * 0.5} ${tip} ${y - tall}`, color, 0.8 + r.unit() * 1.4)
  }
}

export interface Windows {
  readonly area: readonly [x: number, y: number, width: number, height: number]
  readonly colors: readonly Color[]
  /** Share of lit ones. */
  readonly share: number
  readonly step?: readonly [x: number, y: number]
}

/** Lit windows on a facade. */
export function windows(
  b: Brush,
  r: Chance,
  { area: [x, y, w, h], colors, share, step: [sx, sy] = [7, 9] }: Windows
): void {
  for (let i = x + 4; i < x + w - 4; i += sx) {
    for (let j = y + 5; j < y + h - 4; j += sy) {
      if (r.unit() < share) b.rect([i, j, sx * 0.5, sy * 0.5], alpha(r.pick(colors), 0.55 + 0.45 * r.unit()))
    }
  }
}

/** Slanting or falling drops. */
export function rain(b: Brush, r: Chance, { count, color }: { readonly count: number; readonly color: Color }): void {
  for (let i = 0; i < count; i++) {
    const x = r.unit() * 550
    const y = r.unit() * UNITS
    const length = r.between(8, 25)
    b.stroke(`M${x} ${y}l${-length * 0.14} ${length}`, alpha(color, r.between(0.05, 0.25)), 0.8)
  }
}
