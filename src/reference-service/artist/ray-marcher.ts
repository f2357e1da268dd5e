/**
 * A small ray marcher for the 3D renders: solids told by distance functions, studio light, soft shadow, contact
 * occlusion, and mirrors of one bounce.
 */
import { mix, rgb } from './color.ts'
import type { Color, Rgb } from './color.ts'
import { clamp, smooth } from './noise.ts'

export type Vector = readonly [x: number, y: number, z: number]

export interface Material {
  readonly color: Color
  /** Strength and sharpness of the highlight. */
  readonly shine?: number
  readonly gloss?: number
  /** Share of mirroring; metals tint what they mirror. */
  readonly mirror?: number
  readonly isMetal?: boolean
  /** The floor fades into the backdrop. */
  readonly isFloor?: boolean
}

/** Distance to the surface, negative inside. */
export type Solid = (point: Vector) => number
export type Thing = readonly [solid: Solid, material: Material]

export interface Stage {
  readonly things: readonly Thing[]
  /** Colors of the backdrop below and above. */
  readonly backdrop: readonly [Color, Color]
  readonly light?: Vector
  readonly eye?: Vector
  readonly target?: Vector
  readonly zoom?: number
}

interface Hit {
  readonly distance: number
  readonly point: Vector
  readonly material: Material
}

const add = (a: Vector, b: Vector, scale = 1): Vector => [a[0] + b[0] * scale, a[1] + b[1] * scale, a[2] + b[2] * scale]
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0]
]
/** Math.hypot guards against overflow nobody has here, and costs ten times as much. */
const length3 = (x: number, y: number, z: number): number => Math.sqrt(x * x + y * y + z * z)
const length2 = (x: number, y: number): number => Math.sqrt(x * x + y * y)
const unit = (a: Vector): Vector => add([0, 0, 0], a, 1 / (length3(a[0], a[1], a[2]) || 1))

export const ball =
  (center: Vector, radius: number): Solid =>
  (point) =>
    length3(point[0] - center[0], point[1] - center[1], point[2] - center[2]) - radius

/** `half` edges, with rounded corners. */
export function box(center: Vector, half: Vector, round: number): Solid {
  return (point) => {
    const x = Math.abs(point[0] - center[0]) - half[0] + round
    const y = Math.abs(point[1] - center[1]) - half[1] + round
    const z = Math.abs(point[2] - center[2]) - half[2] + round
    return length3(Math.max(x, 0), Math.max(y, 0), Math.max(z, 0)) + Math.min(0, Math.max(x, y, z)) - round
  }
}

/** A ring lying on the floor ('flat') or facing the viewer ('upright'). */
export function ring(
  center: Vector,
  size: { readonly radius: number; readonly tube: number; readonly lies: 'flat' | 'upright' }
): Solid {
  return (point) => {
    const [x, y, z] = add(point, center, -1)
    const [across, along] = size.lies === 'flat' ? [length2(x, z), y] : [length2(x, y), z]
    return length2(across - size.radius, along) - size.tube
  }
}

/** An upright cylinder. */
export function rod(
  center: Vector,
  size: { readonly radius: number; readonly half: number; readonly round: number }
): Solid {
  return (point) => {
    const across = length2(point[0] - center[0], point[2] - center[2]) - size.radius + size.round
    const along = Math.abs(point[1] - center[1]) - size.half + size.round
    return length2(Math.max(across, 0), Math.max(along, 0)) + Math.min(0, Math.max(across, along)) - size.round
  }
}

export const floor: Solid = (point) => point[1]
export const without =
  (solid: Solid, hole: Solid): Solid =>
  (point) =>
    Math.max(solid(point), -hole(point))

const MAX_STEPS = 84

/** Renders a stage: what a place of the picture (0 to 1) looks like. */
export class RayMarcher {
  readonly #stage: Stage
  readonly #light: Vector
  readonly #eye: Vector
  readonly #axes: { readonly right: Vector; readonly up: Vector; readonly forward: Vector }

  constructor(stage: Stage) {
    this.#stage = stage
    this.#light = unit(stage.light ?? [0.55, 0.9, -0.5])
    this.#eye = stage.eye ?? [0, 1.35, -5.2]
    const forward = unit(add(stage.target ?? [0, 0.62, 0], this.#eye, -1))
    const right = unit([forward[2], 0, -forward[0]])
    this.#axes = { right, up: cross(forward, right), forward }
  }

  color(u: number, v: number): Rgb {
    const { right, up, forward } = this.#axes
    const zoomed = add([0, 0, 0], forward, this.#stage.zoom ?? 2.35)
    const direction = unit(add(add(zoomed, right, (u - 0.5) * 2), up, (0.5 - v) * 2))
    const hit = this.#cast(this.#eye, direction, 14)
    if (hit === null) return this.#backdrop(direction)
    const lit = this.#shade(hit, direction, true)
    const fog = hit.material.isFloor === true ? smooth(6.5, 11, hit.distance) : 0
    const [red, green, blue] = mix(lit, this.#backdrop(direction), fog)
    return [developed(red), developed(green), developed(blue)]
  }

  #distance(point: Vector): number {
    let least = Infinity
    for (const [solid] of this.#stage.things) least = Math.min(least, solid(point))
    return least
  }

  #cast(from: Vector, direction: Vector, far: number): Hit | null {
    let travelled = 0.02
    for (let step = 0; step < MAX_STEPS && travelled < far; step++) {
      const point = add(from, direction, travelled)
      let least = Infinity
      let material: Material | null = null
      for (const thing of this.#stage.things) {
        const distance = thing[0](point)
        if (distance < least) [least, material] = [distance, thing[1]]
      }
      if (material !== null && least < 0.0012 * travelled) return { distance: travelled, point, material }
      travelled += least
    }
    return null
  }

  #backdrop(direction: Vector): Rgb {
    const [low, high] = this.#stage.backdrop
    return mix(low, high, clamp(direction[1] * 0.9 + 0.42))
  }

  #normal(point: Vector): Vector {
    const e = 0.0015
    const slope = (axis: Vector): number => this.#distance(add(point, axis, e)) - this.#distance(add(point, axis, -e))
    return unit([slope([1, 0, 0]), slope([0, 1, 0]), slope([0, 0, 1])])
  }

  #shade(hit: Hit, direction: Vector, mayMirror: boolean): Rgb {
    const { material, point } = hit
    const normal = this.#normal(point)
    const open = this.#openness(point, normal)
    const sky = 0.5 + 0.5 * normal[1]
    const facing = clamp(dot(normal, this.#light))
    const shadow = facing > 0 ? this.#shadow(point, normal) : 0
    const rim = (1 - clamp(-dot(normal, direction))) ** 4
    const power = (0.14 + 0.8 * facing * shadow + 0.46 * sky * open + 0.1 * (1 - sky) * open) * (0.72 + 0.28 * open)
    const base = rgb(material.color)
    const matte: Rgb = [base[0] * power, base[1] * power, base[2] * power]
    const mirrored = material.mirror !== undefined && mayMirror
    const color = mirrored
      ? mix(matte, this.#mirrored(hit, normal, direction), clamp((material.mirror ?? 0) + rim * 0.5))
      : mix(matte, this.#backdrop([direction[0], Math.abs(normal[1]), direction[2]]), rim * 0.28)
    const half = unit(add(this.#light, direction, -1))
    const highlight = 255 * clamp(dot(normal, half)) ** (material.gloss ?? 40) * (material.shine ?? 0.4) * shadow
    return [color[0] + highlight, color[1] + highlight, color[2] + highlight]
  }

  #mirrored({ point, material }: Hit, normal: Vector, direction: Vector): Rgb {
    const bounced = add(direction, normal, -2 * dot(direction, normal))
    const seen = this.#cast(add(point, normal, 0.02), bounced, 9)
    const color = seen === null ? this.#backdrop(bounced) : this.#shade(seen, bounced, false)
    if (material.isMetal !== true) return color
    const [red, green, blue] = rgb(material.color)
    return [(color[0] * red * 1.15) / 255, (color[1] * green * 1.15) / 255, (color[2] * blue * 1.15) / 255]
  }

  /** 1 in full light, 0 in full shadow. */
  #shadow(point: Vector, normal: Vector): number {
    const start = add(point, normal, 0.01)
    let light = 1
    let travelled = 0.03
    for (let step = 0; step < 26 && travelled <= 5; step++) {
      const near = this.#distance(add(start, this.#light, travelled))
      light = Math.min(light, (9 * near) / travelled)
      if (near < 0.001) break
      travelled += clamp(near, 0.03, 0.3)
    }
    return clamp(light)
  }

  /** 1 in the open, less in corners. */
  #openness(point: Vector, normal: Vector): number {
    let closed = 0
    for (let i = 1; i <= 4; i++) closed += (i * 0.11 - this.#distance(add(point, normal, i * 0.11))) / (1 << i)
    return clamp(1 - 1.7 * closed)
  }
}

const developed = (value: number): number => 255 * clamp(value / 255) ** 0.94
