/** Pop art: few inks, dots and outlines. */
import { Path2D } from '@napi-rs/canvas'
import { UNITS } from './brush.ts'
import type { Brush, Fill } from './brush.ts'
import { css, mix } from './color.ts'
import type { Color } from './color.ts'
import { TAU, clamp, hash } from './noise.ts'
import type { Scene, Scenes } from './scene.ts'

const INK = '#14121c'

/** Dots on a turned grid; `tone` says how large they are at a place of 0 to 1. */
function halftone(
  b: Brush,
  { color, step }: { readonly color: Color; readonly step: number },
  tone: (u: number, v: number) => number
): void {
  const dots = new Path2D()
  const count = Math.ceil((UNITS * 1.5) / step)
  const [cosine, sine] = [Math.cos(0.26), Math.sin(0.26)]
  for (let j = -count; j < count; j++) {
    for (let i = -count; i < count; i++) {
      const [along, across] = [(i + (j & 1) / 2) * step, j * step * 0.866]
      const [x, y] = [256 + along * cosine - across * sine, 256 + along * sine + across * cosine]
      const isOutside = x < -9 || y < -9 || x > UNITS + 9 || y > UNITS + 9
      const radius = isOutside ? 0 : Math.sqrt(clamp(tone(x / UNITS, y / UNITS))) * step * 0.62
      if (radius <= 0.4) continue
      dots.moveTo(x + radius, y)
      dots.arc(x, y, radius, 0, TAU)
    }
  }
  b.context.fillStyle = css(color)
  b.context.fill(dots)
}

function inked(b: Brush, data: string, fill: Fill, width = 7): void {
  b.path(data, fill)
  b.stroke(data, INK, width)
}

const PEAR = 'M128 54C166 62 150 104 180 138C212 182 176 226 128 224C80 226 44 182 76 138C106 104 90 62 128 54Z'

/** Four pears: one drawing, four misregistered color ways. */
const pears: Scene = (b, r) => {
  const ways = [
    ['#ffd400', '#ff3d6e', '#3ddc97'],
    ['#26b8e8', '#ffe14d', '#3ddc97'],
    ['#ff4f8b', '#3ddc97', '#ffe14d'],
    ['#f7f2e4', '#ff6a2b', '#3ddc97']
  ] as const
  const turn = Math.floor(r.unit() * 4)
  for (let i = 0; i < 4; i++) {
    const [ground, skin, leaf] = ways[(i + turn) % 4] ?? ways[0]
    b.placed({ at: [(i % 2) * 256, (i >> 1) * 256] }, () => {
      b.clipped('M0 0H256V256H0Z', () => {
        b.rect([0, 0, 256, 256], ground)
        b.placed({ at: [7, 7] }, () => b.path(PEAR, skin))
        b.clipped(PEAR, () => {
          b.placed({ at: [-128, -128] }, () =>
            halftone(b, { color: INK, step: 9 }, (u, v) => clamp((u + v * 0.5 - 0.64) * 2))
          )
        })
        b.stroke(PEAR, INK, 5)
        b.stroke('M128 56Q130 34 146 24', INK, 6)
        inked(b, 'M138 40C160 16 196 26 204 40C180 56 156 56 138 40Z', leaf, 4)
        b.oval([98, 160, 10, 22, 0.3], 'rgba(255,255,255,.85)')
      })
    })
  }
  b.rect([252, 0, 8, UNITS], '#f7f2e4')
  b.rect([0, 252, UNITS, 8], '#f7f2e4')
}

/** A comic explosion: rings of spikes, dots thin out from the middle. */
const burst: Scene = (b, r) => {
  const [ground, star, bolt] = r.pick([
    ['#ffd400', '#ff2e4c', '#1740d6'],
    ['#ff5fa2', '#ffe14d', '#16b8c8'],
    ['#28c2f0', '#ff4a2b', '#ffd400']
  ] as const)
  b.ground(ground)
  for (let i = 0; i < 24; i++) {
    const edge = (turn: number): string => `L${256 + Math.cos(turn) * 500} ${256 + Math.sin(turn) * 500}`
    b.path(`M256 256${edge((i * TAU) / 24)}${edge(((i + 0.5) * TAU) / 24)}Z`, mix(ground, '#ffffff', 0.42))
  }
  halftone(b, { color: star, step: 13 }, (u, v) => clamp(Math.hypot(u - 0.5, v - 0.5) * 1.5 - 0.42))
  const seed = Math.floor(r.unit() * 50)
  b.path(spikes({ radius: 222, inner: 0.66, count: 15, seed }), INK)
  inked(b, spikes({ radius: 206, inner: 0.66, count: 15, seed }), star)
  inked(b, spikes({ radius: 150, inner: 0.68, count: 13, seed }), '#ffffff')
  b.placed({ at: [256, 262] }, () => inked(b, 'M20 -96L-58 18L-8 14L-30 100L62 -26L8 -20Z', bolt, 8))
}

function spikes({
  radius,
  inner,
  count,
  seed
}: {
  radius: number
  inner: number
  count: number
  seed: number
}): string {
  const corners = Array.from({ length: count * 2 }, (_, i) => {
    const reach = radius * (i % 2 === 0 ? 0.86 + 0.28 * hash(i, count, seed) : inner)
    const turn = (i * Math.PI) / count - 0.2
    return `${256 + Math.cos(turn) * reach} ${256 + Math.sin(turn) * reach * 0.86}`
  })
  return `M${corners.join('L')}Z`
}

/** Sunglasses: a face cropped to lenses and lips, sky mirrored in the glass, dots for skin. */
const shades: Scene = (b, r) => {
  const [back, dots, hair] = r.pick([
    ['#18b6d8', '#0d8fb0', '#ffd400'],
    ['#ff5fa2', '#d93c82', '#2b2a5e'],
    ['#ffd400', '#f0a800', '#d8433a']
  ] as const)
  b.ground(back)
  halftone(b, { color: dots, step: 14 }, (_u, v) => 0.24 + 0.3 * v)
  const face = 'M70 0C40 200 60 420 196 512L350 512C470 400 470 200 440 0Z'
  b.path(face, '#ffdcc4')
  b.clipped(face, () => halftone(b, { color: '#ff8f78', step: 11 }, (u, v) => clamp((u - 0.54) * 1.5 + v * 0.25)))
  b.stroke(face, INK, 7)
  inked(b, 'M-10 -10C30 130 120 60 256 66C390 60 480 120 530 -10Z', hair)
  for (let i = 0; i < 7; i++) b.stroke(`M${70 + i * 62} 0Q${90 + i * 56} 40 ${110 + i * 50} 58`, INK, 4)
  for (const x of [158, 356]) lens(b, x)
  b.stroke('M250 190Q257 182 264 190', INK, 12)
  b.stroke('M246 320Q258 336 276 326', INK, 5)
  inked(b, 'M176 406Q220 376 258 392Q296 376 338 406Q258 470 176 406Z', '#f0243f', 6)
  b.stroke('M184 406Q258 418 330 406', INK, 4)
  b.oval([286, 430, 18, 5, -0.3], 'rgba(255,255,255,.85)')
}

function lens(b: Brush, x: number): void {
  const glass = `M${x - 94} 168H${x + 94}Q${x + 92} 288 ${x} 290Q${x - 92} 288 ${x - 94} 168Z`
  b.path(glass, b.linear([0, 168, 0, 290], '#1b2a6b', '#e8327c', '#ffb84a'))
  b.clipped(glass, () => {
    b.path(`M${x - 80} 300L${x - 20} 160h26L${x - 54} 300Z`, 'rgba(255,255,255,.55)')
    b.path(`M${x - 36} 300L${x + 24} 160h8L${x - 28} 300Z`, 'rgba(255,255,255,.4)')
  })
  b.stroke(glass, INK, 11)
}

export const popArt: Scenes<'pop_art'> = { pears, burst, shades }
