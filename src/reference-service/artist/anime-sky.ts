/** Anime: scenes under trees and open sky. */
import { UNITS } from './brush.ts'
import type { Brush } from './brush.ts'
import { Chance } from './chance-source.ts'
import { cloud } from './cloud.ts'
import { alpha, mix } from './color.ts'
import type { Color } from './color.ts'
import { TAU, clamp, fractal, smooth } from './noise.ts'
import { birds, grass, mist, ridge, stars, wisps } from './scenery.ts'
import type { Scene } from './scene.ts'

interface Flower {
  readonly x: number
  readonly y: number
  readonly size: number
}

/** A cherry branch across a very large moon; petals drift, the nearest ones out of focus. */
export const blossom: Scene = (b, r) => {
  b.sky(['#10123c', '#2a2468', '#6a3f92', '#c46aa0'])
  stars(b, r, { count: 120, bottom: 340 })
  b.disc([300, 208, 142], '#fbeed6')
  b.shaded(160, (u, v) => {
    const isMoon = Math.hypot(u * UNITS - 300, v * UNITS - 208) < 142
    return [196, 168, 158, isMoon ? 0.55 * smooth(0.5, 0.72, fractal(u * 5 + 2, v * 5, { seed: 4 })) : 0]
  })
  b.glow([300, 208, 290], '#ffdcc0', 0.42)
  wisps(b, r, { count: 9, top: 240, bottom: 360, color: '#e7a3c4', opacity: 0.45 })
  const flowers: Flower[] = []
  growBranch(b, r, { x: -10, y: 420, angle: -0.42, width: 20, left: 17, flowers })
  growBranch(b, r, { x: 530, y: 60, angle: 2.7, width: 9, left: 9, flowers })
  for (const flower of flowers) cherry(b, r, flower)
  for (let i = 0; i < 46; i++) {
    const size = [r.between(2, 5), r.between(1.2, 2.6)] as const
    b.oval([r.unit() * UNITS, r.unit() * UNITS, ...size, r.unit() * 6], alpha('#ffc6da', r.between(0.5, 0.95)))
  }
  b.layered(5, (near) => {
    for (let i = 0; i < 7; i++) {
      near.oval(
        [r.unit() * UNITS, 300 + r.unit() * 220, r.between(10, 22), r.between(6, 11), r.unit() * 3],
        alpha('#ffb3cf', 0.55)
      )
    }
  })
}

interface Twig {
  readonly x: number
  readonly y: number
  readonly angle: number
  readonly width: number
  /** Pieces still to grow. */
  readonly left: number
  /** Collects where flowers go: they are drawn over all wood. */
  readonly flowers: Flower[]
}

function growBranch(b: Brush, r: Chance, twig: Twig): void {
  const { x, y, angle, width, left, flowers } = twig
  if (left <= 0 || width < 0.9) return
  const length = 18 + width * 3.2 + r.unit() * 14
  const [x2, y2] = [x + Math.cos(angle) * length, y + Math.sin(angle) * length]
  b.stroke(`M${x} ${y}L${x2} ${y2}`, '#1d1029', width)
  b.stroke(`M${x} ${y - width * 0.3}L${x2} ${y2 - width * 0.3}`, 'rgba(150,96,130,.45)', width * 0.25)
  const blooms = width < 4 ? 3 : 2
  for (let q = width < 9 ? 0 : blooms; q < blooms; q++) {
    flowers.push({ x: x2 + r.bell() * 17, y: y2 + r.bell() * 17, size: r.between(6, 11.5) })
  }
  growBranch(b, r, { x: x2, y: y2, angle: angle + r.bell() * 0.34, width: width * 0.87, left: left - 1, flowers })
  if (r.unit() > 0.62 || width >= 17) return
  const side = angle + (r.unit() < 0.5 ? -1 : 1) * r.between(0.5, 1)
  growBranch(b, r, { x: x2, y: y2, angle: side, width: width * 0.58, left: left - 2, flowers })
}

function cherry(b: Brush, r: Chance, { x, y, size }: Flower): void {
  const petal = mix('#ffd9e6', '#f28fb5', r.unit())
  b.placed({ at: [x, y], turn: r.unit() * TAU, scale: size }, () => {
    for (let i = 0; i < 5; i++) {
      b.placed({ at: [0, 0], turn: (i * TAU) / 5 }, () => {
        b.oval([0.55, 0, 0.58, 0.42], petal)
        b.disc([0.36, 0, 0.06], '#fff2c0')
      })
    }
    b.disc([0, 0, 0.2], '#c43f78')
  })
}

/** A comet over the school roof: deep sky with a milky band, a long split tail, two people at the fence. */
export const comet: Scene = (b, r) => {
  b.sky(['#040921', '#0b1d4e', '#174a86', '#3f8fae', '#f0b98c', '#ffd9a8'], 0, 430)
  b.shaded(200, (u, v) => {
    const away = Math.abs((u - 0.1) * 0.62 - (v - 0.2) * 0.78 + 0.12)
    const band = Math.exp(-away * away * 34) * (0.25 + fractal(u * 5, v * 5, { seed: 9 }))
    return [150 + 90 * band, 165 + 50 * band, 240, clamp(band * 0.55) * (1 - v)]
  })
  stars(b, r, { count: 420, bottom: 400 })
  cometTail(b)
  wisps(b, r, { count: 8, top: 360, bottom: 420, color: '#ffe0c0', length: 120 })
  ridge(b, { y: 424, height: 20, waves: 5, seed: 4 }, '#3b4a78')
  for (let i = 0; i < 60; i++) b.disc([r.unit() * UNITS, 426 + r.unit() * 24, 0.9], alpha('#ffd890', r.between(0.4, 1)))
  roof(b)
  person(b, { x: 226, height: 78, skirt: 0.26 })
  person(b, { x: 268, height: 84, skirt: 0.13 })
}

function cometTail(b: Brush): void {
  const [x, y] = [152, 238]
  b.blended('screen', () => {
    for (const [dx, dy, width, color, strength] of [
      [230, -150, 44, '#6fd6ff', 0.9],
      [250, -112, 30, '#b79cff', 0.7],
      [210, -180, 20, '#ffffff', 0.65]
    ] as const) {
      const length = Math.hypot(dx, dy)
      const [nx, ny] = [-dy / length, dx / length]
      const fade = b.linear(
        [x, y, x + dx, y + dy],
        alpha(color, strength),
        alpha(color, strength * 0.3),
        alpha(color, 0)
      )
      const far = `L${x + dx + nx * width} ${y + dy + ny * width}L${x + dx - nx * width} ${y + dy - ny * width}`
      b.path(`M${x + nx * 3} ${y + ny * 3}${far}L${x - nx * 3} ${y - ny * 3}Z`, fade)
    }
  })
  b.glow([x, y, 84], '#bfeaff', 1)
  b.disc([x, y, 5], '#ffffff')
}

function roof(b: Brush): void {
  const dark = '#0c1230'
  b.rect([0, 446, UNITS, 80], dark)
  b.rect([0, 442, UNITS, 6], '#1d2a57')
  for (let x = 6; x < UNITS; x += 17) b.rect([x, 402, 1.8, 42], dark)
  b.rect([0, 400, UNITS, 3], dark)
  b.rect([0, 421, UNITS, 1.6], dark)
  b.rect([386, 352, 96, 94], '#0a0f2a')
  b.rect([376, 346, 116, 8], '#141d44')
  b.rect([402, 388, 26, 58], '#1b2752')
  b.disc([456, 400, 4], '#ffd890')
  b.glow([456, 400, 32], '#ffcf80', 0.8)
}

function person(
  b: Brush,
  { x, height, skirt }: { readonly x: number; readonly height: number; readonly skirt: number }
): void {
  b.placed({ at: [x, 446], scale: height }, () => {
    b.disc([0, -1, 0.13], '#070b20')
    b.path(`M-.12 -.84L.12 -.84L${skirt} -.36L${-skirt} -.36Z`, '#070b20')
    b.path('M-.1 -.4h.08v.42h-.08ZM.03 -.4h.08v.42h-.08Z', '#070b20')
    if (skirt > 0.2) b.path('M-.12 -1.08Q.36 -1.06 .42 -.66Q.2 -.8 .06 -.8Z', '#070b20')
  })
}

/** A bamboo path: pale stalks far, dark ones near, light in slanted shafts. */
export const bamboo: Scene = (b, r) => {
  b.sky(['#dff3c0', '#b5dd8e', '#6fae66', '#2c6a49'])
  b.glow([250, 190, 300], '#fffde0', 0.95)
  for (let i = 0; i < 34; i++) {
    stalk(b, r, { x: r.unit() * UNITS, width: r.between(3, 5), color: mix('#a5cf86', '#86b873', r.unit()) })
  }
  mist(b, { y: 330, height: 120, color: '#e9f7cc', opacity: 0.75, seed: 4 })
  b.path(
    'M226 318L286 318L430 512L76 512Z',
    b.linear([0, 318, 0, 512], 'rgba(240,236,190,0)', '#d2bd86', '#a88c5c', '#6f5c3c')
  )
  for (let i = 0; i < 60; i++) {
    const t = r.unit()
    const at = [256 + r.bell() * 150 * (0.3 + t), 330 + t * 180] as const
    b.oval([...at, 8 * t + 2, 1.6 * t + 0.6], `rgba(70,60,30,${r.between(0.1, 0.35)})`)
  }
  for (let i = 0; i < 26; i++) {
    const x = r.unit() < 0.5 ? r.unit() * 190 : 322 + r.unit() * 190
    stalk(b, r, { x, width: r.between(7, 11), color: mix('#5c9a55', '#3c7a48', r.unit()) })
  }
  for (const seed of [4, 5]) grass(b, new Chance(seed), { y: 470, count: 70, height: 50, color: '#2a6b45', lean: 10 })
  for (let i = 0; i < 7; i++) {
    const x = i % 2 === 0 ? r.unit() * 110 - 10 : 400 + r.unit() * 120
    stalk(b, r, { x, width: r.between(16, 24), color: mix('#2f6a41', '#1c4a34', r.unit()) })
  }
  shafts(b, r)
}

function stalk(
  b: Brush,
  r: Chance,
  { x, width, color }: { readonly x: number; readonly width: number; readonly color: Color }
): void {
  const lean = r.bell() * 16
  const shadow = '#04140c'
  const round = b.linear([x - width, 0, x + width, 0], mix(color, '#ffffff', 0.25), color, mix(color, shadow, 0.45))
  b.stroke(`M${x} ${UNITS}L${x + lean} -4`, round, width)
  for (let y = r.unit() * 40; y < UNITS; y += 34 + width * 2.2) {
    const at = x + lean * (1 - y / UNITS) - width * 0.56
    b.rect([at, y, width * 1.12, Math.max(1, width * 0.09)], mix(color, shadow, 0.55))
    b.rect([at, y + width * 0.1, width * 1.12, Math.max(0.8, width * 0.07)], mix(color, '#ffffff', 0.5))
  }
}

function shafts(b: Brush, r: Chance): void {
  b.blended('screen', () => {
    const light = b.linear([0, 0, 0, 470], 'rgba(255,250,200,.42)', 'rgba(255,250,200,.1)', 'rgba(255,250,200,0)')
    for (let i = 0; i < 6; i++) {
      const [x, w] = [130 + i * 62 + r.bell() * 16, r.between(12, 36)]
      b.path(`M${x} -10h${w}L${x + w - 120} 470L${x - 150 - w} 470Z`, light)
    }
  })
}

/** Green hills with wind turbines: bands of one green, a white road, small flowers. */
export const fields: Scene = (b, r) => {
  b.sky(['#2f8fe0', '#86c8f2', '#e2f4f6'], 0, 270)
  cloud(b, r, { at: [150, 190], width: 300, height: 90, puffs: 70 })
  cloud(b, r, { at: [430, 120], width: 200, height: 60, puffs: 50 })
  ridge(b, { y: 246, height: 26, waves: 2.4, seed: 6 }, '#8ab8c4')
  ridge(b, { y: 276, height: 30, waves: 2, seed: 12 }, b.linear([0, 240, 0, 340], '#b9e07a', '#6fb65a'))
  turbine(b, { x: 76, y: 270, scale: 1, turn: r.unit() })
  turbine(b, { x: 150, y: 262, scale: 0.7, turn: r.unit() })
  ridge(b, { y: 316, height: 36, waves: 1.7, seed: 23 }, b.linear([0, 280, 0, 400], '#a5d868', '#4fa254'))
  turbine(b, { x: 372, y: 306, scale: 1.75, turn: r.unit() })
  turbine(b, { x: 462, y: 300, scale: 1.25, turn: r.unit() })
  for (let i = 0; i < 30; i++) {
    b.disc([20 + i * 17, 324 + r.bell() * 10, r.between(3, 8)], mix('#3d8a4a', '#5fae54', r.unit()))
  }
  ridge(b, { y: 378, height: 40, waves: 1.4, seed: 31 }, b.linear([0, 340, 0, 512], '#bfe870', '#6cbf55', '#2f8a4c'))
  b.path(
    'M300 512C250 470 420 440 356 404C330 388 370 378 392 372L402 374C384 384 356 388 388 406C470 442 340 470 420 512Z',
    '#f6edd2'
  )
  farm(b)
  for (let i = 0; i < 260; i++) {
    const [t, x] = [r.unit() ** 0.6, r.unit() * UNITS]
    const isRoad = x > 270 && x < 440 && t < 0.7
    if (!isRoad) b.disc([x, 420 + t * 96, 0.8 + t * 2.2], r.pick(['#ffffff', '#ffe14f', '#ff8f6b', '#f9c5d8']))
  }
  grass(b, r, { y: 512, count: 170, height: 34, color: '#2b7a45', lean: 8 })
  birds(b, r, { at: [250, 120], count: 5, color: '#3a6a90' })
}

interface Turbine {
  readonly x: number
  readonly y: number
  readonly scale: number
  readonly turn: number
}

function turbine(b: Brush, { x, y, scale, turn }: Turbine): void {
  b.placed({ at: [x, y], scale }, () => {
    b.path('M-2.4 0L-1 -88L1 -88L2.4 0Z', '#fbfcfb')
    for (let i = 0; i < 3; i++) {
      b.placed({ at: [0, -88], turn: turn * 2 + (i * TAU) / 3 }, () => b.path('M0 0L16 1.6L52 0Z', '#ffffff'))
    }
    b.disc([0, -88, 2.6], '#d5dde0')
  })
}

function farm(b: Brush): void {
  b.rect([112, 372, 40, 26], '#f4efe4')
  b.path('M104 374L132 350L160 374Z', '#d9593f')
  b.rect([127, 382, 9, 16], '#6b4a3c')
  b.oval([150, 400, 40, 4], 'rgba(20,70,40,.35)')
}
