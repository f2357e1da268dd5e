/** Anime: scenes between houses. */
import { UNITS } from './brush.ts'
import type { Brush, Point } from './brush.ts'
import type { Chance } from './chance-source.ts'
import { mix, rgb } from './color.ts'
import type { Color } from './color.ts'
import { TAU, clamp, fractal, hash, smooth } from './noise.ts'
import { grass, mirror, rain, ridge, streak, windows, wisps } from './scenery.ts'
import type { Scene } from './scene.ts'

/** A railway crossing at dusk: wires run to a vanishing point, one lamp is lit, the train is only its windows. */
export const crossing: Scene = (b, r) => {
  b.sky(['#1c2b5e', '#4a4590', '#b0607f', '#f58f6c', '#ffd08a', '#ffeebb'], 0, 380)
  b.disc([138, 330, 30], '#fff6d8')
  b.glow([138, 330, 220], '#ffc27a', 0.95)
  wisps(b, r, { count: 26, top: 90, bottom: 300, color: '#ff9d86', length: 140 })
  wisps(b, r, { count: 10, top: 40, bottom: 150, color: '#6b5fae', opacity: 0.6, length: 160 })
  ridge(b, { y: 362, height: 22, waves: 4, seed: 3 }, '#8a4a6a')
  ridge(b, { y: 372, height: 14, waves: 7, seed: 5 }, '#5c3560')
  b.rect([0, 376, UNITS, 140], '#231735')
  b.path('M138 378L142 378L520 512L250 512Z', '#33233f')
  b.stroke('M139 378L330 512M141 378L430 512', '#f2a77a', 1.6)
  train(b, r)
  poles(b)
  signal(b)
  grass(b, r, { y: 505, count: 190, height: 44, color: '#160d24', lean: 10 })
  grass(b, r, { y: 512, count: 120, height: 60, color: '#0e0818', lean: 14 })
}

function train(b: Brush, r: Chance): void {
  b.path('M222 378L234 334L522 334L522 378Z', '#1d1430')
  for (let i = 0; i < 9; i++) {
    b.rect([246 + i * 30, 341, 22, 15], '#ffe6a6')
    if (r.unit() < 0.6) b.rect([252 + i * 30 + r.unit() * 6, 346, 6, 10], '#7a4a3a')
  }
  b.glow([380, 350, 150], '#ffcc80', 0.4)
  b.rect([232, 364, 290, 2], '#c6524a')
}

/** Each pole: foot, height and width; the next one is farther away. */
const POLES = [
  { x: 452, y: 512, height: 430, width: 9 },
  { x: 318, y: 424, height: 210, width: 5 },
  { x: 250, y: 402, height: 118, width: 3.2 },
  { x: 212, y: 392, height: 70, width: 2.2 },
  { x: 190, y: 386, height: 44, width: 1.6 }
] as const

function poles(b: Brush): void {
  const dark = '#1a1029'
  for (const { x, y, height, width } of POLES) {
    b.rect([x - width / 2, y - height, width, height], dark)
    b.rect([x - height * 0.17, y - height * 0.92, height * 0.34, width * 0.8], dark)
    b.rect([x - height * 0.12, y - height * 0.83, height * 0.24, width * 0.7], dark)
  }
  for (const [index, near] of POLES.entries()) {
    const far = POLES[index + 1]
    if (far === undefined) continue
    for (const across of [-0.17, -0.05, 0.08, 0.17]) {
      for (const up of [0.92, 0.83]) {
        const [x0, y0] = [near.x + across * near.height, near.y - near.height * up]
        const [x1, y1] = [far.x + across * far.height, far.y - far.height * up]
        const sag = (y0 + y1) / 2 + near.height * 0.07
        b.stroke(`M${x0} ${y0}Q${(x0 + x1) / 2} ${sag} ${x1} ${y1}`, dark, Math.max(0.5, near.width * 0.16))
      }
    }
  }
  for (const y of [82, 116, 150]) b.stroke(`M440 ${y}Q500 ${y + 6} 540 ${y - 30}`, dark, 1.5)
}

function signal(b: Brush): void {
  const dark = '#120b1f'
  b.rect([82, 250, 7, 262], dark)
  for (const turn of [0.7, -0.7]) {
    b.placed({ at: [85, 262], turn }, () => {
      for (let i = -3; i < 3; i++) b.rect([i * 13, -5, 13, 10], i % 2 === 0 ? '#191021' : '#f7c948')
    })
  }
  b.rect([58, 300, 56, 9], dark)
  for (const [x, color] of [
    [66, '#ff4b3a'],
    [106, '#4a1520']
  ] as const) {
    b.disc([x, 304, 11], dark)
    b.disc([x, 304, 7], color)
  }
  b.glow([66, 304, 70], '#ff4b3a', 1)
}

const SIGNS = ['#ff3f8e', '#28d7ff', '#ffd04a', '#9b6bff', '#ff6a3d', '#3dffb0'] as const

/** A neon street at night: facades step towards a glowing end, wet ground doubles every sign, one umbrella. */
export const neonStreet: Scene = (b, r) => {
  b.sky(['#070818', '#1a1140', '#4c1d63', '#a1316f'], 0, 330)
  b.glow([256, 280, 240], '#ff4fa0', 0.75)
  b.glow([256, 300, 120], '#7fe9ff', 0.6)
  for (const side of [-1, 1]) facades(b, r, side)
  for (let i = 0; i < 7; i++) {
    const [y0, y1, y2] = [20 + r.unit() * 90, 90 + r.unit() * 70, 10 + r.unit() * 90]
    b.stroke(`M0 ${y0}Q256 ${y1} 512 ${y2}`, 'rgba(5,4,14,.8)', 1 + r.unit())
  }
  mirror(b, r, { y: 332, ripple: 12, squash: 1.25, tint: ['rgba(10,6,24,.18)', 'rgba(6,4,18,.62)'] })
  for (let i = 0; i < 26; i++) {
    const at: Point = [r.unit() * UNITS, 336 + r.unit() * 40]
    streak(b, r, { at, length: r.between(40, 130), width: 5, opacity: 0.3, color: r.pick(SIGNS) })
  }
  walker(b)
  rain(b, r, { count: 170, color: '#d2dcff' })
}

/** Houses of one side, from the far end (near the middle) outwards. */
function facades(b: Brush, r: Chance, side: number): void {
  let from = 0.1
  for (let i = 0; i < 7; i++) {
    const to = from + 0.06 + i * 0.036
    const [a, c] = [256 + side * from * 256, 256 + side * to * 256]
    const top = 250 - 300 * to - r.unit() * 40
    const wall = mix('#3d1a58', '#0a0a18', clamp(to * 1.25))
    b.path(`M${a} ${250 - 210 * from}L${c} ${top}L${c} ${300 + 190 * to}L${a} ${300 + 190 * from}Z`, wall)
    const area = [Math.min(a, c), top + 30, Math.abs(c - a), 210] as const
    windows(b, r, { area, colors: ['#ffdca0', '#9fdcff', '#ffb0c8'], share: 0.22, step: [6 + i, 10 + i * 1.6] })
    const count = r.unit() < 0.7 ? 2 : 1
    for (let n = 0; n < count; n++) {
      const [width, height] = [7 + i * 3.4, 34 + r.unit() * 44 + i * 13]
      const x = a + (c - a) * r.between(0.15, 0.6) - (side > 0 ? width : 0)
      sign(b, r, [x, r.between(110, 220) - i * 8, width, height])
    }
    from = to
  }
}

function sign(b: Brush, r: Chance, [x, y, width, height]: readonly [number, number, number, number]): void {
  const color = r.pick(SIGNS)
  b.rect([x, y, width, height], mix(color, '#0a0616', 0.78))
  b.stroke(`M${x} ${y}h${width}v${height}h${-width}Z`, color, 1.6)
  const ink = mix(color, '#ffffff', 0.45)
  const margin = width * 0.26
  for (let line = y + 7; line < y + height - 6; line += width * 0.86) {
    b.rect([x + margin, line, width - 2 * margin, 1.8], ink)
    b.rect([x + width / 2 - 0.9, line - 2, 1.8, width * 0.5], ink)
    if (r.unit() < 0.6) b.rect([x + margin, line + width * 0.3, width - 2 * margin, 1.5], ink)
  }
  b.glow([x + width / 2, y + height / 2, height * 0.95], color, 0.55)
}

function walker(b: Brush): void {
  const dark = '#0b0816'
  b.placed({ at: [262, 404] }, () => {
    b.oval([0, 56, 34, 6], 'rgba(0,0,0,.55)')
    b.path('M-11 -22L11 -22L15 30L-15 30Z', dark)
    b.path('M-8 28h6v28h-6ZM3 28h6v28h-6Z', dark)
    b.disc([0, -32, 9], dark)
    const canopy = 'M-46 -32Q0 -100 46 -32Q34 -42 23 -32Q12 -42 0 -32Q-12 -42 -23 -32Q-34 -42 -46 -32'
    b.path(canopy, 'rgba(190,120,220,.34)')
    b.stroke(canopy, 'rgba(255,200,240,.85)', 1.5)
    b.stroke('M0 -70L0 8', dark, 1.8)
  })
}

const UMBRELLAS = [
  '#e8433f',
  '#f2b632',
  '#2f7fd1',
  '#f4f1ea',
  '#1d2a3a',
  '#ec7fa5',
  '#3fa37b',
  '#7a5bc0',
  '#f4f1ea'
] as const

/** Umbrellas on a crossing from above: flat stripes, each umbrella eight lit segments. */
export const umbrellas: Scene = (b, r) => {
  b.shaded(256, (u, v) => {
    const stain = fractal(u * 9, v * 9, { seed: 3 }) * 0.7
    return mix('#39454f', '#55636c', stain + hash((u * 256) | 0, (v * 256) | 0, 2) * 0.3)
  })
  b.placed({ at: [256, 256], turn: -0.42 }, () => {
    for (let i = -6; i < 7; i++) b.rect([i * 66, -190, 36, 380], 'rgba(226,232,232,.92)')
    for (const y of [-212, 206]) b.rect([-500, y, 1000, 7], 'rgba(226,232,232,.7)')
  })
  b.shaded(200, (u, v) => [...rgb('#39454f'), 0.42 * smooth(0.5, 0.8, fractal(u * 16, v * 16, { seed: 8 }))])
  for (const [index, place] of crowd(r).entries())
    umbrella(b, r, { place, color: UMBRELLAS[index % UMBRELLAS.length] ?? '#f4f1ea' })
  for (let i = 0; i < 90; i++) {
    b.arc(
      [r.unit() * UNITS, r.unit() * UNITS, r.between(1.5, 5), 0, TAU],
      `rgba(230,240,245,${r.between(0.1, 0.4)})`,
      0.9
    )
  }
}

type Circle = readonly [x: number, y: number, radius: number]

/** Places that overlap a little at most. */
function crowd(r: Chance): Circle[] {
  const placed: Circle[] = []
  for (let i = 0; i < 400 && placed.length < 19; i++) {
    const next: Circle = [r.between(10, 502), r.between(10, 502), r.between(36, 54)]
    const isFree = placed.every(([x, y, size]) => Math.hypot(x - next[0], y - next[1]) > (size + next[2]) * 0.86)
    if (isFree) placed.push(next)
  }
  return placed
}

function umbrella(
  b: Brush,
  r: Chance,
  { place: [x, y, size], color }: { readonly place: Circle; readonly color: Color }
): void {
  b.layered(4, (shadow) => shadow.disc([x + 12, y + 18, size], 'rgba(8,14,20,.5)'))
  const turn = r.unit() * TAU
  b.placed({ at: [x, y], scale: size }, () => {
    for (let i = 0; i < 8; i++) {
      const [from, middle, to] = [turn + (i * TAU) / 8, turn + ((i + 0.5) * TAU) / 8, turn + ((i + 1) * TAU) / 8]
      const lit = (Math.cos(middle + 2.3) + 1) / 2
      const edge = `L${Math.cos(from)} ${Math.sin(from)}Q${Math.cos(middle) * 0.93} ${Math.sin(middle) * 0.93}`
      const cloth = mix(mix(color, '#0b1420', 0.34), mix(color, '#ffffff', 0.28), lit)
      b.path(`M0 0${edge} ${Math.cos(to)} ${Math.sin(to)}Z`, cloth)
      b.stroke(`M0 0L${Math.cos(from) * 1.03} ${Math.sin(from) * 1.03}`, 'rgba(10,16,24,.45)', 1 / size)
    }
  })
  b.disc([x, y, 2.6], '#10161d')
}

/** A cat at the window: the room is dark, the world outside is the light; frame, plants and cat are one shape. */
export const windowCat: Scene = (b, r) => {
  b.sky(['#2c3f86', '#8a5fa8', '#f08a84', '#ffcf96'], 0, 400)
  b.disc([330, 268, 34], '#fff0c8')
  b.glow([330, 268, 170], '#ffd08a', 0.9)
  wisps(b, r, { count: 14, top: 80, bottom: 240, color: '#ffb3a0', length: 120 })
  for (let x = -6; x < UNITS;) {
    const [width, height] = [r.between(18, 44), r.between(30, 110)]
    b.rect([x, 392 - height, width, height + 20], mix('#7a4a80', '#4a3468', r.unit()))
    windows(b, r, { area: [x, 392 - height, width, height], colors: ['#ffe2a0', '#ffc890'], share: 0.3, step: [6, 8] })
    x += width
  }
  windowFrame(b)
  cat(b)
  plants(b, r)
  b.path('M44 34L120 34L70 220L54 392L44 392Z', 'rgba(40,24,52,.88)')
  b.path('M468 34L400 34L446 220L458 392L468 392Z', 'rgba(40,24,52,.88)')
}

function windowFrame(b: Brush): void {
  const dark = '#120d20'
  b.path('M0 0H512V34H0ZM0 0H44V512H0ZM468 0H512V512H468ZM0 392H512V512H0ZM250 0H262V400H250ZM40 176H480V185H40Z', dark)
  b.rect([20, 386, 472, 10], '#32203c')
  b.rect([20, 386, 472, 2.4], '#e09a84')
  b.rect([44, 396, 424, 116], b.linear([0, 396, 0, 512], 'rgba(240,140,110,.22)', 'rgba(240,140,110,0)'))
}

function cat(b: Brush): void {
  const back = 'M25 -140C28 -124 28 -112 22 -98C38 -80 48 -40 40 0'
  b.placed({ at: [168, 388] }, () => {
    b.path(
      'M-40 0C-50 -46 -34 -84 -22 -98C-28 -112 -26 -126 -24 -140L-11 -124Q0 -128 11 -124L25 -140C28 -124 28 -112 22 -98C38 -80 48 -40 40 0Z',
      '#0d0918'
    )
    b.stroke(back, 'rgba(255,176,130,.9)', 1.8)
    b.stroke('M34 -6C84 0 74 44 40 52', '#0d0918', 11)
  })
}

function plants(b: Brush, r: Chance): void {
  b.placed({ at: [400, 388] }, () => {
    b.path('M-24 -34L24 -34L18 0L-18 0Z', '#2a1626')
    for (let i = 0; i < 15; i++) {
      const angle = -Math.PI / 2 + (i - 7) * 0.19
      const length = r.between(50, 98)
      const [x, y] = [Math.cos(angle) * length, Math.sin(angle) * length]
      const leaf = `M0 -32Q${x * 0.5 - 8} ${-32 + y * 0.8} ${x} ${-18 + y}Q${x * 0.5 + 8} ${-32 + y * 0.5} 0 -32`
      b.path(leaf, i % 3 === 0 ? '#22304a' : '#0f1320')
    }
  })
  for (const x of [300, 340]) {
    b.rect([x - 13, 368, 26, 20], '#241a34')
    for (const [dx, dy, size] of [
      [0, -30, 13],
      [-8, -38, 8],
      [9, -40, 8]
    ] as const)
      b.disc([x + dx, 388 + dy, size], '#101522')
  }
}
