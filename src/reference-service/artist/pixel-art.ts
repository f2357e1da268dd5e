/** Pixel art: few cells, ordered dither between few inks. */
import { createCanvas } from '@napi-rs/canvas'
import type { SKRSContext2D } from '@napi-rs/canvas'
import { UNITS } from './brush.ts'
import type { Brush } from './brush.ts'
import type { Chance } from './chance-source.ts'
import { css, mix } from './color.ts'
import type { Color } from './color.ts'
import { fractal, hash } from './noise.ts'
import type { Scene, Scenes } from './scene.ts'

const BAYER = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

type Cells = readonly [x: number, y: number, width: number, height: number]

/** A small sheet of whole cells. */
class PixelSheet {
  readonly edge: number
  readonly #context: SKRSContext2D

  constructor(edge: number) {
    this.edge = edge
    this.#context = createCanvas(edge, edge).getContext('2d')
  }

  fill([x, y, width, height]: Cells, color: Color): void {
    this.#context.fillStyle = css(color)
    this.#context.fillRect(Math.round(x), Math.round(y), Math.round(width), Math.round(height))
  }

  dot(x: number, y: number, color: Color): void {
    this.fill([x, y, 1, 1], color)
  }

  /** A dithered gradient from the top down to `bottom`. */
  sky(colors: readonly Color[], bottom: number): void {
    for (let j = 0; j < bottom; j++) {
      const place = (j / bottom) * (colors.length - 1)
      const index = Math.floor(place)
      for (let i = 0; i < this.edge; i++) {
        const isNext = (place - index) * 16 > (BAYER[(j % 4) * 4 + (i % 4)] ?? 0) + 0.5
        this.dot(i, j, colors[Math.min(colors.length - 1, index + (isNext ? 1 : 0))] ?? '#000000')
      }
    }
  }

  /** Onto the picture, cells kept sharp. */
  layOn(b: Brush): void {
    b.context.save()
    b.context.imageSmoothingEnabled = false
    b.context.drawImage(this.#context.canvas, 0, 0, UNITS, UNITS)
    b.context.restore()
  }
}

/** A dithered sunset, two ridges, pines, a sun path in the water. */
const valley: Scene = (b, r) => {
  const inks = r.pick<readonly [string, string, string, string, string, string]>([
    ['#2b2a5e', '#5c3f80', '#a8527e', '#ec7b62', '#ffb861', '#ffe49a'],
    ['#123a6b', '#1f6a9e', '#4fa3c0', '#a5d8c8', '#d6e8c0', '#f2f0c4'],
    ['#0b1440', '#1d2d72', '#4a4fa6', '#8a74c8', '#b48fd0', '#d9a3d0']
  ])
  const seed = Math.floor(r.unit() * 99)
  const sheet = new PixelSheet(64)
  sheet.sky(inks, 38)
  sunDisc(sheet, inks[3])
  for (let k = 0; k < 7; k++) {
    const [x, y, width] = [r.unit() * 60, 4 + r.unit() * 16, 5 + r.unit() * 12]
    sheet.fill([x, y, width, 1], inks[4])
    sheet.fill([x + 2, y - 1, width * 0.5, 1], inks[5])
  }
  ridges(sheet, inks, seed)
  lakeRows(sheet, inks, seed)
  for (let t = 0; t < 11; t++) pixelPine(sheet, r, t < 7 ? r.unit() * 22 - 2 : 52 + r.unit() * 12)
  sheet.layOn(b)
}

function sunDisc(sheet: PixelSheet, band: Color): void {
  for (let j = -6; j <= 6; j++) {
    for (let i = -6; i <= 6; i++) {
      if (i * i + j * j < 40) sheet.dot(42 + i, 27 + j, j > 1 && j % 2 !== 0 ? band : '#fff3c4')
    }
  }
}

function ridges(sheet: PixelSheet, inks: readonly Color[], seed: number): void {
  const [dark = '#000000', mid = '#000000', light = '#000000'] = inks
  for (let i = 0; i < sheet.edge; i++) {
    const rise = fractal(i * 0.09, 1, { seed })
    const top = 38 - Math.floor(rise * 22)
    for (let j = top; j < 40; j++) {
      const isSnow = j < top + 3 && rise > 0.55
      const lit = j < top + 6 && (i + j) % 2 !== 0 ? light : mid
      sheet.dot(i, j, isSnow ? '#fff6ee' : lit)
    }
    const hill = 38 - Math.floor(fractal(i * 0.16, 7, { seed: seed + 1 }) * 9)
    sheet.fill([i, hill, 1, 42 - hill], mix(dark, '#0a2030', 0.45))
  }
}

function lakeRows(sheet: PixelSheet, inks: readonly Color[], seed: number): void {
  const [dark = '#000000', , , glint = '#ffffff'] = inks
  for (let j = 42; j < sheet.edge; j++) {
    const depth = j - 42
    const water = mix(inks[Math.max(0, 4 - (depth >> 2))] ?? dark, dark, 0.45)
    for (let i = 0; i < sheet.edge; i++) {
      sheet.dot(i, j, hash(i >> 1, j, seed) < 0.16 + depth * 0.008 ? glint : water)
      if (Math.abs(i - 42) < 2 + depth * 0.2 && hash(i, j, 3) < 0.55) sheet.dot(i, j, '#ffe6a8')
    }
  }
}

function pixelPine(sheet: PixelSheet, r: Chance, x: number): void {
  const foot = 62 + r.unit() * 3
  const height = 12 + r.unit() * 14
  for (let j = 0; j < height; j++) {
    const width = (Math.floor(j * 0.36) % 5) + Math.floor(j * 0.16)
    sheet.fill([x - width / 2, foot - height + j, width + 1, 1], j % 4 === 3 ? '#1f5a4c' : '#0d3236')
  }
}

/** A castle in the night: three towers, lit windows, a moon with a dithered ring, a moat. */
const keep: Scene = (b, r) => {
  const sheet = new PixelSheet(64)
  sheet.sky(
    r.pick([
      ['#0a0e2c', '#131d4f', '#27347c', '#4d4fa0', '#8566b0'],
      ['#061a24', '#0c3440', '#1c5a5e', '#3f8a7c', '#8fc09a'],
      ['#1a0a24', '#3c1446', '#702a5e', '#a84a64', '#e08a6a']
    ]),
    46
  )
  for (let i = 0; i < 46; i++) sheet.dot(r.unit() * 64, r.unit() * 34, r.unit() < 0.3 ? '#ffffff' : '#9fa8e8')
  moon(sheet)
  for (let i = 0; i < sheet.edge; i++) {
    const top = 44 - Math.floor(fractal(i * 0.1, 3, { seed: 8 }) * 14)
    sheet.fill([i, top, 1, 64 - top], '#1b1f50')
  }
  wall(sheet, r)
  pixelTower(sheet, { x: 10, width: 8, top: 26, roof: 8 })
  pixelTower(sheet, { x: 44, width: 8, top: 24, roof: 8 })
  pixelTower(sheet, { x: 25, width: 12, top: 17, roof: 11 })
  gateAndMoat(sheet, r)
  sheet.layOn(b)
}

function moon(sheet: PixelSheet): void {
  for (let j = -9; j <= 9; j++) {
    for (let i = -9; i <= 9; i++) {
      const distance = i * i + j * j
      const isCrater = (i < -2 && j > 1) || (i + 2) ** 2 + (j + 3) ** 2 < 4
      if (distance < 45) sheet.dot(47 + i, 14 + j, isCrater ? '#d8c8b0' : '#fff3d6')
      else if (distance < 80 && (i + j) % 2 === 0) sheet.dot(47 + i, 14 + j, '#4d4fa0')
    }
  }
}

function wall(sheet: PixelSheet, r: Chance): void {
  sheet.fill([14, 34, 34, 17], '#322f56')
  for (let i = 14; i < 48; i += 2) sheet.dot(i, 33, '#57518a')
  for (let k = 0; k < 24; k++) sheet.fill([15 + r.unit() * 32, 35 + r.unit() * 14, 2, 1], '#3f3b68')
}

function pixelTower(
  sheet: PixelSheet,
  { x, width, top, roof }: { x: number; width: number; top: number; roof: number }
): void {
  const middle = x + width / 2
  sheet.fill([x, top, width, 50 - top], '#3a3760')
  sheet.fill([x, top, 2, 50 - top], '#57518a')
  sheet.fill([x + width - 2, top, 2, 50 - top], '#2a2748')
  for (let i = 0; i < width; i += 2) sheet.dot(x + i, top - 1, '#57518a')
  for (let j = 0; j < roof; j++) {
    const row = (j * (width + 2)) / roof
    sheet.fill([middle - row / 2, top - roof - 1 + j, Math.max(1, row), 1], j % 3 === 0 ? '#b3446a' : '#8a2f52')
  }
  sheet.fill([middle, top - roof - 4, 1, 4], '#d8c8b0')
  sheet.fill([middle + 1, top - roof - 4, 3, 2], '#f2b640')
  for (let j = top + 4; j < 46; j += 7) sheet.fill([middle - 1, j, 2, 3], '#ffd36b')
}

function gateAndMoat(sheet: PixelSheet, r: Chance): void {
  sheet.fill([28, 43, 6, 8], '#15122e')
  sheet.fill([29, 42, 4, 1], '#15122e')
  for (let q = 0; q < 3; q++) sheet.fill([29 + q * 2, 43, 1, 8], '#4a4578')
  sheet.fill([0, 51, 64, 13], '#1b2a66')
  for (let k = 0; k < 70; k++) {
    const color = r.pick(['#ffd36b', '#2e4590', '#131d4f', '#131d4f'])
    sheet.fill([r.unit() * 64, 51 + r.unit() * 13, 2 + r.unit() * 3, 1], color)
  }
  sheet.fill([0, 50, 64, 1], '#0e1236')
}

const WALLS = ['#e8b48a', '#d98f7a', '#f0d8a8', '#a8c4b8', '#c9a0b0']
const AWNINGS = ['#d8433a', '#2f7fb8', '#3f9a5c', '#e8a02f']

/** A market street by day: awnings, crates, one cat. */
const market: Scene = (b, r) => {
  const sheet = new PixelSheet(80)
  sheet.sky(['#4fa8e0', '#86cdf0', '#c8ecf4', '#f8f4d8'], 52)
  for (let k = 0; k < 5; k++) {
    const [x, y] = [r.unit() * 80, 4 + r.unit() * 14]
    sheet.fill([x, y, 12, 3], '#ffffff')
    sheet.fill([x + 3, y - 2, 6, 2], '#ffffff')
    sheet.fill([x, y + 3, 12, 1], '#d8ecf6')
  }
  let x = -2
  for (let index = 0; x < 80; index++) {
    const width = 14 + Math.floor(r.unit() * 8)
    shop(sheet, r, { x, width, top: 34 - Math.floor(r.unit() * 18), index })
    x += width
  }
  sheet.fill([0, 60, 80, 20], '#b8a890')
  for (let j = 60; j < 80; j += 4) {
    for (let i = j % 8 === 0 ? 4 : 0; i < 80; i += 8) {
      sheet.fill([i, j, 7, 3], '#cbbca4')
      sheet.fill([i, j + 3, 8, 1], '#9a8a78')
    }
  }
  pixelCat(sheet, Math.floor(r.unit() * 50) - 20)
  sheet.layOn(b)
}

interface Shop {
  readonly x: number
  readonly width: number
  readonly top: number
  readonly index: number
}

function shop(sheet: PixelSheet, r: Chance, { x, width, top, index }: Shop): void {
  const paint = WALLS[index % WALLS.length] ?? '#e8b48a'
  const awning = AWNINGS[index % AWNINGS.length] ?? '#d8433a'
  sheet.fill([x, top, width, 60 - top], paint)
  sheet.fill([x, top, width, 2], mix(paint, '#5a2f3a', 0.5))
  sheet.fill([x + width - 1, top, 1, 60 - top], mix(paint, '#3a1f30', 0.35))
  for (let j = top + 5; j < 42; j += 8) {
    for (let i = x + 3; i < x + width - 4; i += 6) {
      sheet.fill([i, j, 3, 5], '#3d4a6a')
      sheet.fill([i, j, 3, 1], '#f8f0dc')
      sheet.fill([i, j + 1, 1, 2], '#9fc8e0')
      if (r.unit() < 0.4) sheet.fill([i - 1, j + 5, 5, 1], '#4f9a4c')
    }
  }
  for (let q = 0; q < width; q++) {
    sheet.fill([x + q, 45, 1, 5], q % 4 < 2 ? awning : '#fff6e4')
    if (q % 4 === 1) sheet.dot(x + q, 50, awning)
  }
  sheet.fill([x + 2, 51, width - 4, 9], '#4a3444')
  sheet.fill([x + 3, 55, width - 6, 5], '#8a5a3c')
  for (let q = 0; q < width - 7; q += 2) sheet.dot(x + 4 + q, 54, r.pick(['#e8433a', '#f2b632', '#6fb04c', '#f28a3a']))
}

function pixelCat(sheet: PixelSheet, dx: number): void {
  const fur: readonly Cells[] = [
    [34, 66, 9, 4],
    [42, 63, 4, 4],
    [42, 62, 1, 1],
    [45, 62, 1, 1],
    [31, 63, 3, 1],
    [31, 64, 1, 3]
  ]
  for (const [x, y, width, height] of fur) sheet.fill([x + dx, y, width, height], '#e08a3a')
  for (const x of [35, 41]) sheet.fill([x + dx, 70, 1, 2], '#b8642a')
  sheet.fill([33 + dx, 72, 13, 1], '#9a8a78')
}

export const pixelArt: Scenes<'pixel_art'> = { valley, keep, market }
