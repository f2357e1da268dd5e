/** Media that flow: acrylic, canvas, pastel and crayon are laid in strokes; ink, watercolor and spray spread. */
import { UNITS } from './brush.ts'
import type { Brush } from './brush.ts'
import type { Chance } from './chance-source.ts'
import { luminance, mix } from './color.ts'
import type { Color, Rgb } from './color.ts'
import { clamp, fractal, hash, smooth } from './noise.ts'
import { Pixels, contours, recolor } from './pixels.ts'

export type Medium = (b: Brush, r: Chance) => void

interface Pass {
  readonly width: number
  readonly count: number
  readonly length: number
  readonly opacity: number
}

interface Strokes {
  /** The large ones first. */
  readonly passes: readonly Pass[]
  /** How much a stroke's color strays. */
  readonly stray: number
  /** Direction where the picture has none of its own. */
  readonly flow?: number
  /** Paper the strokes stand on; absent = over the picture. */
  readonly ground?: Color
}

/** Short strokes along the picture's own contours. */
function strokes(b: Brush, r: Chance, { passes, stray, flow = 0.35, ground }: Strokes): void {
  const source = new Pixels(b)
  const light = (x: number, y: number): number => luminance(source.colorAt(x, y))
  if (ground !== undefined) b.ground(ground)
  for (const { width, count, length, opacity } of passes) {
    const reach = width * 0.8
    for (let i = 0; i < count; i++) {
      const [x, y] = [r.unit() * UNITS, r.unit() * UNITS]
      const across = light(x + reach, y) - light(x - reach, y)
      const down = light(x, y + reach) - light(x, y - reach)
      const isFlat = Math.hypot(across, down) < 5
      const turn = isFlat ? flow + r.bell() * 0.5 : Math.atan2(across, -down) + r.bell() * 0.2
      const [dx, dy] = [Math.cos(turn) * length * r.between(0.5, 1.1), Math.sin(turn) * length * r.between(0.5, 1.1)]
      const bow = `${x + r.bell() * width * 0.6} ${y + r.bell() * width * 0.6}`
      const [red, green, blue] = shifted(source.colorAt(x, y), stray * r.bell())
      b.stroke(
        `M${x - dx} ${y - dy}Q${bow} ${x + dx} ${y + dy}`,
        `rgba(${red | 0},${green | 0},${blue | 0},${opacity})`,
        width * r.between(0.6, 1.15)
      )
    }
  }
}

/** Clamped: a text color outside 0 to 255 would be no color. */
const shifted = ([red, green, blue]: Rgb, by: number): Rgb => [
  clamp(red + by, 0, 255),
  clamp(green + by, 0, 255),
  clamp(blue + by * 0.8, 0, 255)
]

/** More (above 1) or less of the color itself. */
function saturated(color: Rgb, share: number): Rgb {
  const grey = luminance(color)
  return [grey + (color[0] - grey) * share, grey + (color[1] - grey) * share, grey + (color[2] - grey) * share]
}

/** Three passes of a loaded brush, thick light on every stroke. */
export const acrylic: Medium = (b, r) => {
  const passes = [
    { width: 26, count: 700, length: 26, opacity: 1 },
    { width: 13, count: 2600, length: 16, opacity: 0.95 },
    { width: 6, count: 5200, length: 10, opacity: 0.9 }
  ]
  strokes(b, r, { passes, stray: 22 })
  const rims = contours(new Pixels(b), 1)
  recolor(b, ([red, green, blue], { edge }) => [red + edge * 12, green + edge * 12, blue + edge * 12], rims)
}

/** Broad strokes under a visible weave. */
export const canvas: Medium = (b, r) => {
  const passes = [
    { width: 30, count: 700, length: 24, opacity: 1 },
    { width: 15, count: 2400, length: 15, opacity: 0.9 }
  ]
  strokes(b, r, { passes, stray: 14 })
  recolor(b, ([red, green, blue], { u, v }) => {
    const [x, y] = [u * 150, v * 150]
    const thread = (Math.floor(x) + Math.floor(y)) % 2 === 0 ? y % 1 : x % 1
    const light = (Math.sin(thread * Math.PI) - 0.6) * 26
    return [red + light, green + light, blue + light * 0.9]
  })
}

/** Soft sticks, lifted blacks, the paper's tooth in the lights. */
export const pastel: Medium = (b, r) => {
  const passes = [
    { width: 22, count: 900, length: 26, opacity: 0.9 },
    { width: 12, count: 2200, length: 20, opacity: 0.8 }
  ]
  strokes(b, r, { passes, stray: 14, flow: -0.6 })
  recolor(b, ([red, green, blue], { u, v }) => {
    const tooth = fractal(u * 170 + v * 70, v * 170 - u * 70, { seed: 5, octaves: 2 })
    const cover = smooth(0.26, 0.6, tooth) * 0.4 + 0.6
    return mix('#d9cfc4', [44 + red * 0.83, 44 + green * 0.83, 44 + blue * 0.83], 0.45 + 0.55 * cover)
  })
}

/** Wax that skips the valleys of the paper. */
export const crayon: Medium = (b, r) => {
  const passes = [
    { width: 9, count: 2600, length: 20, opacity: 1 },
    { width: 5, count: 3600, length: 13, opacity: 1 }
  ]
  const sheet = '#fbf7ee'
  strokes(b, r, { passes, stray: 26, flow: -0.7, ground: sheet })
  recolor(b, (color, { u, v }) => {
    const tooth = fractal(u * 150 + v * 60, v * 150 - u * 60, { seed: 6, octaves: 2 })
    return mix(sheet, saturated(color, 1.25), 0.55 + 0.45 * smooth(0.24, 0.46, tooth))
  })
}

/** Below which light each wash lies, and how dark it is. */
const WASHES = [
  [0.78, 0.14],
  [0.56, 0.22],
  [0.36, 0.28],
  [0.18, 0.32]
] as const

/** Four washes of one black on rag paper, a pen line on the contours. */
export const ink: Medium = (b) => {
  const lines = contours(new Pixels(b), 1.2)
  recolor(
    b,
    (color, { u, v, edge }) => {
      const bleed = (fractal(u * 6, v * 6, { seed: 3 }) - 0.5) * 0.16
      const grain = (fractal(u * 90, v * 90, { seed: 6, octaves: 2 }) - 0.5) * 0.1
      const light = (luminance(color) / 255) ** 0.9 + bleed + grain
      let dark = edge * 0.55
      for (const [limit, weight] of WASHES) dark += weight * (1 - smooth(limit - 0.035, limit + 0.035, light))
      return mix(mix('#f3eee2', '#e9e2d2', fractal(u * 30, v * 30, { seed: 2, octaves: 2 })), '#12161f', clamp(dark))
    },
    lines
  )
}

/** Bled edges with a darker rim, granulation, a ragged border of bare paper. */
export const watercolor: Medium = (b, r) => {
  const source = new Pixels(b)
  const size = source.edge
  const seed = Math.floor(r.unit() * 99)
  const sheet = mix('#faf6ec', '#ffffff', 0.2)
  recolor(b, (_color, { u, v }) => {
    const [dx, dy] = [
      (fractal(u * 9, v * 9, { seed }) - 0.5) * 0.05,
      (fractal(u * 9 + 5, v * 9, { seed: seed + 3 }) - 0.5) * 0.05
    ]
    const color = source.color((u + dx) * size, (v + dy) * size)
    const beside = source.light((u + dx + 0.012) * size, (v + dy + 0.012) * size)
    const rim = Math.min(1, Math.abs(luminance(color) - beside) / 70)
    const grain = fractal(u * 70, v * 70, { seed: 5, octaves: 3 })
    const lift = 0.2 + 0.3 * fractal(u * 3.2, v * 3.2, { seed: seed + 8, octaves: 4 })
    const washed = mix(saturated(color, 1.12), sheet, clamp(lift + (grain - 0.5) * 0.34))
    const border = Math.min(u, v, 1 - u, 1 - v) - 0.03 - (fractal(u * 7, v * 7, { seed: seed + 5 }) - 0.5) * 0.055
    const dried = 1 - 0.22 * (smooth(0, 0.012, border) - smooth(0.012, 0.04, border))
    const strength = (1 - rim * 0.3) * dried
    const bare: Rgb = [sheet[0] - grain * 7, sheet[1] - grain * 7, sheet[2] - grain * 7]
    return mix(bare, [washed[0] * strength, washed[1] * strength, washed[2] * strength], smooth(0, 0.014, border))
  })
}

/** Stencil steps, overspray at every edge, a few runs. */
export const sprayPaint: Medium = (b, r) => {
  recolor(b, (color, { u, v }) => {
    const speck = (hash((u * 700) | 0, (v * 700) | 0, 3) - 0.5) * 46
    const strong = saturated(color, 1.3)
    const step = (part: number): number => Math.round((part + speck) / 51) * 51
    return mix(strong, [step(strong[0]), step(strong[1]), step(strong[2])], 0.62)
  })
  const source = new Pixels(b)
  const paintAt = (x: number, y: number, opacity: number): string =>
    `rgba(${source.colorAt(x, y).join(',')},${opacity})`
  for (let i = 0; i < 2400; i++) {
    const [x, y] = [r.unit() * UNITS, r.unit() * UNITS]
    b.disc([x + r.bell() * 16, y + r.bell() * 16, r.unit() ** 3 * 2.4 + 0.3], paintAt(x, y, 0.75))
  }
  for (let i = 0; i < 12; i++) {
    const [x, y, length] = [r.unit() * UNITS, r.between(60, 420), r.between(24, 90)]
    b.stroke(`M${x} ${y}v${length}`, paintAt(x, y, 0.85), r.between(1.4, 3))
    b.disc([x, y + length, 2.4], paintAt(x, y, 0.85))
  }
}
