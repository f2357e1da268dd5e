/** Retro. */
import { UNITS } from './brush.ts'
import type { Brush, Fill } from './brush.ts'
import { Chance } from './chance-source.ts'
import { alpha, mix } from './color.ts'
import type { Color } from './color.ts'
import { TAU, fractal, smooth } from './noise.ts'
import { grain, vignette } from './scenery.ts'
import type { Scene, Scenes } from './scene.ts'

/** Four warm stripes of the seventies bend around one corner and meet a sun. */
const bands: Scene = (b, r) => {
  const [paper, ...stripes] = r.pick<readonly [string, string, string, string, string]>([
    ['#f3e3c3', '#d9502e', '#e98a2e', '#f2bd4b', '#5a7d6a'],
    ['#efe4d0', '#7a3b2e', '#c9633c', '#e3a857', '#3f6470'],
    ['#f2dfc8', '#a8324a', '#e0694a', '#f0ac5a', '#2f5568']
  ])
  const width = 34
  b.ground(paper)
  b.disc([340, 176, 92], stripes[1])
  b.context.lineCap = 'butt'
  for (const [index, color] of stripes.entries()) {
    const radius = 176 - index * width
    b.stroke(`M-10 ${372 - radius}H84A${radius} ${radius} 0 0 1 ${84 + radius} 372V530`, color, width + 0.6)
    b.arc([404, 512, 172 - index * width, Math.PI, TAU], color, width)
  }
  b.shaded(256, (u, v) => [60, 40, 20, 0.14 * smooth(0.5, 0.75, fractal(u * 40, v * 40, { seed: 3, octaves: 2 }))])
  grain(b, 14, 5)
  vignette(b, 0.16, '#5a3a1a')
}

type SixInks = readonly [Color, Color, Color, Color, Color, Color]

/** A travel poster: a canyon in six flat inks, the river the lightest, a banded sky. */
const canyon: Scene = (b, r) => {
  const inks = r.pick<SixInks>([
    ['#f7e0b0', '#f2a65a', '#d9633c', '#a23b3a', '#5b2a3f', '#2b1f38'],
    ['#e6f0e4', '#9fcab8', '#5a9a94', '#2f6a78', '#1f4458', '#142a3c'],
    ['#fbe3d0', '#f5b5a0', '#d9788a', '#8f4f86', '#523a72', '#2a2350']
  ])
  const [light, warm, mid, deep, dark] = inks
  b.ground(light)
  for (let i = 0; i < 7; i++) b.rect([0, i * 34, UNITS, 35], mix(warm, light, i / 6))
  b.disc([150 + r.unit() * 160, 120, 54], mix(light, '#ffffff', 0.55))
  mesa(b, { y: 226, seed: 4, steps: 26 }, mix(warm, mid, 0.5))
  mesa(b, { y: 268, seed: 9, steps: 30 }, mid)
  b.path('M0 300L130 290L170 330L190 420L150 512L0 512Z', deep)
  b.path('M512 270L390 284L350 322L342 400L400 512L512 512Z', deep)
  b.path('M0 372L96 364L128 420L96 512L0 512Z', dark)
  b.path('M512 350L432 362L404 424L440 512L512 512Z', dark)
  for (let i = 0; i < 5; i++) {
    b.stroke(`M0 ${312 + i * 12}L${128 + i * 10} ${302 + i * 13}`, alpha(dark, 0.55), 3)
    b.stroke(`M512 ${288 + i * 12}L${388 - i * 8} ${298 + i * 14}`, alpha(dark, 0.55), 3)
  }
  b.path(
    'M258 322C230 350 300 370 262 410C232 446 190 470 176 512L370 512C356 470 300 450 318 412C340 376 276 352 274 322Z',
    mix(light, '#7fd0d8', 0.5)
  )
  posterPines(b, inks[5])
  b.stroke('M9 9H503V503H9Z', light, 18)
  grain(b, 12, 3)
}

/** Table mountains: flat tops of uneven width, `steps` apart in height. */
function mesa(b: Brush, { y, seed, steps }: { y: number; seed: number; steps: number }, color: Color): void {
  const chance = new Chance(seed)
  let outline = `M-5 ${UNITS}`
  let top = y
  for (let x = -5; x < UNITS + 10;) {
    const width = chance.between(24, 74)
    outline += `L${x} ${top}L${x + width} ${top}`
    top = y + chance.between(-steps, steps)
    x += width + 6
  }
  b.path(`${outline}L${UNITS + 10} ${UNITS}Z`, color)
}

function posterPines(b: Brush, color: Color): void {
  for (const [x, y, height] of [
    [42, 468, 110],
    [76, 494, 70],
    [470, 452, 120],
    [440, 490, 80],
    [494, 500, 60]
  ] as const) {
    for (let q = 0; q < 6; q++) {
      const [half, foot, tip] = [
        height * 0.2 * (1 - q / 7),
        y + 20 - (height * q) / 6,
        y + 20 - (height * (q + 1.7)) / 6
      ]
      b.path(`M${x - half} ${foot}L${x} ${tip}L${x + half} ${foot}Z`, color)
    }
  }
}

/** One radio, two-tone front, dial lit: a product shot of 1961. */
const radio: Scene = (b, r) => {
  const [wall, body, front] = r.pick([
    ['#7fb8a8', '#e9e0c8', '#c94f36'],
    ['#e3a24a', '#f3e6cc', '#3f5d6a'],
    ['#d98a7a', '#f5e6d6', '#3a4a5a']
  ] as const)
  b.ground(wall)
  for (let i = 0; i < 26 * 18; i++) {
    const row = Math.floor(i / 26)
    b.placed({ at: [(i % 26) * 20 + (row % 2) * 10, row * 20], turn: 0.78 }, () =>
      b.rect([-4, -4, 8, 8], 'rgba(255,255,255,.09)')
    )
  }
  b.rect([0, 350, UNITS, 162], mix(front, '#2a1812', 0.45))
  for (let i = 0; i < 9; i++) b.stroke(`M0 ${356 + i * 18}L512 ${360 + i * 18}`, 'rgba(0,0,0,.18)', 2)
  b.oval([256, 404, 190, 16], 'rgba(0,0,0,.34)')
  rounded(b, [76, 150, 360, 250, 46], mix(body, '#3a2a1a', 0.28))
  rounded(b, [76, 144, 360, 246, 46], body)
  rounded(b, [98, 166, 216, 202, 28], front)
  for (let i = 0; i < 11; i++) rounded(b, [114, 182 + i * 16, 184, 7, 3.5], mix(front, '#000000', 0.34))
  dial(b, 342 + r.unit() * 56)
  for (const x of [352, 396]) knob(b, x, r.unit() * TAU)
  b.stroke('M150 146L116 30', '#b9b3a4', 4)
  b.disc([116, 30, 5], '#e6e0d2')
  for (const x of [120, 352]) rounded(b, [x, 388, 40, 14, 5], '#2b211c')
  grain(b, 14, 6)
  vignette(b, 0.26, '#3a2010')
}

function rounded(
  b: Brush,
  [x, y, width, height, radius]: readonly [number, number, number, number, number],
  fill: Fill
): void {
  const corner = (dx: number, dy: number): string => `a${radius} ${radius} 0 0 1 ${dx} ${dy}`
  const [w, h] = [width - 2 * radius, height - 2 * radius]
  const right = `h${w}${corner(radius, radius)}v${h}${corner(-radius, radius)}`
  b.path(`M${x + radius} ${y}${right}h${-w}${corner(-radius, -radius)}v${-h}${corner(radius, -radius)}Z`, fill)
}

function dial(b: Brush, needle: number): void {
  rounded(b, [330, 166, 84, 96, 14], '#23232a')
  rounded(b, [336, 172, 72, 84, 10], '#f8e9b8')
  b.glow([372, 214, 60], '#ffdf8a', 0.6)
  for (let i = 0; i < 11; i++) b.stroke(`M${342 + i * 6} 186V${i % 5 === 0 ? 202 : 194}`, '#5a4a2a', 1.3)
  for (let i = 0; i < 8; i++) b.stroke(`M${344 + i * 8} 236V244`, '#a0522d', 1.3)
  b.stroke(`M${needle} 178L${needle - 4} 250`, '#d8402f', 3)
}

function knob(b: Brush, x: number, turn: number): void {
  b.disc([x, 318, 21], '#3a3026')
  b.disc([x, 316, 19], '#c9a860')
  b.disc([x, 316, 13], '#e6cf8f')
  b.stroke(`M${x} 316L${x + Math.cos(turn) * 14} ${316 + Math.sin(turn) * 14}`, '#3a3026', 3)
}

export const retro: Scenes<'retro'> = { bands, canyon, radio }
