/** Anime: one harbor in three lights. Skyline, cranes and boats over mirror water, a broken streak for every lamp. */
import { UNITS } from './brush.ts'
import type { Brush } from './brush.ts'
import type { Chance } from './chance-source.ts'
import { alpha, mix } from './color.ts'
import type { Color } from './color.ts'
import { fractal } from './noise.ts'
import { mirror, rain, ridge, streak, windows, wisps } from './scenery.ts'
import type { Scene } from './scene.ts'

interface Light {
  readonly sky: readonly [Color, Color, Color, Color, Color]
  readonly dark: Color
  readonly lamps: readonly Color[]
  readonly tint: readonly [Color, Color]
  readonly weather: 'signs' | 'sunrise' | 'rain'
}

const NEON: Light = {
  sky: ['#0c0f2e', '#2b1a5c', '#7f2f7c', '#f0736d', '#ffbd77'],
  dark: '#130f2e',
  lamps: ['#ff5fa2', '#54e0ff', '#ffd36b', '#b48cff', '#ff8a5c'],
  tint: ['rgba(20,12,50,.15)', 'rgba(10,8,34,.72)'],
  weather: 'signs'
}
const DAWN: Light = {
  sky: ['#13233f', '#2d4b75', '#7f93b0', '#e8b9a2', '#ffe3c2'],
  dark: '#16233a',
  lamps: ['#ffd9a0', '#fff0cf', '#ffb877'],
  tint: ['rgba(40,60,90,.1)', 'rgba(14,28,50,.6)'],
  weather: 'sunrise'
}
const RAIN: Light = {
  sky: ['#0b141f', '#142638', '#243f50', '#3d6068', '#6f8b86'],
  dark: '#0c1620',
  lamps: ['#ff8b5c', '#ffd36b', '#7fe3d4', '#ff5d5d'],
  tint: ['rgba(10,24,34,.2)', 'rgba(6,14,22,.66)'],
  weather: 'rain'
}
const WATER = 300

export const harborNeon: Scene = (b, r) => harbor(b, r, NEON)
export const harborDawn: Scene = (b, r) => harbor(b, r, DAWN)
export const harborRain: Scene = (b, r) => harbor(b, r, RAIN)

function harbor(b: Brush, r: Chance, light: Light): void {
  sky(b, r, light)
  ridge(b, { y: WATER - 26, height: 34, waves: 3, seed: 7 }, mix(light.sky[2], light.dark, 0.45))
  for (let i = 0; i < 40; i++) {
    b.disc([r.unit() * UNITS, WATER - r.between(3, 26), 0.8], alpha(r.pick(light.lamps), 0.8))
  }
  const lamps = [...skyline(b, r, light), ...quayLamps(b, r, light)]
  crane(b, light, { x: 62, scale: 1 })
  crane(b, light, { x: 420, scale: 0.72 })
  mirror(b, r, { y: WATER, ripple: 9, tint: light.tint })
  for (const { x, color } of lamps) {
    streak(b, r, { at: [x, WATER + 2], length: r.between(60, 170), width: 4, opacity: 0.62, color })
  }
  boat(b, r, { light, at: [130, 372], scale: 0.8, hull: mix(light.dark, light.sky[3], 0.28) })
  boat(b, r, { light, at: [378, 398], scale: 1.05, hull: mix(light.dark, light.lamps[0] ?? '#ffffff', 0.22) })
  pier(b, light)
  if (light.weather === 'rain') rain(b, r, { count: 220, color: '#c8e1e6' })
  b.glow([280, WATER, 230], light.sky[3], 0.28)
}

function sky(b: Brush, r: Chance, light: Light): void {
  b.sky(light.sky, 0, WATER + 6)
  if (light.weather === 'rain') {
    b.shaded(128, (u, v) => [...mix('#0a121b', '#5d7a80', fractal(u * 3, v * 6, { seed: 5 })), 0.5 * (1 - v)])
    return
  }
  const color = light.weather === 'signs' ? '#ff9ab0' : '#fff0e0'
  wisps(b, r, { count: 16, top: 60, bottom: 250, color, opacity: 0.4, length: 130 })
  if (light.weather === 'signs') return
  b.disc([352, WATER - 18, 20], '#fff3d6')
  b.glow([352, WATER - 18, 150], '#ffcf9a', 0.9)
}

interface Lamp {
  readonly x: number
  readonly color: Color
}

/** Houses from left to right, higher in the middle; returns the signs that shine on the water. */
function skyline(b: Brush, r: Chance, light: Light): Lamp[] {
  const lamps: Lamp[] = []
  for (let x = -8; x < UNITS;) {
    const width = r.between(20, 56)
    const nearness = 1 - Math.abs(x + width / 2 - 290) / 290
    const height = r.between(24, 64) + nearness * r.between(0, 78)
    const wall = mix(light.dark, light.sky[3], r.between(0.02, 0.14))
    const top = WATER - height
    b.rect([x, top, width, height + 2], wall)
    if (r.unit() < 0.3) b.path(`M${x - 2} ${top}L${x + width / 2} ${top - width * 0.26}L${x + width + 2} ${top}Z`, wall)
    if (r.unit() < 0.35) b.rect([x + width * 0.6, top - 16, 2, 16], wall)
    windows(b, r, { area: [x, top, width, height], colors: [...light.lamps, '#ffe9b8', '#ffe9b8'], share: 0.34 })
    if (light.weather !== 'sunrise' && r.unit() < 0.42 && height > 50) {
      const color = r.pick(light.lamps)
      b.rect([x + width * 0.3, top + 12, 5, height * 0.42], color)
      b.glow([x + width * 0.3 + 2, top + 12 + height * 0.2, 36], color, 0.75)
      lamps.push({ x: x + width * 0.3 + 2, color })
    }
    x += width + (r.unit() < 0.25 ? r.between(3, 14) : 0)
  }
  return lamps
}

function quayLamps(b: Brush, r: Chance, light: Light): Lamp[] {
  return Array.from({ length: 13 }, (_, index) => {
    const lamp = { x: 18 + index * 40 + r.bell() * 10, color: r.pick(light.lamps) }
    b.disc([lamp.x, WATER - 6, 2], mix(lamp.color, '#ffffff', 0.5))
    b.glow([lamp.x, WATER - 6, 22], lamp.color, 0.8)
    return lamp
  })
}

function crane(b: Brush, light: Light, { x, scale }: { readonly x: number; readonly scale: number }): void {
  b.placed({ at: [x, WATER], scale }, () => {
    b.stroke('M-16 0L-10 -96L10 -96L16 0', light.dark, 4)
    b.stroke('M-14 -40L14 -40', light.dark, 3)
    b.stroke('M-46 -112L88 -128L10 -96L-10 -96Z', light.dark, 3.4)
    b.stroke('M0 -96L2 -150L88 -128M70 -126L70 -84', light.dark, 1.8)
    b.disc([2, -151, 2.4], light.lamps[0] ?? '#ffffff')
    b.glow([2, -151, 16], light.lamps[0] ?? '#ffffff', 0.9)
  })
}

interface Boat {
  readonly light: Light
  readonly at: readonly [number, number]
  readonly scale: number
  readonly hull: Color
}

function boat(b: Brush, r: Chance, { light, at, scale, hull }: Boat): void {
  b.placed({ at, scale }, () => {
    b.oval([0, 8, 62, 6], 'rgba(0,0,0,.35)')
    b.stroke('M-8 -16L-8 -120M24 -14L24 -84', light.dark, 2.2)
    b.stroke('M-56 -12L-8 -118L24 -82L58 -14', alpha(light.dark, 0.9), 0.9)
    b.path('M-62 -18L64 -20L48 7L-50 7Z', hull)
    b.rect([-20, -36, 40, 19], mix(hull, '#000000', 0.3))
    b.rect([-14, -31, 9, 8], light.lamps[1] ?? '#ffe2a0')
    b.rect([2, -31, 9, 8], '#ffe2a0')
    b.glow([0, -26, 40], '#ffd08a', 0.7)
    b.stroke('M-62 -18L64 -20', mix(hull, '#ffffff', 0.35), 1.6)
  })
  const [x, y] = at
  streak(b, r, { at: [x, y + 8 * scale], length: 60 * scale, width: 10 * scale, opacity: 0.35, color: '#ffd08a' })
}

/** The planks the viewer stands on. */
function pier(b: Brush, light: Light): void {
  b.path('M0 452L300 470L340 512L0 512Z', mix(light.dark, '#000000', 0.35))
  for (let i = 0; i < 7; i++) b.stroke(`M0 ${459 + i * 8}L${304 + i * 6} ${474 + i * 6}`, alpha(light.sky[3], 0.1), 1)
  for (const x of [50, 168, 268]) {
    b.rect([x, 436 + x * 0.05, 12, 24], mix(light.dark, '#000000', 0.5))
    b.oval([x + 6, 437 + x * 0.05, 9, 3.4], mix(light.dark, light.sky[3], 0.35))
  }
}
