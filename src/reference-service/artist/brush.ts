/**
 * What every scene draws with: shapes in a square of 512 units, whatever the picture's size in pixels. In scenes `b`
 * is the brush and `r` the chance.
 */
import { Path2D, createCanvas } from '@napi-rs/canvas'
import type { Canvas, CanvasGradient, GlobalCompositeOperation, SKRSContext2D } from '@napi-rs/canvas'
import { alpha, css } from './color.ts'
import type { Color, Rgb } from './color.ts'
import { TAU } from './noise.ts'

export const UNITS = 512

export type Point = readonly [x: number, y: number]
export type Fill = Color | CanvasGradient
/** A pixel of a shaded picture; the fourth number is opacity, 0 to 1. */
export type Shade = Rgb | readonly [red: number, green: number, blue: number, opacity: number]
export type Blend = GlobalCompositeOperation

/** Where a part is drawn: moved, then turned (radians), then scaled. */
export interface Placement {
  readonly at: Point
  readonly turn?: number
  readonly scale?: number
}

export class Brush {
  readonly canvas: Canvas
  readonly context: SKRSContext2D
  /** Edge of the picture in pixels. */
  readonly pixels: number

  constructor(pixels: number) {
    this.pixels = pixels
    this.canvas = createCanvas(pixels, pixels)
    this.context = this.canvas.getContext('2d')
    this.context.scale(pixels / UNITS, pixels / UNITS)
    this.context.imageSmoothingQuality = 'high'
    this.context.lineCap = 'round'
    this.context.lineJoin = 'round'
  }

  // ---------- shapes ----------

  rect([x, y, width, height]: readonly [number, number, number, number], fill: Fill): void {
    this.#use(fill)
    this.context.fillRect(x, y, width, height)
  }

  /** The whole picture in one color. */
  ground(fill: Fill): void {
    this.rect([0, 0, UNITS, UNITS], fill)
  }

  disc([x, y, radius]: readonly [number, number, number], fill: Fill): void {
    this.oval([x, y, radius, radius], fill)
  }

  /** The fifth number turns it, in radians. */
  oval([x, y, rx, ry, turn = 0]: readonly [number, number, number, number, number?], fill: Fill): void {
    this.#use(fill)
    this.context.beginPath()
    this.context.ellipse(x, y, rx, ry, turn, 0, TAU)
    this.context.fill()
  }

  polygon(points: readonly Point[], fill: Fill): void {
    this.path(`M${points.map(([x, y]) => `${x} ${y}`).join('L')}Z`, fill)
  }

  line(points: readonly Point[], color: Fill, width = 1): void {
    this.stroke(`M${points.map(([x, y]) => `${x} ${y}`).join('L')}`, color, width)
  }

  /** A part of a circle's line, angles in radians. */
  arc([x, y, radius, from, to]: readonly [number, number, number, number, number], color: Fill, width = 1): void {
    this.context.strokeStyle = toPaint(color)
    this.context.lineWidth = width
    this.context.beginPath()
    this.context.arc(x, y, radius, from, to)
    this.context.stroke()
  }

  /** A filled shape in SVG path letters. */
  path(data: string, fill: Fill): void {
    this.#use(fill)
    this.context.fill(new Path2D(data))
  }

  stroke(data: string, color: Fill, width = 1): void {
    this.context.strokeStyle = toPaint(color)
    this.context.lineWidth = width
    this.context.stroke(new Path2D(data))
  }

  #use(fill: Fill): void {
    this.context.fillStyle = toPaint(fill)
  }

  // ---------- light ----------

  linear([x0, y0, x1, y1]: readonly [number, number, number, number], ...stops: readonly Color[]): CanvasGradient {
    const gradient = this.context.createLinearGradient(x0, y0, x1, y1)
    for (const [index, stop] of stops.entries()) gradient.addColorStop(index / (stops.length - 1), css(stop))
    return gradient
  }

  /** The whole picture: a gradient from `top` to `bottom`, its end colors beyond. */
  sky(stops: readonly Color[], top = 0, bottom = UNITS): void {
    this.ground(this.linear([0, top, 0, bottom], ...stops))
  }

  /** Light that fades outwards. */
  glow([x, y, radius]: readonly [number, number, number], color: Color, strength = 1): void {
    const light = this.context.createRadialGradient(x, y, 0, x, y, radius)
    light.addColorStop(0, alpha(color, strength))
    light.addColorStop(0.22, alpha(color, strength * 0.46))
    light.addColorStop(0.55, alpha(color, strength * 0.12))
    light.addColorStop(1, alpha(color, 0))
    this.blended('screen', () => this.rect([x - radius, y - radius, 2 * radius, 2 * radius], light))
  }

  // ---------- scopes ----------

  placed({ at, turn = 0, scale = 1 }: Placement, draw: () => void): void {
    this.context.save()
    this.context.translate(at[0], at[1])
    this.context.rotate(turn)
    this.context.scale(scale, scale)
    draw()
    this.context.restore()
  }

  /** Only inside the shape of these SVG path letters. */
  clipped(data: string, draw: () => void): void {
    this.context.save()
    this.context.clip(new Path2D(data))
    draw()
    this.context.restore()
  }

  blended(blend: Blend, draw: () => void): void {
    this.context.save()
    this.context.globalCompositeOperation = blend
    draw()
    this.context.restore()
  }

  /** Draws on a sheet of its own and lays it over the picture, `blur` units soft. */
  layered(blur: number, draw: (layer: Brush) => void): void {
    const layer = new Brush(this.pixels)
    draw(layer)
    this.context.save()
    this.context.resetTransform()
    if (blur > 0) this.context.filter = `blur(${(blur * this.pixels) / UNITS}px)`
    this.context.drawImage(layer.canvas, 0, 0)
    this.context.restore()
  }

  // ---------- pixels ----------

  /** A picture made point by point: `shade` gets places of 0 to 1. At most `resolution` points an edge. */
  shaded(resolution: number, shade: (u: number, v: number) => Shade): void {
    const edge = Math.min(resolution, this.pixels)
    const sheet = createCanvas(edge, edge)
    const context = sheet.getContext('2d')
    const image = context.createImageData(edge, edge)
    const { data } = image
    for (let j = 0, at = 0; j < edge; j++) {
      for (let i = 0; i < edge; i++, at += 4) {
        const color = shade((i + 0.5) / edge, (j + 0.5) / edge)
        data[at] = color[0]
        data[at + 1] = color[1]
        data[at + 2] = color[2]
        data[at + 3] = (color[3] ?? 1) * 255
      }
    }
    context.putImageData(image, 0, 0)
    this.context.drawImage(sheet, 0, 0, UNITS, UNITS)
  }

  copy(): Canvas {
    const copy = createCanvas(this.pixels, this.pixels)
    copy.getContext('2d').drawImage(this.canvas, 0, 0)
    return copy
  }
}

const toPaint = (fill: Fill): string | CanvasGradient => (typeof fill === 'string' || isRgb(fill) ? css(fill) : fill)

const isRgb = (fill: Exclude<Fill, string>): fill is Rgb => Array.isArray(fill)
