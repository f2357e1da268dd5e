/**
 * Draws resources/icon.png (1024 px): a contact sheet of nine prints, one of them starred. Run by hand when the
 * icon changes: `node tools/icon/draw.ts`. The packager derives every other size and format from it.
 */
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'

const SIZE = 1024
/** macOS keeps a margin around the plate; other systems are content with it. */
const PLATE = { inset: 100, radius: 186 }
const SHEET = { x: 232, y: 232, print: 168, gap: 28, radius: 18 }
/** Column and row of the chosen print. */
const CHOSEN = { column: 1, row: 1 }
const TONES = ['#5d7fb8', '#c48a6a', '#7f6fae', '#6d9c8b', '#f1f3f7', '#b8677d', '#8d9a5b', '#527a96', '#b79a58']
const GOLD = '#ffc83d'

function plate(c: SKRSContext2D): void {
  const edge = SIZE - 2 * PLATE.inset
  c.fillStyle = '#1b1c1f'
  c.beginPath()
  c.roundRect(PLATE.inset, PLATE.inset, edge, edge, PLATE.radius)
  c.fill()
  c.strokeStyle = '#3a3c43'
  c.lineWidth = 6
  c.stroke()
}

function print(c: SKRSContext2D, index: number): void {
  const column = index % 3
  const row = Math.floor(index / 3)
  const step = SHEET.print + SHEET.gap
  c.fillStyle = TONES[index] ?? GOLD
  c.beginPath()
  c.roundRect(SHEET.x + column * step, SHEET.y + row * step, SHEET.print, SHEET.print, SHEET.radius)
  c.fill()
}

function starPath(c: SKRSContext2D, x: number, y: number, radius: number): void {
  c.beginPath()
  for (let i = 0; i < 10; i++) {
    const reach = i % 2 === 0 ? radius : radius * 0.46
    const angle = -Math.PI / 2 + (i * Math.PI) / 5
    c.lineTo(x + reach * Math.cos(angle), y + reach * Math.sin(angle))
  }
  c.closePath()
}

function star(c: SKRSContext2D): void {
  const step = SHEET.print + SHEET.gap
  const x = SHEET.x + CHOSEN.column * step + SHEET.print / 2
  const y = SHEET.y + CHOSEN.row * step + SHEET.print / 2 + 8
  c.lineJoin = 'round'
  starPath(c, x, y, 138)
  c.strokeStyle = '#1b1c1f'
  c.lineWidth = 44
  c.stroke()
  c.fillStyle = GOLD
  c.strokeStyle = GOLD
  c.lineWidth = 20
  c.stroke()
  c.fill()
}

const canvas = createCanvas(SIZE, SIZE)
const context = canvas.getContext('2d')
plate(context)
TONES.forEach((_, index) => print(context, index))
star(context)
writeFileSync(join(resolve(import.meta.dirname, '../..'), 'resources/icon.png'), canvas.toBuffer('image/png'))
