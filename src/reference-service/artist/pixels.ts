/** Works on the finished pixels of a picture: what media and filters have in common. */
import { UNITS } from './brush.ts'
import type { Brush } from './brush.ts'
import { luminance } from './color.ts'
import type { Rgb } from './color.ts'
import { clamp } from './noise.ts'

/** Pixels as they were when this was read: later strokes do not change them. */
export class Pixels {
  /** Pixels an edge. */
  readonly edge: number
  readonly #data: Uint8ClampedArray

  constructor(b: Brush) {
    this.edge = b.pixels
    this.#data = b.context.getImageData(0, 0, b.pixels, b.pixels).data
  }

  /** At a pixel; places outside read as the nearest inside. */
  color(x: number, y: number): Rgb {
    const at = (clamp(y | 0, 0, this.edge - 1) * this.edge + clamp(x | 0, 0, this.edge - 1)) * 4
    return [this.#data[at] ?? 0, this.#data[at + 1] ?? 0, this.#data[at + 2] ?? 0]
  }

  /** The same in drawing units, 0 to 512. */
  colorAt(x: number, y: number): Rgb {
    return this.color((x * this.edge) / UNITS, (y * this.edge) / UNITS)
  }

  light(x: number, y: number): number {
    return luminance(this.color(x, y))
  }
}

/** A pixel by its color and its place, 0 to 1; `edge` is the contour there, 0 to 1, where contours were asked for. */
export interface PixelPlace {
  readonly u: number
  readonly v: number
  readonly edge: number
}

/** Gives every pixel a new color. */
export function recolor(b: Brush, paint: (color: Rgb, place: PixelPlace) => Rgb, edges?: Float32Array): void {
  const edge = b.pixels
  const image = b.context.getImageData(0, 0, edge, edge)
  const { data } = image
  for (let index = 0, at = 0; at < data.length; index++, at += 4) {
    const place = { u: (index % edge) / edge, v: Math.floor(index / edge) / edge, edge: edges?.[index] ?? 0 }
    const color = paint([data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0], place)
    data[at] = color[0]
    data[at + 1] = color[1]
    data[at + 2] = color[2]
  }
  b.context.putImageData(image, 0, 0)
}

/** How strongly the light changes at each pixel, 0 to 1: where a pen would draw. */
export function contours(pixels: Pixels, gain: number): Float32Array {
  const { edge } = pixels
  const found = new Float32Array(edge * edge)
  const step = Math.max(1, Math.round(edge / 400))
  for (let y = 0; y < edge; y++) {
    for (let x = 0; x < edge; x++) {
      const across = pixels.light(x + step, y) - pixels.light(x - step, y)
      const down = pixels.light(x, y + step) - pixels.light(x, y - step)
      found[y * edge + x] = clamp((Math.sqrt(across * across + down * down) / 90) * gain)
    }
  }
  return found
}
