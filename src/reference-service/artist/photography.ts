/** Photography: no outlines; haze and grain carry it. */
import { UNITS } from './brush.ts'
import type { Brush } from './brush.ts'
import type { Chance } from './chance-source.ts'
import { alpha, mix } from './color.ts'
import type { Color } from './color.ts'
import { clamp, fractal, smooth } from './noise.ts'
import { grain, mist, ridge, vignette } from './scenery.ts'
import type { Scene, Scenes } from './scene.ts'

/** Seven hazy layers at morning, trees only on the nearest, the sun just out of the frame. */
const ridges: Scene = (b, r) => {
  const [light, haze, dark] = r.pick([
    ['#f6d7b0', '#d9a48c', '#2c3a4c'],
    ['#dfe6e8', '#9fb3bd', '#1f2f33'],
    ['#f0c7c0', '#a9869e', '#26233c']
  ] as const)
  const shift = Math.floor(r.unit() * 40)
  b.sky([mix(haze, light, 0.3), light, '#fff4e0'], 0, 330)
  b.glow([420, 120, 300], '#fff3d6', 0.9)
  for (let i = 0; i < 7; i++) {
    const near = i / 6
    const y = 190 + i * 47
    const color = mix(haze, dark, near ** 1.2)
    const faded = b.linear([0, y - 50, 0, y + 90], color, mix(color, light, 0.42 * (1 - near * 0.7)))
    ridge(b, { y, height: 46 - i * 2, waves: 1.5 + i * 0.5, seed: shift + 11 + i * 9, octaves: 6 }, faded)
    if (i < 6) mist(b, { y: y + 44, height: 22, color: light, opacity: 0.5 * (1 - near * 0.5), seed: i * 3 })
  }
  for (let i = 0; i < 260; i++)
    fir(b, [r.unit() * UNITS, 488 + r.bell() * 14, r.between(12, 34)], mix(dark, '#000000', 0.3))
  vignette(b, 0.26)
  grain(b, 12, 3)
}

function fir(b: Brush, [x, y, height]: readonly [number, number, number], color: Color): void {
  for (let q = 0; q < 5; q++) {
    const half = height * 0.2 * (1 - q / 6)
    b.path(
      `M${x - half} ${y + 20 - (height * q) / 5}L${x} ${y + 20 - (height * (q + 1.6)) / 5}L${x + half} ${y + 20 - (height * q) / 5}Z`,
      color
    )
  }
}

/** A dune crest: one S-curve between light and shade, ripples by stretched noise. */
const dunes: Scene = (b, r) => {
  const [sky, sand, shade, dark] = r.pick([
    ['#7fa9cf', '#e9c08a', '#b5773f', '#3d2418'],
    ['#e8b58a', '#f2c79a', '#a8583a', '#2d1820'],
    ['#22304f', '#8a7a8a', '#4c3f58', '#14121f']
  ] as const)
  const bend = r.between(-0.5, 0.5)
  b.shaded(512, (u, v) => {
    const horizon = 0.3 + 0.03 * Math.sin(u * 5)
    const isSky = v < horizon - 0.02 + 0.05 * fractal(u * 3, 1, { seed: 5 })
    if (isSky) return mix(mix(sky, '#0b1a33', 0.25), mix(sky, '#ffffff', 0.5), v / horizon)
    const side = u - (0.5 + 0.23 * Math.sin(v * 6.2 - 1.1 + bend) + (v - 0.5) * 0.34)
    const phase = (v * 90) / (0.35 + v) + u * 14 + fractal(u * 6, v * 14, { seed: 3 }) * 7
    const ripple = (Math.sin(phase) * 0.5 + 0.5) * 0.16 * smooth(0.28, 0.75, v)
    if (side < 0) {
      const body = mix(sand, shade, 0.25 + 0.4 * fractal(u * 4, v * 8, { seed: 9 }))
      return mix(body, '#fff1d6', clamp(0.42 * Math.exp(side * 9) + ripple))
    }
    return mix(mix(shade, dark, clamp(0.45 + side * 1.3)), shade, ripple + 0.1 * fractal(u * 9, v * 9, { seed: 4 }))
  })
  vignette(b, 0.3)
  grain(b, 14, 6)
}

const LIGHTS = ['#ffb765', '#ff7a4a', '#ffd9a0', '#6fb7ff', '#ff5a6a', '#8affd0', '#fff0d0']

/** City lights out of focus, one sharp wet stem in front. */
const bokeh: Scene = (b, r) => {
  b.sky(['#0c1018', '#1c1a2a', '#2d1d26', '#120d12'])
  b.blended('screen', () => {
    for (let i = 0; i < 96; i++) blurredLight(b, r)
  })
  b.layered(1.2, (stem) => {
    stem.stroke('M120 520Q170 300 300 150', '#0a0c0e', 5)
    for (let i = 0; i < 13; i++) {
      const t = i / 12
      const at = [120 + 150 * t * (1 - t) + 180 * t * t + 20 * t, 520 - 370 * t] as const
      stem.placed({ at, turn: i % 2 === 0 ? 2.2 : -0.5 }, () => stem.oval([30, 0, 32, 9], '#0c1110'))
    }
  })
  for (let i = 0; i < 22; i++) {
    const [x, y, size] = [150 + r.unit() * 200, 150 + r.unit() * 330, r.between(2, 6)]
    b.disc([x, y, size], 'rgba(20,20,24,.7)')
    b.disc([x, y + size * 0.25, size * 0.7], alpha(r.pick(LIGHTS), 0.75))
    b.disc([x - size * 0.3, y - size * 0.35, size * 0.25], '#ffffff')
  }
  vignette(b, 0.5)
  grain(b, 16, 2)
}

/** A light as the lens draws it: a disc with a brighter rim. */
function blurredLight(b: Brush, r: Chance): void {
  const [x, y, radius] = [r.unit() * UNITS, 230 + r.bell() * 230, r.between(12, 26) + r.unit() ** 2 * 40]
  const [color, strength] = [r.pick(LIGHTS), r.between(0.14, 0.62)]
  const light = b.context.createRadialGradient(x, y, radius * 0.2, x, y, radius)
  light.addColorStop(0, alpha(color, strength * 0.7))
  light.addColorStop(0.86, alpha(color, strength))
  light.addColorStop(0.94, alpha(mix(color, '#ffffff', 0.3), Math.min(1, strength * 1.2)))
  light.addColorStop(1, alpha(color, 0))
  b.disc([x, y, radius], light)
}

interface SeaLight {
  readonly deep: Color
  readonly haze: Color
  readonly glow: Color
  readonly rock: Color
}

/** A long exposure: the sea turned to milk, black rocks, the horizon high. */
const longSea: Scene = (b, r) => {
  const light = r.pick<SeaLight>([
    { deep: '#3b4a5e', haze: '#a6b1ba', glow: '#e6ddd0', rock: '#1a1d22' },
    { deep: '#2b2f4f', haze: '#c78a86', glow: '#ffd8ae', rock: '#17131c' },
    { deep: '#1f3d46', haze: '#86b0b0', glow: '#e9efe2', rock: '#0f1a1c' }
  ])
  const { deep, haze, glow, rock } = light
  b.shaded(420, (u, v) => {
    if (v < 0.42) {
      const clouds = fractal(u * 2.2, v * 10, { seed: 4 }) * 0.9 + 0.2 * v
      const lit = smooth(0.42, 0.75, clouds) * 0.8 + smooth(0.3, 0.42, v) * 0.6
      return mix(mix(deep, haze, clamp(v * 2)), glow, clamp(lit))
    }
    const near = (v - 0.42) / 0.58
    const foam = fractal(u * 2.4 + 2, near * 5, { seed: 9, octaves: 4 })
    return mix(mix(glow, haze, near), mix(deep, rock, 0.2), clamp(near * 0.9 - 0.34 * foam + 0.05))
  })
  const drift = r.bell() * 40
  for (const [x, y, half, height, seed] of [
    [340, 236, 44, 66, 3],
    [400, 240, 26, 34, 5],
    [150, 330, 70, 52, 8],
    [96, 446, 130, 90, 13],
    [420, 430, 90, 44, 21]
  ] as const) {
    boulder(b, { x: x + drift, y, half, height, seed }, light)
  }
  vignette(b, 0.3)
  grain(b, 12, 8)
}

interface Boulder {
  readonly x: number
  readonly y: number
  readonly half: number
  readonly height: number
  readonly seed: number
}

function boulder(b: Brush, { x, y, half, height, seed }: Boulder, { haze, glow, rock }: SeaLight): void {
  let outline = `M${x - half * 1.06} ${y + 6}`
  for (let i = 0; i <= 22; i++) {
    const rise = Math.sin((Math.PI * i) / 22) ** 0.7 * (0.5 + fractal(i * 0.35, seed, { seed }))
    outline += `L${x - half + (2 * half * i) / 22} ${y - height * rise}`
  }
  b.layered(0.6, (stone) => {
    const paint = stone.linear([x - half, 0, x + half, 0], mix(rock, haze, 0.3), rock, mix(rock, '#000000', 0.5))
    stone.path(`${outline}L${x + half * 1.06} ${y + 6}Z`, paint)
  })
  b.layered(7, (foam) => foam.oval([x, y + 8, half * 1.25, 8], alpha(mix(glow, '#ffffff', 0.4), 0.85)))
}

export const photography: Scenes<'photography'> = { ridges, dunes, bokeh, 'long-sea': longSea }
