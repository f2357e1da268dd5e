/** Sketches: pen on paper, no line quite straight, tone by hatching. */
import { UNITS } from './brush.ts'
import type { Brush, Point } from './brush.ts'
import type { Chance } from './chance-source.ts'
import { alpha } from './color.ts'
import { TAU, fractal } from './noise.ts'
import { INK, drawn, frame, hatch, paper, path } from './pen.ts'
import { birds } from './scenery.ts'
import type { Scene, Scenes } from './scene.ts'

const BOTANY_INK = '#2b3329'

/** A botanical plate: one stem, paired leaves with every vein, a seed head and a bee for scale. */
const botany: Scene = (b, r) => {
  const bow = 2.4 + r.bell()
  const stem = (t: number): Point => [246 + Math.sin(t * bow) * 34, 486 - t * 370]
  paper(b, '#f4efe4')
  drawn(b, r, { points: path(20, stem), width: 2.4, color: BOTANY_INK, shake: 0.5 })
  for (let i = 0; i < 4; i++) {
    const [x, y] = stem(0.14 + i * 0.2)
    const [turn, length] = [0.5 + i * 0.1, 150 - i * 22]
    plateLeaf(b, r, { x, y, turn: -turn, length, width: 32 - i * 4 })
    plateLeaf(b, r, { x, y: y - 10, turn: Math.PI + turn, length: length * 0.94, width: 30 - i * 4 })
  }
  bloom(b, r, stem(1))
  bee(b)
  for (let i = 0; i < 3; i++)
    drawn(b, r, {
      points: [
        [40, 462 + i * 9],
        [100 - i * 14, 462 + i * 9]
      ],
      width: 0.8,
      color: BOTANY_INK
    })
}

interface PlateLeaf {
  readonly x: number
  readonly y: number
  readonly turn: number
  readonly length: number
  readonly width: number
}

function plateLeaf(b: Brush, r: Chance, { x, y, turn, length, width }: PlateLeaf): void {
  const along = (t: number): Point => [x + Math.cos(turn) * length * t, y + Math.sin(turn) * length * t + 14 * t * t]
  const edge = (side: number): Point[] =>
    path(13, (t) => {
      const [px, py] = along(t)
      const out = Math.sin(Math.PI * t ** 0.8) * width * side
      return [px - Math.sin(turn) * out, py + Math.cos(turn) * out]
    })
  const [upper, lower] = [edge(1), edge(-1)]
  const color = BOTANY_INK
  b.polygon([...upper, ...lower.toReversed()], 'rgba(122,150,104,.2)')
  hatch(b, r, {
    points: [...lower, ...path(13, along).toReversed()],
    turn: turn + 0.9,
    step: 3.6,
    strength: 0.34,
    color
  })
  for (const points of [upper, lower]) drawn(b, r, { points, width: 1.3, color, shake: 0.5 })
  drawn(b, r, { points: path(8, along), width: 1, color, shake: 0.3 })
  for (let i = 1; i < 9; i++) {
    const [px, py] = along(i / 11)
    for (const side of [upper, lower]) {
      const [qx, qy] = side[i + 2] ?? [px, py]
      b.stroke(`M${px} ${py}L${px + (qx - px) * 0.86} ${py + (qy - py) * 0.86}`, alpha(color, 0.5), 0.7)
    }
  }
}

function bloom(b: Brush, r: Chance, at: Point): void {
  for (let ring = 3; ring > 0; ring--) {
    const [count, reach] = [8 + ring * 3, 20 + ring * 19]
    for (let i = 0; i < count; i++) {
      b.placed({ at, turn: (i * TAU) / count + ring + r.bell() * 0.08 }, () => {
        const petal = `M10 0Q${reach * 0.6} ${-reach * 0.2} ${reach} 0Q${reach * 0.6} ${reach * 0.2} 10 0`
        b.path(petal, ring % 2 === 0 ? '#eec3b0' : '#f3d9c9')
        b.stroke(petal, alpha(BOTANY_INK, 0.8), 1)
        b.stroke(`M14 0L${reach * 0.7} 0`, alpha(BOTANY_INK, 0.4), 0.6)
      })
    }
  }
  for (let i = 0; i < 90; i++) {
    const [turn, reach] = [i * 2.39996, Math.sqrt(i) * 2.1]
    b.disc([at[0] + Math.cos(turn) * reach, at[1] + Math.sin(turn) * reach, 1.1], i % 3 === 0 ? '#c58a2b' : BOTANY_INK)
  }
}

function bee(b: Brush): void {
  b.placed({ at: [402, 128], turn: 0.4 }, () => {
    b.oval([0, 0, 13, 8], '#e3b04a')
    for (const x of [-5, 0, 5]) b.rect([x, -8, 2.6, 16], BOTANY_INK)
    b.oval([-3, -11, 12, 5, -0.5], 'rgba(200,215,220,.6)')
  })
}

/** An old street: facades with shutters in quick pen, hatching on one side, wires and a lamp. */
const street: Scene = (b, r) => {
  paper(b, '#f2ece0')
  let x = -8
  for (let index = 0; index < 6; index++) {
    const width = r.between(70, 112)
    facade(b, r, { x, width, height: r.between(200, 340), index })
    x += width
  }
  drawn(b, r, {
    points: [
      [0, 441],
      [512, 438]
    ],
    width: 1.6
  })
  for (let i = 0; i < 60; i++) {
    const [px, py] = [r.unit() * UNITS, 450 + r.unit() * 56]
    b.stroke(`M${px} ${py}l${r.between(6, 26)} ${r.bell()}`, alpha(INK, 0.35), 0.8)
  }
  drawn(b, r, {
    points: [
      [96, 470],
      [96, 250],
      [108, 232],
      [128, 238]
    ],
    width: 2.2
  })
  b.path('M118 240L140 240L136 268L122 268Z', '#efc56a')
  drawn(b, r, {
    points: [
      [118, 240],
      [140, 240],
      [136, 268],
      [122, 268],
      [118, 240]
    ]
  })
  for (const y of [70, 92]) b.stroke(`M0 ${y}Q250 ${y + 70} 512 ${y - 20}`, alpha(INK, 0.8), 1)
  birds(b, r, { at: [330, 60], count: 6, color: INK })
}

interface Facade {
  readonly x: number
  readonly width: number
  readonly height: number
  readonly index: number
}

function facade(b: Brush, r: Chance, { x, width, height, index }: Facade): void {
  const top = 440 - height
  const walls = frame(x, top, width, height)
  b.rect([x, top, width, height], '#f6f1e6')
  if (index % 2 !== 0) hatch(b, r, { points: walls, turn: 1.2, step: 7, strength: 0.3 })
  drawn(b, r, { points: walls, width: 1.5 })
  if (index % 3 === 0) {
    const gable: Point[] = [
      [x - 6, top],
      [x + width / 2, top - 46],
      [x + width + 6, top]
    ]
    drawn(b, r, { points: gable, width: 1.5 })
    hatch(b, r, { points: gable, turn: 0.5, step: 5, strength: 0.5 })
  } else {
    drawn(b, r, { points: frame(x - 4, top - 8, width + 8, 8) })
    drawn(b, r, { points: frame(x + width * 0.6, top - 34, 15, 26), width: 1.1 })
  }
  for (let y = top + 22; y < 350; y += 58) {
    for (const place of [0.16, 0.6]) shutteredWindow(b, r, [x + width * place, y, width * 0.2])
  }
  const door = frame(x + width * 0.36, 382, width * 0.28, 58)
  hatch(b, r, { points: door, turn: 1.5, step: 3, strength: 0.9 })
  drawn(b, r, { points: door, width: 1.3 })
}

function shutteredWindow(b: Brush, r: Chance, [x, y, width]: readonly [number, number, number]): void {
  const glass = frame(x, y, width, 34)
  hatch(b, r, { points: glass, turn: 0.8, step: 2.8, strength: 0.9 })
  drawn(b, r, { points: glass, width: 1.1, shake: 0.8 })
  for (const side of [x - width * 0.52, x + width]) {
    drawn(b, r, { points: frame(side, y, width * 0.5, 34), width: 0.9, shake: 0.6 })
    for (let q = 1; q < 7; q++) b.stroke(`M${side + 1} ${y + q * 5}h${width * 0.5 - 2}`, alpha(INK, 0.5), 0.6)
  }
}

/** A bridge study: arches in perspective, construction lines left in, water as loose strokes. */
const bridge: Scene = (b, r) => {
  paper(b, '#efe9dc')
  for (let i = 0; i < 5; i++) b.stroke(`M-10 ${120 + i * 60}L522 ${214 + i * 12}`, alpha('#7a86a8', 0.3), 0.8)
  b.path('M-5 206L520 240L520 262L-5 400Z', '#f7f2e7')
  let x = -60
  for (let i = 0; i < 6; i++) {
    const size = 0.76 ** i
    bridgeArch(b, r, { x, foot: 396 - i * 27, size })
    x += 150 * size
  }
  drawn(b, r, {
    points: [
      [-5, 206],
      [520, 240]
    ],
    width: 1.8
  })
  drawn(b, r, {
    points: [
      [-5, 226],
      [520, 245]
    ]
  })
  for (let i = 0; i < 30; i++) b.stroke(`M${i * 18} ${206 + i * 1.17}V${226 + i * 0.68}`, alpha(INK, 0.7), 0.9)
  for (let i = 0; i < 8; i++) {
    const [left, height] = [300 + i * 28, 24 + r.unit() * 60]
    drawn(b, r, { points: frame(left, 238 - height, 20, height), width: 1, shake: 0.9 })
    hatch(b, r, { points: frame(left, 238 - height, 9, height), turn: 1.3, step: 3.4, strength: 0.5 })
  }
  drawn(b, r, {
    points: [
      [430, 130],
      [430, 60],
      [438, 30],
      [446, 60],
      [446, 134]
    ]
  })
  for (let i = 0; i < 120; i++) {
    const [px, py] = [r.unit() * UNITS, 300 + r.unit() ** 0.8 * 200]
    const isUnderArches = py < 400 && px < (400 - py) * 3.4
    if (!isUnderArches)
      b.stroke(`M${px} ${py}l${(py - 280) * r.between(0.1, 0.4)} ${r.bell() * 1.4}`, alpha(INK, 0.45), 0.9)
  }
  b.shaded(128, (u, v) => [96, 130, 160, v > 0.56 ? 0.22 * fractal(u * 3, v * 8, { seed: 4 }) : 0])
}

function bridgeArch(
  b: Brush,
  r: Chance,
  { x, foot, size }: { readonly x: number; readonly foot: number; readonly size: number }
): void {
  const [width, height] = [129 * size, 112 * size]
  const curve = (lift: number): Point[] =>
    path(13, (t) => [x + width * t, foot - lift - Math.sin(Math.PI * t) * height])
  hatch(b, r, { points: [[x, foot], ...curve(0), [x + width, foot]], turn: 0.9, step: 3.4, strength: 0.7 })
  drawn(b, r, { points: curve(0), width: 1.7, shake: 0.7 })
  drawn(b, r, { points: curve(8 * size), width: 1, shake: 0.7 })
  const next: Point = [x + 150 * size, foot - 27]
  drawn(b, r, { points: [[x + width, foot], next], width: 1.3, shake: 0.7 })
  drawn(b, r, {
    points: [
      [x - 8 * size, foot + 4],
      [x + width + 8 * size, foot + 4]
    ],
    width: 0.9,
    shake: 0.9
  })
}

export const sketch: Scenes<'sketch'> = { botany, street, bridge }
