/** Vaporwave. */
import { UNITS } from './brush.ts'
import type { Brush } from './brush.ts'
import { Chance } from './chance-source.ts'
import { cloud } from './cloud.ts'
import { alpha } from './color.ts'
import type { Color } from './color.ts'
import { hash } from './noise.ts'
import { stars } from './scenery.ts'
import type { Scene, Scenes } from './scene.ts'

/** A striped sun, a neon floor in true perspective, wireframe mountains, palms. */
const grid: Scene = (b, r) => {
  const [night, violet, pink, horizon, neon] = r.pick([
    ['#12062e', '#4a1173', '#c72d8a', '#ff8a5c', '#2de2ff'],
    ['#06122e', '#11407a', '#2f9ac7', '#8af0e0', '#ff6ad5'],
    ['#1a0526', '#5a0f4e', '#e0395e', '#ffb35c', '#b98cff']
  ] as const)
  b.sky([night, violet, pink, horizon], 0, 300)
  stars(b, r, { count: 160, bottom: 220 })
  b.glow([256, 204, 230], pink, 0.8)
  b.layered(0, stripedSun)
  wireMountains(b, { seed: 4 + Math.floor(r.unit() * 30), color: neon })
  b.rect([0, 298, UNITS, 220], b.linear([0, 298, 0, UNITS], '#2a0a52', '#0b0420'))
  b.blended('screen', () => {
    for (let i = -26; i <= 26; i++) b.stroke(`M${256 + i * 9} 299L${256 + i * 92} 540`, alpha(neon, 0.8), 1.1)
    for (let i = 0; i < 15; i++) b.stroke(`M0 ${299 + (i / 14) ** 2.3 * 216}H512`, alpha(neon, 0.85), 0.8 + i * 0.09)
  })
  b.glow([256, 300, 260], pink, 0.65)
  palm(b, { x: 66, y: 470, scale: 1.25 })
  palm(b, { x: 456, y: 440, scale: 1 })
}

function stripedSun(layer: Brush): void {
  layer.disc([256, 204, 106], layer.linear([0, 90, 0, 290], '#fff4a0', '#ffb05a', '#ff3d8e'))
  layer.blended('destination-out', () => {
    for (let i = 0; i < 8; i++) layer.rect([0, 190 + i * 15, UNITS, 2 + i * 1.4], '#000000')
  })
}

function wireMountains(b: Brush, { seed, color }: { readonly seed: number; readonly color: Color }): void {
  const chance = new Chance(seed)
  const peaks = Array.from({ length: 22 }, (_, i) => {
    const x = -20 + i * 26
    return { x, y: 300 - chance.between(0.2, 1) * 96 * (0.12 + (Math.abs(x - 256) / 256) * 1.1) }
  })
  const outline = peaks.map(({ x, y }) => `${x} ${y}`).join('L')
  b.path(`M${outline}L540 300L-20 300Z`, '#14082e')
  b.stroke(`M${outline}`, color, 1.5)
  for (const { x, y } of peaks) b.stroke(`M${x - 12} 300L${x} ${y}L${x - 26} 300`, alpha(color, 0.4), 0.8)
}

function palm(b: Brush, { x, y, scale }: { readonly x: number; readonly y: number; readonly scale: number }): void {
  const dark = '#0a0318'
  b.placed({ at: [x, y], scale }, () => {
    b.stroke('M0 0Q18 -90 -2 -178', dark, 8)
    b.placed({ at: [-2, -178] }, () => {
      for (let i = 0; i < 11; i++) frond(b, Math.PI * (0.9 + i * 0.12), 70 + 22 * hash(i, 3, x))
    })
  })
}

/** A drooping leaf with fringes hanging from its curve. */
function frond(b: Brush, turn: number, length: number): void {
  const dark = '#0a0318'
  const [tipX, tipY] = [Math.cos(turn) * length, Math.sin(turn) * length * 0.62 + 26]
  const [bendX, bendY] = [Math.cos(turn) * length * 0.55, Math.sin(turn) * length * 0.95]
  b.path(`M0 0Q${bendX} ${bendY - 7} ${tipX} ${tipY}Q${bendX} ${bendY + 7} 0 0`, dark)
  for (let q = 2; q < 9; q++) {
    const t = q / 9
    const at = (bend: number, tip: number): number => 2 * t * (1 - t) * bend + t * t * tip
    b.stroke(`M${at(bendX, tipX)} ${at(bendY, tipY)}l${Math.cos(turn) * 7} 13`, dark, 1.5)
  }
}

/** Pink noon: a checkered floor, a pool, columns, the sea behind. */
const pool: Scene = (b, r) => {
  b.sky(
    r.pick([
      ['#ff9ac8', '#ffc4d8', '#b8e8f0'],
      ['#8f8cf0', '#d8b4f2', '#ffd8c8'],
      ['#7fd8d0', '#d6f0d8', '#ffe0c0']
    ]),
    0,
    280
  )
  b.disc([256, 190, 62], '#fff2b8')
  b.glow([256, 190, 160], '#fff0c0', 0.8)
  cloud(b, r, { at: [110, 262], width: 200, height: 70, puffs: 50, shadow: '#f7a8cc', middle: '#ffe0ee' })
  cloud(b, r, { at: [420, 266], width: 220, height: 84, puffs: 60, shadow: '#f7a8cc', middle: '#ffe0ee' })
  b.rect([0, 262, UNITS, 70], b.linear([0, 262, 0, 330], '#3fc8d8', '#7ae8e0'))
  for (let i = 0; i < 40; i++)
    b.rect([r.unit() * UNITS, 266 + r.unit() * 60, r.between(8, 40), 1.5], 'rgba(255,255,255,.5)')
  checkers(b)
  b.path('M176 380L336 380L396 500L116 500Z', '#f9eef6')
  b.path('M184 386L328 386L380 492L132 492Z', b.linear([0, 386, 0, 492], '#5fe0ea', '#1fa8d0'))
  for (let i = 0; i < 22; i++) {
    const y = 392 + r.unit() * 94
    const reach = 62 + (y - 392) * 0.42
    b.stroke(`M${256 + r.bell() * reach} ${y}L${256 + r.bell() * reach} ${y + 1}`, 'rgba(255,255,255,.55)', 1.4)
  }
  for (const x of [64, 448]) column(b, x)
  b.rect([0, 40, UNITS, 24], '#ffe4f2')
  b.rect([0, 58, UNITS, 6], '#d9a0cc')
  b.rect([0, 0, UNITS, 40], '#f6c4e0')
  b.glow([256, 60, 220], '#ffd0ea', 0.4)
}

function checkers(b: Brush): void {
  const y = (row: number): number => 330 + 182 * (row / 9) ** 1.6
  const width = (row: number): number => 42 * (0.5 + (row / 9) ** 1.3 * 1.8)
  for (let j = 0; j < 9; j++) {
    for (let i = -12; i < 12; i++) {
      const far = `M${256 + i * width(j)} ${y(j)}H${256 + (i + 1) * width(j)}`
      const near = `L${256 + (i + 1) * width(j + 1)} ${y(j + 1)}H${256 + i * width(j + 1)}Z`
      b.path(far + near, (i + j) % 2 === 0 ? '#8f6fd0' : '#f6d5ea')
    }
  }
}

function column(b: Brush, x: number): void {
  b.rect([x - 24, 74, 48, 300], b.linear([x - 24, 0, x + 24, 0], '#fff6fb', '#f3cfe4', '#b78ac8'))
  for (let i = -3; i <= 3; i++) b.stroke(`M${x + i * 6.6} 82V366`, 'rgba(150,90,170,.35)', 1.4)
  b.rect([x - 32, 62, 64, 14], '#fff0f8')
  b.rect([x - 32, 366, 64, 16], '#f0cbe2')
}

export const vaporwave: Scenes<'vaporwave'> = { grid, pool }
