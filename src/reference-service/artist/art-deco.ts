/** Art deco. */
import { UNITS } from './brush.ts'
import type { Brush } from './brush.ts'
import type { Chance } from './chance-source.ts'
import { alpha, mix } from './color.ts'
import { TAU } from './noise.ts'
import { vignette } from './scenery.ts'
import type { Scene, Scenes } from './scene.ts'

interface Inks {
  readonly night: string
  readonly deep: string
  readonly gold: string
}

/** A skyscraper and a sunburst: strict mirror symmetry, gold lines on night, nothing but verticals and rays. */
const tower: Scene = (b, r) => {
  const inks = r.pick<Inks>([
    { night: '#0d2b2b', deep: '#123d3a', gold: '#d9b366' },
    { night: '#14162b', deep: '#20244a', gold: '#e2bd74' },
    { night: '#2a1420', deep: '#45203a', gold: '#e6b980' }
  ])
  const { night, deep, gold } = inks
  b.sky([night, deep, mix(deep, gold, 0.35)])
  for (let i = 0; i < 40; i++) {
    const angle = Math.PI + (i * Math.PI) / 39
    const edge = (turn: number): string =>
      `L${256 + Math.cos(angle + turn) * 520} ${330 + Math.sin(angle + turn) * 520}`
    b.path(`M256 330${edge(-0.02)}${edge(0.02)}Z`, alpha(gold, i % 2 === 0 ? 0.16 : 0.5))
  }
  b.arc([256, 250, 150, 0, TAU], gold, 3)
  b.arc([256, 250, 112, 0, TAU], gold, 1.4)
  b.disc([256, 250, 104], mix(gold, '#fff3cf', 0.3))
  skyscraper(b, inks)
  for (const side of [-1, 1]) neighbors(b, r, { side, ...inks })
  b.stroke('M12 12H500V500H12Z', gold, 4)
  b.stroke('M21 21H491V491H21Z', gold, 1.2)
}

/** Half width and top of each setback, the widest first. */
const SETBACKS = [
  [92, 330],
  [74, 268],
  [56, 200],
  [38, 140],
  [22, 92],
  [9, 48]
] as const

function skyscraper(b: Brush, { night, gold }: Inks): void {
  for (const [index, [half, top]] of SETBACKS.entries()) {
    const outline = `M${256 - half} ${UNITS}V${top}H${256 + half}V${UNITS}Z`
    b.path(outline, mix(night, '#000000', 0.15 + index * 0.03))
    b.stroke(outline, gold, 1.8)
    for (let x = 8 - half; x < half; x += 9) b.stroke(`M${256 + x} ${top + 6}V${UNITS}`, alpha(gold, 0.42), 1.1)
  }
  b.stroke('M256 48V8', gold, 3)
}

function neighbors(b: Brush, r: Chance, { side, night, gold }: Inks & { readonly side: number }): void {
  for (let k = 0; k < 4; k++) {
    const x = 256 + side * (124 + k * 40)
    const top = 400 + k * 12 - (k % 2) * 40
    b.rect([x - 17, top, 34, UNITS - top], mix(night, '#000000', 0.28))
    b.stroke(`M${x - 17} ${UNITS}V${top}h34V${UNITS}`, alpha(gold, 0.9), 1.4)
    for (let y = top + 10; y < UNITS; y += 12) {
      for (let q = -10; q <= 6; q += 8) b.rect([x + q, y, 4, 6], alpha('#ffe2a0', r.unit() < 0.6 ? 0.85 : 0.14))
    }
  }
}

/** Overlapping scallops, each a small rising sun, gold on lacquer. */
const fans: Scene = (b, r) => {
  const { night, deep, gold } = r.pick<Inks>([
    { night: '#0f2438', gold: '#d8b26a', deep: '#1d4a63' },
    { night: '#1c1c1f', gold: '#d9b15f', deep: '#5a1f2b' },
    { night: '#0e3a34', gold: '#e4c487', deep: '#1f6a58' }
  ])
  b.ground(night)
  const radius = r.pick([74, 92, 60])
  for (let row = -1; row < 1040 / radius; row++) {
    for (let k = -1; k < 600 / radius; k++) {
      const [x, y] = [k * radius * 2 + (row % 2 === 0 ? 0 : radius), row * radius * 0.52 + 20]
      b.disc([x, y, radius], night)
      for (let q = 0; q < 5; q++) {
        b.arc([x, y, radius - 2 - q * 11, Math.PI, TAU], mix(gold, night, q * 0.1), q === 0 ? 3 : 1.5)
      }
      for (let a = 0; a < 11; a++) {
        const [dx, dy] = [Math.cos(Math.PI + (a * Math.PI) / 10), Math.sin(Math.PI + (a * Math.PI) / 10)]
        b.stroke(`M${x} ${y}L${x + dx * (radius - 13)} ${y + dy * (radius - 13)}`, alpha(gold, 0.35), 1.1)
      }
      b.disc([x, y, 19], (row + k) % 3 === 0 ? gold : deep)
    }
  }
  vignette(b, 0.4)
}

export const artDeco: Scenes<'art_deco'> = { tower, fans }
