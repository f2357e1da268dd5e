/** Digital art. */
import { UNITS } from './brush.ts'
import type { Brush } from './brush.ts'
import type { Chance } from './chance-source.ts'
import { alpha, mix, ramp } from './color.ts'
import type { Color } from './color.ts'
import { clamp, hash, noise } from './noise.ts'
import { grass, mist, ridge, stars, wisps } from './scenery.ts'
import type { Scene, Scenes } from './scene.ts'

type Dusk = readonly [Color, Color, Color, Color]

/** A ringed giant over dunes: the scale comes from one tiny walker, everything else is air. */
const planet: Scene = (b, r) => {
  const dusk = r.pick<Dusk>([
    ['#0a1030', '#253a7a', '#c76f7a', '#ffc48f'],
    ['#081a24', '#0f4a5c', '#4fa39a', '#f6e3a8'],
    ['#180b2a', '#47206a', '#c9508a', '#ffb08a']
  ])
  const [night, blue, rose, light] = dusk
  b.sky(dusk, 0, 400)
  stars(b, r, { count: 240, bottom: 300 })
  b.placed({ at: [330 - r.unit() * 60, 176], turn: -0.34 + r.bell() * 0.2 }, () => giant(b, dusk))
  b.disc([96, 92, 17], mix(light, '#ffffff', 0.4))
  b.glow([96, 92, 70], light, 0.6)
  wisps(b, r, { count: 8, top: 290, bottom: 370, color: light, opacity: 0.35, length: 160 })
  ridge(b, { y: 372, height: 40, waves: 2.4, seed: 12 }, mix(blue, rose, 0.5))
  mist(b, { y: 384, height: 22, color: light, opacity: 0.5, seed: 6 })
  dune(b, { y: 414, height: 20, phase: 1.2, lit: mix(rose, light, 0.6), dark: mix(blue, night, 0.2) })
  dune(b, { y: 452, height: 28, phase: 3.4, lit: mix(rose, light, 0.34), dark: night })
  b.disc([168, 423, 3.4], '#05060f')
  b.path('M164 427L172 427L174 444L162 444Z', '#05060f')
  b.stroke('M168 444L250 470', alpha('#05060f', 0.4), 3)
}

const GIANT = 122

function giant(b: Brush, [, , rose, light]: Dusk): void {
  rings(b, light, 'behind')
  b.clipped(`M${-GIANT} 0a${GIANT} ${GIANT} 0 1 1 ${2 * GIANT} 0a${GIANT} ${GIANT} 0 1 1 ${-2 * GIANT} 0Z`, () => {
    for (let y = -GIANT; y < GIANT; y += 2) {
      const band = mix(rose, light, noise(y * 0.045, 2, 8))
      b.rect([-GIANT, y, 2 * GIANT, 2.4], mix(band, '#ffffff', 0.18 * noise(y * 0.2, 1, 3)))
    }
    const shadow = b.context.createRadialGradient(-50, -50, 30, 14, 10, GIANT * 1.25)
    shadow.addColorStop(0, 'rgba(255,240,220,.35)')
    shadow.addColorStop(0.45, 'rgba(10,8,30,.05)')
    shadow.addColorStop(1, 'rgba(6,6,26,.86)')
    b.rect([-GIANT, -GIANT, 2 * GIANT, 2 * GIANT], shadow)
    b.oval([0, -26, GIANT * 1.7, 13], 'rgba(8,8,26,.42)')
  })
  rings(b, light, 'before')
}

function rings(b: Brush, light: Color, side: 'behind' | 'before'): void {
  const sweep = side === 'behind' ? 1 : 0
  for (let i = 0; i < 26; i++) {
    const rx = GIANT * 1.36 + i * 3.2
    const color = alpha(mix(light, '#ffffff', noise(i * 0.6, 1, 4)), 0.18 + 0.5 * noise(i * 0.9, 4, 2))
    b.stroke(`M${-rx} 0A${rx} ${rx * 0.22} 0 0 ${sweep} ${rx} 0`, color, 2.1)
  }
}

interface Dune {
  readonly y: number
  readonly height: number
  readonly phase: number
  readonly lit: Color
  readonly dark: Color
}

function dune(b: Brush, { y, height, phase, lit, dark }: Dune): void {
  const crest = (x: number): number =>
    y - height * Math.sin((x / UNITS) * 3.1 + phase) - height * 0.5 * Math.sin((x / UNITS) * 7.3 + phase * 2)
  let outline = `M0 ${UNITS}`
  for (let x = 0; x <= UNITS; x += 4) outline += `L${x} ${crest(x)}`
  b.path(`${outline}L${UNITS} ${UNITS}Z`, b.linear([0, y - height, UNITS, y + 120], lit, dark))
  for (let x = 4; x <= UNITS; x += 8) b.stroke(`M${x} ${crest(x)}l24 40`, alpha(dark, 0.14), 2.4)
}

/** A glowing forest: mushrooms lit from inside, teal dark, three depths of trunks. */
const glowWood: Scene = (b, r) => {
  b.sky(['#04141c', '#07323c', '#0d5a5c', '#063038'])
  b.glow([270, 230, 260], '#5fe8d0', 0.6)
  trunks(b, r, { count: 22, width: 9, color: '#0b4a4c', blur: 2.5 })
  trunks(b, r, { count: 13, width: 18, color: '#06303a', blur: 1 })
  trunks(b, r, { count: 6, width: 38, color: '#031820', blur: 0 })
  ridge(b, { y: 452, height: 30, waves: 3, seed: 7 }, '#03151b')
  for (const [x, y, size, color] of [
    [170, 452, 66, '#38e0c8'],
    [330, 470, 92, '#ff7ac8'],
    [250, 458, 34, '#8fd0ff'],
    [420, 452, 40, '#38e0c8'],
    [84, 474, 44, '#b18cff']
  ] as const) {
    mushroom(b, r, { x: x + r.bell() * 16, y, size, color })
  }
  for (let i = 0; i < 90; i++) {
    const [x, y, size] = [r.unit() * UNITS, r.unit() * 460, r.between(0.8, 2.2)]
    b.disc([x, y, size], '#d9fff4')
    b.glow([x, y, size * 7], '#7df5dc', 0.7)
  }
  grass(b, r, { y: 512, count: 150, height: 42, color: '#02100f', lean: 8 })
}

function trunks(b: Brush, r: Chance, wood: { count: number; width: number; color: Color; blur: number }): void {
  b.layered(wood.blur, (layer) => {
    for (let i = 0; i < wood.count; i++) {
      const x = r.unit() * UNITS
      const w = wood.width * r.between(0.7, 1.3)
      const hidesTheLight = wood.width > 30 && x > 150 && x < 370
      if (hidesTheLight) continue
      layer.path(
        `M${x - w} ${UNITS}Q${x - w * 0.3} 300 ${x - w * 0.5} -5H${x + w * 0.5}Q${x + w * 0.3} 300 ${x + w * 1.1} ${UNITS}Z`,
        wood.color
      )
      for (let k = 0; k < 3; k++) {
        layer.stroke(`M${x} ${r.between(20, 240)}L${x + r.bell() * 70} ${r.between(-20, 120)}`, wood.color, w * 0.22)
      }
    }
  })
}

function mushroom(
  b: Brush,
  r: Chance,
  { x, y, size, color }: { x: number; y: number; size: number; color: Color }
): void {
  const pale = (share: number): Color => mix(color, '#ffffff', share)
  b.glow([x, y - size * 0.9, size * 3], color, 0.75)
  b.placed({ at: [x, y], scale: size }, () => {
    b.path(
      'M-.16 0Q-.06 -.6 -.12 -1L.12 -1Q.08 -.5 .18 0Z',
      b.linear([0, -1, 0, 0], pale(0.7), mix(color, '#04202a', 0.6))
    )
    b.path(
      'M-.8 -.86C-.7 -1.7 .7 -1.7 .8 -.86Q0 -1.06 -.8 -.86Z',
      b.linear([0, -1.6, 0, -0.8], pale(0.25), color, pale(0.75))
    )
    for (let i = 0; i < 6; i++) b.disc([r.bell() * 0.5, -1.15 + r.bell() * 0.22, 0.055], 'rgba(255,255,255,.85)')
  })
}

const CITY = 15
const STEP = 21

/** A city of light: a block field at night, heights by noise, edges glow. */
const isoCity: Scene = (b, r) => {
  const seed = Math.floor(r.unit() * 60)
  b.ground('#070a1c')
  b.glow([256, 210, 330], '#3a2fb0', 0.8)
  for (let j = 0; j < CITY; j++) for (let i = 0; i < CITY; i++) block(b, i, j, seed)
  b.glow([256, 190, 240], '#ff7ac0', 0.28)
}

function block(b: Brush, i: number, j: number, seed: number): void {
  const [x, y, w] = [256 + (i - j) * STEP, 110 + ((i + j) * STEP) / 2, STEP * 0.86]
  const nearness = 1.1 - Math.hypot(i - 7, j - 7) / 11
  const h = Math.max(6, nearness * 190 * hash(i, j, seed) ** 1.7 + 10)
  const color = ramp(['#1b2468', '#4631c4', '#c03fd0', '#ff8f70'], clamp(h / 170))
  b.path(`M${x - w} ${y}L${x} ${y + w / 2}v${-h}L${x - w} ${y - h}Z`, mix(color, '#05061a', 0.5))
  b.path(`M${x + w} ${y}L${x} ${y + w / 2}v${-h}L${x + w} ${y - h}Z`, mix(color, '#05061a', 0.74))
  b.path(
    `M${x - w} ${y - h}L${x} ${y - h - w / 2}L${x + w} ${y - h}L${x} ${y - h + w / 2}Z`,
    mix(color, '#ffffff', 0.12)
  )
  b.stroke(`M${x - w} ${y - h}L${x} ${y - h + w / 2}L${x + w} ${y - h}`, alpha(mix(color, '#ffffff', 0.6), 0.9), 1)
  for (let up = 6; up < h - 5; up += 7) {
    if (hash(i * 9 + up, j, 2) < 0.5) b.rect([x - w * 0.72, y - up - 1, 4, 3], '#ffe0a0')
    if (hash(i, j * 7 + up, 3) < 0.35) b.rect([x + w * 0.3, y - up + 2, 4, 3], '#8fe6ff')
  }
}

export const digitalArt: Scenes<'digital_art'> = { planet, 'glow-wood': glowWood, 'iso-city': isoCity }
