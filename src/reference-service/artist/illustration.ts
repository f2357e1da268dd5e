/** Illustration. */
import { UNITS } from './brush.ts'
import type { Brush } from './brush.ts'
import type { Chance } from './chance-source.ts'
import { alpha, mix } from './color.ts'
import type { Color } from './color.ts'
import { ridge, stars } from './scenery.ts'
import type { Scene, Scenes } from './scene.ts'

/** Fine dots that give flat color the tooth of print. */
function stipple(b: Brush, r: Chance, { count, color }: { readonly count: number; readonly color: Color }): void {
  for (let i = 0; i < count; i++)
    b.disc([r.unit() * UNITS, r.unit() * UNITS, 0.75], alpha(color, 0.03 + 0.1 * r.unit()))
}

/** A lighthouse at night: a single beam, waves cut like paper. */
const lighthouse: Scene = (b, r) => {
  const evening = r.pick([
    ['#13294b', '#1f4a74', '#4f8a9a', '#f2c58f'],
    ['#1d1b44', '#46306e', '#a2577c', '#f6b48a'],
    ['#0f2b33', '#1f5a5c', '#6aa58f', '#f0d9a0']
  ] as const)
  b.sky(evening, 0, 400)
  stars(b, r, { count: 120, bottom: 240 })
  b.path('M104 61A30 30 0 1 0 124 102A27 27 0 0 1 104 61Z', '#fdf0cc')
  const tilt = r.bell() * 40
  b.blended('screen', () => {
    const beam = b.linear([316, 0, -30, 0], 'rgba(255,236,170,.85)', 'rgba(255,236,170,0)')
    b.path(`M316 154L-30 ${60 + tilt}L-30 ${230 + tilt}Z`, beam)
  })
  ridge(b, { y: 366, height: 20, waves: 3, seed: 5 }, mix(evening[1], evening[2], 0.4))
  b.path('M226 420L262 372L300 350L372 344L430 380L512 394L512 512L200 512Z', '#2a2f45')
  b.path('M300 350L372 344L352 420L310 470Z', '#3b425c')
  lighthouseTower(b)
  for (let k = 0; k < 6; k++) wave(b, 404 + k * 20, k, mix(evening[2], evening[0], k / 5))
  stipple(b, r, { count: 1600, color: '#fff8e2' })
}

function lighthouseTower(b: Brush): void {
  b.path('M292 352L302 176L332 176L346 350Z', '#f5eee0')
  for (let i = 0; i < 3; i++) {
    const y = 206 + i * 54
    b.path(`M${300.5 - i * 3} ${y}L${333.5 + i * 4} ${y}l2 26H${298.8 - i * 3}Z`, '#d24f3e')
  }
  b.path('M322 176L332 176L346 350L330 350Z', 'rgba(20,24,50,.24)')
  b.rect([296, 168, 42, 9], '#23283c')
  b.rect([305, 140, 24, 28], '#ffe9a6')
  b.glow([317, 154, 80], '#ffe28a', 1)
  b.path('M300 141L317 120L334 141Z', '#23283c')
  b.rect([362, 318, 56, 36], '#f0e4cf')
  b.path('M354 320L390 292L426 320Z', '#a63d35')
  for (const x of [372, 396]) b.rect([x, 330, 11, 12], '#ffd579')
}

function wave(b: Brush, y: number, row: number, color: Color): void {
  let crest = `M-4 ${UNITS}L-4 ${y}`
  for (let x = -4; x < 520; x += 34)
    crest += `Q${x + 8 + (row % 2) * 8} ${y - 15} ${x + 22} ${y - 3}Q${x + 30} ${y + 5} ${x + 34} ${y}`
  const data = `${crest}L${UNITS + 34} ${UNITS}`
  b.path(data, color)
  b.stroke(data, alpha('#f4f1e2', 0.5 - row * 0.06), 2)
}

interface Leaf {
  readonly at: readonly [number, number]
  readonly turn: number
  readonly length: number
  readonly color: Color
  /** Paper to cut the leaf open with; null for a whole leaf. */
  readonly cut: Color | null
}

/** Big cut leaves in five colors on warm paper, veins left blank. */
const leaves: Scene = (b, r) => {
  const sheet = r.pick(['#f3e7d3', '#f6dcd0', '#e6ece0'])
  const [dark, deep, fresh, pale, red] = ['#2f6b4f', '#1f4f43', '#6e9a56', '#88b09a', '#c0503f']
  b.ground(sheet)
  b.disc([330 - r.unit() * 130, 170, 116], r.pick(['#e9a06c', '#e8c15e', '#d98a8a']))
  const sway = (): number => r.bell() * 0.12
  leaf(b, { at: [214, 560], turn: -1.9 + sway(), length: 220, color: pale, cut: null })
  leaf(b, { at: [420, 540], turn: -1.9 + sway(), length: 300, color: deep, cut: sheet })
  leaf(b, { at: [80, 520], turn: -1.2 + sway(), length: 300, color: dark, cut: sheet })
  leaf(b, { at: [300, 540], turn: -1.35 + sway(), length: 260, color: fresh, cut: null })
  leaf(b, { at: [30, 180], turn: 0.3 + sway(), length: 190, color: red, cut: null })
  leaf(b, { at: [540, 130], turn: 2.7 + sway(), length: 200, color: fresh, cut: sheet })
  leaf(b, { at: [470, 430], turn: -2.7 + sway(), length: 170, color: red, cut: null })
  stipple(b, r, { count: 900, color: '#281e14' })
}

function leaf(b: Brush, { at, turn, length, color, cut }: Leaf): void {
  const blade = 'M0 0C.12 -.56 .72 -.52 1 0C.72 .52 .12 .56 0 0Z'
  const shadow = '#0a2018'
  b.placed({ at, turn, scale: length }, () => {
    b.path(blade, b.linear([0, -0.4, 0, 0.4], mix(color, '#ffffff', 0.12), color, mix(color, shadow, 0.3)))
    b.clipped(blade, () => {
      for (let i = 1; i < 8; i++) for (const side of [-1, 1]) vein(b, i / 8, side, cut)
      b.stroke('M0 0L1 0', 'rgba(250,246,226,.85)', 2.4 / length)
    })
    b.stroke('M0 0L-.6 .05', mix(color, shadow, 0.25), 4 / length)
  })
}

function vein(b: Brush, t: number, side: number, cut: Color | null): void {
  if (cut !== null) {
    const near = `M${t + 0.2} ${side * 0.56}Q${t + 0.02} ${side * 0.26} ${t - 0.03} ${side * 0.14}`
    b.path(`${near}Q${t + 0.07} ${side * 0.24} ${t + 0.29} ${side * 0.56}`, alpha(cut, 0.94))
  }
  b.stroke(`M${t - 0.1} 0Q${t + 0.02} ${side * 0.16} ${t + 0.14} ${side * 0.4}`, 'rgba(250,246,226,.5)', 0.006)
}

/** A cabin between pines: snow, one yellow window, trees as stacked brush triangles. */
const cabin: Scene = (b, r) => {
  b.sky(
    r.pick([
      ['#20305e', '#49639a', '#a9b8d3', '#f3d6c4'],
      ['#10203f', '#1f4464', '#4f8a94', '#cfe3c8'],
      ['#2c2350', '#5c4380', '#b288a8', '#f7cfae']
    ]),
    0,
    380
  )
  stars(b, r, { count: 90, bottom: 200 })
  ridge(b, { y: 300, height: 84, waves: 2.3, seed: 8 }, '#8798bd')
  ridge(b, { y: 330, height: 44, waves: 3, seed: 18 }, '#64779f')
  for (let i = 0; i < 18; i++) pine(b, [i * 31 + r.bell() * 9, 388, r.between(60, 120)], '#3c4f7c')
  b.path('M0 392C140 360 330 410 512 376L512 512L0 512Z', b.linear([0, 370, 0, 512], '#f6f2f4', '#cfd8ea', '#a9b9d6'))
  hut(b)
  pine(b, [70, 470, 240], '#223258')
  pine(b, [440, 482, 280], '#1c2a4d')
  pine(b, [150, 486, 150], '#2b3d66')
  for (let i = 0; i < 150; i++) {
    b.disc([r.unit() * UNITS, r.unit() * UNITS, r.between(0.7, 2.6)], `rgba(255,255,255,${r.between(0.35, 0.95)})`)
  }
}

function pine(b: Brush, [x, y, height]: readonly [number, number, number], color: Color): void {
  b.placed({ at: [x, y], scale: height }, () => {
    for (let q = 0; q < 6; q++) {
      const half = 0.26 * (1 - q / 7.5)
      const foot = -q / 6.4
      b.path(
        `M${-half} ${foot}Q0 ${foot - 0.03} ${half} ${foot}L0 ${foot - 0.3}Z`,
        mix(color, '#0a1428', 0.1 * (q % 2))
      )
      b.path(`M${-half * 0.9} ${foot - 0.02}L0 ${foot - 0.3}L${-half * 0.1} ${foot - 0.16}Z`, 'rgba(244,248,255,.86)')
    }
  })
}

function hut(b: Brush): void {
  b.rect([214, 326, 104, 64], '#6b4030')
  for (let i = 0; i < 6; i++) b.stroke(`M214 ${336 + i * 10}H318`, '#4c2c24', 2)
  b.path('M200 332L266 276L332 332L322 336L266 290L210 336Z', '#f7f5fa')
  b.path('M210 336L266 290L322 336Z', '#7d4a38')
  b.rect([292, 276, 14, 36], '#54606f')
  b.rect([290, 272, 18, 7], '#f7f5fa')
  for (const x of [230, 282]) {
    b.rect([x, 346, 20, 20], '#ffd977')
    b.stroke(`M${x + 10} 346v20M${x} 356h20`, '#6b4030', 1.6)
  }
  b.rect([257, 352, 18, 38], '#3d241d')
  b.glow([264, 358, 120], '#ffc95e', 0.6)
  for (let i = 0; i < 4; i++) b.disc([299 + i * 9, 260 - i * 20, 7 + i * 4], `rgba(240,240,250,${0.5 - i * 0.1})`)
}

export const illustration: Scenes<'illustration'> = { lighthouse, leaves, cabin }
