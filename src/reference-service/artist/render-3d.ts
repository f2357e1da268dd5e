/** 3D renders. */
import type { Brush } from './brush.ts'
import { RayMarcher, ball, box, floor, ring, rod, without } from './ray-marcher.ts'
import type { Material, Solid, Stage, Thing } from './ray-marcher.ts'
import type { Scene, Scenes } from './scene.ts'

/** Points an edge: more costs seconds, and the soft light hides the difference. */
const RESOLUTION = 320

function render(b: Brush, stage: Stage): void {
  const marcher = new RayMarcher(stage)
  b.shaded(RESOLUTION, (u, v) => marcher.color(u, v))
}

const FLOOR = { isFloor: true, shine: 0.04 }

/** Pearl, brass ring and matte balls on a sweep; one glossy ball mirrors its neighbors. */
const stillLife: Scene = (b, r) => {
  const [ground, back, first, pearl, last] = r.pick([
    ['#f6c9b8', '#f9e6da', '#e5674e', '#f4f1ea', '#2f5d8a'],
    ['#b9c8f2', '#e3e9fb', '#6c5be0', '#ffffff', '#f2a93b'],
    ['#cfe3d3', '#eef5ea', '#2f8f6b', '#f8f4ea', '#e4572e']
  ] as const)
  const brass: Material = { color: '#e0b15c', mirror: 0.5, isMetal: true, gloss: 60, shine: 0.9 }
  const shift = r.between(-0.12, 0.12)
  render(b, {
    backdrop: [ground, back],
    things: [
      [floor, { color: ground, ...FLOOR }],
      [ball([-0.42 + shift, 0.72, 0.25], 0.72), { color: first, mirror: 0.12, gloss: 70, shine: 0.6 }],
      [ball([0.66, 0.42, -0.42], 0.42), { color: pearl, mirror: 0.2, gloss: 120, shine: 0.8 }],
      [ring([0.78, 0.74, 0.55], { radius: 0.66, tube: 0.085, lies: 'upright' }), brass],
      [ball([-1.16 + shift, 0.26, -0.55], 0.26), { color: last, mirror: 0.05, shine: 0.25 }],
      [rod([0.1, 0.09, -0.95], { radius: 0.2, half: 0.09, round: 0.03 }), brass]
    ]
  })
}

/** A small tower of rounded boxes with a ball about to roll: pastel, like toys. */
const blocks: Scene = (b, r) => {
  const [ground, back] = r.pick([
    ['#8f7bd8', '#c9bdf5'],
    ['#f0b0a0', '#fbdcd0'],
    ['#6fb3c9', '#c8e6ee']
  ] as const)
  const toy = (color: string): Material => ({ color, shine: 0.25, gloss: 30 })
  const coral = toy('#ff8a70')
  const yellow = toy('#ffd166')
  const white = toy('#fafafa')
  const blue = toy('#4d6bfe')
  const green = toy('#37c2a0')
  render(b, {
    backdrop: [ground, back],
    eye: [2.3 - r.unit() * 1.2, 2.5, -4.9],
    target: [0.05, 0.5, 0],
    zoom: 2.9,
    things: [
      [floor, { color: ground, ...FLOOR }],
      [box([-0.62, 0.42, 0.1], [0.42, 0.42, 0.42], 0.07), coral],
      [box([0.4, 0.3, -0.1], [0.55, 0.3, 0.4], 0.07), yellow],
      [box([-0.5, 1.06, 0.12], [0.3, 0.22, 0.3], 0.07), white],
      [box([0.62, 0.86, 0], [0.26, 0.26, 0.26], 0.07), blue],
      [box([1.16, 0.16, -0.7], [0.16, 0.16, 0.16], 0.07), green],
      [ball([0.08, 0.86, -0.14], 0.26), white],
      [ring([-0.94, 0.18, -0.95], { radius: 0.3, tube: 0.1, lies: 'flat' }), green]
    ]
  })
}

/** Stairs and an arch in desert light, a sphere for a sun. */
const archway: Scene = (b, r) => {
  const [wall, stairs, ground, sky] = r.pick([
    ['#e8a184', '#f3c3a4', '#d98e74', '#7fc0d8'],
    ['#c9b6d8', '#e4d6ee', '#a98fc4', '#f0c8a8'],
    ['#9fc3b4', '#cfe3d6', '#7da896', '#f3dca8']
  ] as const)
  const upright = rod([-0.55, 0.4, 0.86], { radius: 0.42, half: 2, round: 0.01 })
  const arch: Solid = ([x, y, z]) => Math.min(upright([x, z, y]), gap([x, y, z]))
  const gap = box([-0.55, 0.3, 0.4], [0.42, 0.6, 2], 0.01)
  const steps = [0, 1, 2, 3, 4].map((i): Thing => {
    const half = 0.09 + i * 0.09
    return [box([1.12, half, 0.5], [0.62 - i * 0.11, half, 0.7 - i * 0.12], 0.015), { color: stairs, shine: 0.03 }]
  })
  render(b, {
    backdrop: [ground, sky],
    eye: [0.5, 1.25, -5.4],
    target: [0.15, 0.9, 0],
    zoom: 2.5,
    light: [-0.7, 0.8, -0.62],
    things: [
      [floor, { color: ground, ...FLOOR }],
      [without(box([-0.3, 1, 0.75], [1.5, 1, 0.16], 0.02), arch), { color: wall, shine: 0.03 }],
      ...steps,
      [
        ball([-0.52 + r.between(-0.2, 0.3), 0.34, -0.1], 0.34),
        { color: '#fff1d8', shine: 0.5, gloss: 60, mirror: 0.06 }
      ]
    ]
  })
}

export const render3d: Scenes<'3d_render'> = { 'still-life': stillLife, blocks, archway }
