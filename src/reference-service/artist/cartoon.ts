/** Cartoons: one heavy outline weight, two tones a shape. */
import { UNITS } from './brush.ts'
import type { Brush, Fill } from './brush.ts'
import { TAU } from './noise.ts'
import type { Scene, Scenes } from './scene.ts'

const INK = '#1c1a24'

function inked(b: Brush, data: string, fill: Fill, width = 7): void {
  b.path(data, fill)
  b.stroke(data, INK, width)
}

/** A rocket past a candy planet. */
const rocket: Scene = (b, r) => {
  b.sky(
    r.pick([
      ['#2a1b5e', '#4a2f92', '#8450b8'],
      ['#0f2a5e', '#1f5a96', '#4fa3b8'],
      ['#4a1b4e', '#8a2f6a', '#d8607a']
    ])
  )
  for (let i = 0; i < 60; i++) {
    const [x, y, s] = [r.unit() * UNITS, r.unit() * UNITS, r.between(1, 3.4)]
    b.path(`M${x - s * 2} ${y}l${s * 2} ${-s / 2}l${s * 2} ${s / 2}l${-s * 2} ${s / 2}Z`, '#ffe9a8')
    b.path(`M${x} ${y - s * 2}l${s / 2} ${s * 2}l${-s / 2} ${s * 2}l${-s / 2} ${-s * 2}Z`, '#ffe9a8')
  }
  planet(b)
  b.disc([92, 96, 40], '#fff2c2')
  b.arc([92, 96, 40, 0, TAU], INK, 6)
  b.disc([80, 88, 8], '#e8d089')
  b.disc([106, 108, 6], '#e8d089')
  b.placed({ at: [318 + r.bell() * 20, 214 + r.bell() * 20], turn: 0.6 + r.bell() * 0.15 }, () => ship(b))
}

function planet(b: Brush): void {
  const globe = 'M4 402a118 118 0 1 1 236 0a118 118 0 1 1 -236 0Z'
  b.path(globe, '#ff8d6b')
  b.clipped(globe, () => {
    b.oval([150, 440, 140, 24, -0.3], '#ffb48f')
    b.oval([90, 370, 120, 16, -0.3], '#e86a55')
    b.disc([80, 430, 20], '#e86a55')
    b.disc([160, 376, 13], '#e86a55')
    b.oval([196, 420, 80, 150], 'rgba(90,20,70,.28)')
  })
  b.stroke(globe, INK, 7)
  const ring = 'M-50 460A182 34 -17.2 0 0 294 354'
  b.stroke(ring, INK, 15)
  b.stroke(ring, '#ffd85c', 7)
}

function ship(b: Brush): void {
  for (const [width, height, color] of [
    [30, 116, '#ff5a3c'],
    [20, 84, '#ffb02e'],
    [10, 50, '#fff2b0']
  ] as const) {
    const [side, tip] = [width * 0.6, 92 + height]
    const flame = `M${-width} 92Q${-side} ${92 + height * 0.6} 0 ${tip}Q${side} ${92 + height * 0.6} ${width} 92`
    b.path(flame, color)
    if (width === 30) b.stroke(flame, INK, 6)
  }
  inked(b, 'M-44 36L-86 104L-40 88Z', '#e03a4e')
  inked(b, 'M44 36L86 104L40 88Z', '#b8283f')
  const hull = 'M0 -146C64 -84 62 30 40 92L-40 92C-62 30 -64 -84 0 -146Z'
  b.path(hull, '#f7f5fb')
  b.clipped(hull, () => {
    b.rect([14, -150, 60, 250], '#d7d2ea')
    inked(b, 'M-70 -74Q0 -56 70 -74L70 -160L-70 -160Z', '#e03a4e', 6)
    b.rect([-70, 66, 140, 12], '#ffd85c')
  })
  b.stroke(hull, INK, 7)
  b.disc([0, -16, 29], INK)
  b.disc([0, -16, 23], '#6fd3f5')
  b.arc([0, -16, 15, 3.4, 4.6], '#ffffff', 5)
}

/** A fox in the leaves: a face of four shapes, autumn in flat color. */
const fox: Scene = (b, r) => {
  b.sky(['#ffd9a0', '#ffb980', '#f28b62'])
  b.disc([256, 226, 178], '#ffe7bd')
  for (let i = 0; i < 26; i++) {
    b.placed({ at: [r.unit() * UNITS, r.unit() * UNITS], turn: r.unit() * 6 }, () => {
      inked(b, 'M0 -18Q16 0 0 20Q-16 0 0 -18', r.pick(['#d9572f', '#e88a2e', '#b8432f', '#7f9a4a']), 3.6)
      b.stroke('M0 -10L0 24', INK, 2.4)
    })
  }
  b.placed({ at: [256, 306], turn: r.bell() * 0.06 }, () => foxFace(b))
}

function foxFace(b: Brush): void {
  for (const s of [-1, 1]) {
    inked(b, `M${s * 40} -96Q${s * 116} -214 ${s * 146} -206Q${s * 158} -110 ${s * 128} -30Z`, '#e8702f', 8)
    b.path(`M${s * 84} -100Q${s * 122} -170 ${s * 132} -168Q${s * 136} -110 ${s * 116} -66Z`, '#3a2230')
  }
  const face = 'M0 118C-70 100 -158 62 -172 10C-140 -80 -60 -116 0 -112C60 -116 140 -80 172 10C158 62 70 100 0 118Z'
  b.path(face, '#f2823a')
  b.clipped(face, () => {
    for (const s of [-1, 1]) b.path(`M0 124C${s * 20} 60 ${s * 60} 6 ${s * 180} -6L${s * 180} 140Z`, '#fff4e4')
  })
  b.stroke(face, INK, 8)
  for (const s of [-1, 1]) {
    b.oval([s * 64, -8, 15, 20], INK)
    b.disc([s * 64 + 5, -15, 5.6], '#ffffff')
    b.oval([s * 102, 36, 20, 11], 'rgba(240,90,80,.45)')
  }
  b.path('M-22 78Q0 68 22 78Q12 104 0 104Q-12 104 -22 78', INK)
  b.oval([-6, 82, 5, 3], '#ffffff')
}

export const cartoon: Scenes<'cartoon'> = { rocket, fox }
