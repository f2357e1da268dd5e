/** Anime: scenes by, on and under water. */
import { UNITS } from './brush.ts'
import type { Brush } from './brush.ts'
import { Chance } from './chance-source.ts'
import { cloud } from './cloud.ts'
import { alpha, mix } from './color.ts'
import type { Color } from './color.ts'
import { TAU, fractal } from './noise.ts'
import { birds, grass, mirror, mist, ridge, stars, streak, wisps } from './scenery.ts'
import type { Scene } from './scene.ts'

/** One huge cloud over a calm sea, a breakwater with a small light: the cloud is the picture. */
export const thunderhead: Scene = (b, r) => {
  b.sky(['#0f4fb4', '#2f82dc', '#7fc0f0', '#d6effa'], 0, 400)
  cloud(b, r, { at: [60, 398], width: 300, height: 110, shadow: '#a9cdea', middle: '#e9f3fb', puffs: 60 })
  cloud(b, r, { at: [318, 402], width: 440, height: 330, puffs: 190, lumps: 5, shadow: '#7fa8d8' })
  cloud(b, r, { at: [470, 404], width: 260, height: 90, shadow: '#9cc3e6', puffs: 60 })
  wisps(b, r, { count: 6, top: 40, bottom: 120, color: '#ffffff', opacity: 0.35, length: 120 })
  b.rect([0, 398, UNITS, 120], b.linear([0, 398, 0, UNITS], '#5fb0d8', '#1f7ab8', '#0d4a86'))
  for (let i = 0; i < 150; i++) {
    const y = 400 + r.unit() ** 1.6 * 110
    const glint = `rgba(255,255,255,${r.between(0.08, 0.4)})`
    b.rect([r.unit() * UNITS, y, (y - 390) * r.between(0.1, 0.7), 0.8 + (y - 400) / 90], glint)
  }
  breakwater(b)
  birds(b, r, { at: [130, 300], count: 6, color: '#ffffff' })
  birds(b, r, { at: [400, 130], count: 4, color: '#f4f9ff' })
}

function breakwater(b: Brush): void {
  b.path('M0 430L210 418L216 426L0 446Z', '#5c6674')
  b.path('M0 430L210 418L211 420L0 434Z', '#b9c2cc')
  for (let i = 0; i < 16; i++) b.path(`M${i * 13} ${440 - i * 0.9}l7 -7l7 7Z`, i % 2 === 0 ? '#535e6d' : '#46505e')
  b.path('M188 419L191 380L201 380L204 418Z', '#f4f6f8')
  b.path('M189.5 402L190.4 391L201.6 391L202.6 402Z', '#d8443a')
  b.rect([190, 371, 12, 9], '#d8443a')
  b.path('M188 372L196 364L204 372Z', '#a8322c')
}

/** A red gate in a misty lake: paper-pale air, three ridges, a clean reflection. */
export const torii: Scene = (b, r) => {
  b.sky(['#c9d8de', '#e6ebe6', '#f8eedd', '#fbe6cf'], 0, 320)
  b.disc([366, 120, 38], '#fff7e8')
  b.glow([366, 120, 130], '#ffe9c4', 0.8)
  ridge(b, { y: 226, height: 74, waves: 2.2, seed: 21 }, '#b7c9d0')
  mist(b, { y: 262, height: 34, color: '#f4eee2', opacity: 0.9, seed: 3 })
  ridge(b, { y: 268, height: 56, waves: 3.1, seed: 33 }, '#90aab3')
  mist(b, { y: 292, height: 26, color: '#f2ece0', opacity: 0.9, seed: 8 })
  ridge(b, { y: 306, height: 30, waves: 5, seed: 14, octaves: 6 }, '#5f7f88')
  mist(b, { y: 312, height: 14, color: '#f4eee2', opacity: 1, seed: 18 })
  gate(b)
  mirror(b, r, { y: 322, ripple: 7, tint: ['rgba(220,232,232,.34)', 'rgba(70,104,112,.55)'] })
  mist(b, { y: 330, height: 12, color: '#fbf4e8', opacity: 0.9, seed: 40 })
  birds(b, r, { at: [120, 92], count: 7, color: '#4b6067' })
  for (const x of [60, 96, 452])
    grass(b, new Chance(x), { y: 430 + (x % 40), count: 3, height: 30, color: '#3f5c60', lean: 10 })
}

function gate(b: Brush): void {
  const [red, shade, roof] = ['#d2402c', '#8f2419', '#27333a']
  b.path('M168 322L176 176L196 176L194 322ZM318 322L316 176L336 176L344 322Z', red)
  b.path('M187 322L189 176L196 176L194 322ZM318 322L316 176L322 176L325 322Z', shade)
  b.rect([152, 196, 208, 15], red)
  b.rect([152, 207, 208, 4], shade)
  b.path('M118 146Q256 176 394 146L386 168Q256 190 126 168Z', red)
  b.path('M112 134Q256 164 400 134L395 150Q256 178 117 150Z', roof)
  b.rect([247, 172, 18, 26], shade)
  for (const x of [160, 310]) b.rect([x, 316, 42, 8], '#3a474c')
}

/** A snow mountain and its double: peach dawn, a lone boat, pines on the shore. */
export const lake: Scene = (b, r) => {
  b.sky(['#5b6fb4', '#9f93c8', '#efb6b4', '#ffdcae'], 0, 300)
  wisps(b, r, { count: 14, top: 60, bottom: 200, color: '#ffd6c8', opacity: 0.55 })
  mountain(b)
  ridge(b, { y: 292, height: 20, waves: 3, seed: 7 }, '#7277a6')
  for (let i = 0; i < 150; i++) {
    const x = i * 3.6 + r.bell() * 3
    const height = 8 + fractal(x / 60, 1, { seed: 3 }) * 34
    b.path(`M${x - 4} 302L${x} ${302 - height}L${x + 4} 302Z`, mix('#2c3a66', '#3d4c7c', r.unit()))
  }
  mist(b, { y: 300, height: 9, color: '#ffe7d8', opacity: 0.9, seed: 5 })
  mirror(b, r, { y: 302, ripple: 5, tint: ['rgba(255,220,200,.12)', 'rgba(46,56,110,.5)'] })
  b.stroke('M0 303L512 303', 'rgba(255,240,230,.6)', 1)
  rower(b)
  for (let i = 0; i < 8; i++) pine(b, 430 + i * 14, 120 + r.unit() * 90)
}

function mountain(b: Brush): void {
  const outline = 'M40 300C140 262 196 150 232 112L250 104L262 109L278 104C318 150 380 262 486 300Z'
  b.path(outline, b.linear([0, 104, 0, 300], '#5a6aa0', '#8c86b4', '#c8a3b4'))
  const ragged = new Chance(8)
  let snow = 'M150 220'
  for (let x = 170; x <= 350; x += 9) snow += `L${x} ${176 + Math.abs(x - 256) * 0.16 + ragged.between(-18, 24)}`
  b.clipped(outline, () => {
    b.path(`${snow}L350 60L150 60Z`, '#fdf3ef')
    b.path('M256 104L300 104L420 300L290 300L262 190L270 140Z', 'rgba(86,92,150,.42)')
  })
}

function rower(b: Brush): void {
  const dark = '#232a4c'
  b.path('M168 398L232 398L222 409L180 409Z', dark)
  b.stroke('M204 398L207 368', dark, 4)
  b.disc([207, 362, 5], dark)
  b.stroke('M206 376L236 416', dark, 1.6)
  for (let i = 0; i < 5; i++)
    b.stroke(`M${150 - i * 9} ${413 + i * 5}H${262 + i * 12}`, `rgba(255,235,225,${0.4 - i * 0.06})`, 1)
}

function pine(b: Brush, x: number, height: number): void {
  for (let q = 0; q < 7; q++) {
    const [low, high, half] = [UNITS - (height * q) / 8, UNITS - (height * (q + 2.2)) / 8, 18 - q * 2]
    b.path(`M${x - half} ${low}L${x} ${high}L${x + half} ${low}Z`, '#1a2144')
  }
}

/** Sky lanterns leaving a lake: many sizes, warm light twice, once in the water. */
export const lanterns: Scene = (b, r) => {
  b.sky(['#071426', '#0d2a44', '#1f4a5f', '#4c6b6a', '#c98b5a'], 0, 350)
  stars(b, r, { count: 150, bottom: 220 })
  ridge(b, { y: 300, height: 60, waves: 2.4, seed: 15 }, '#15323f')
  ridge(b, { y: 330, height: 34, waves: 4, seed: 9 }, '#0c2230')
  const all = Array.from({ length: 92 }, () => ({
    x: r.unit() * UNITS,
    y: 30 + r.unit() ** 0.8 * 300,
    size: 2 + r.unit() ** 3 * 15
  }))
  all.push({ x: 118, y: 128, size: 25 }, { x: 392, y: 196, size: 20 }, { x: 300, y: 72, size: 15 })
  all.sort((a, c) => a.size - c.size)
  for (const lantern of all) drawLantern(b, lantern)
  mirror(b, r, { y: 350, ripple: 10, squash: 1.5, tint: ['rgba(8,24,38,.2)', 'rgba(4,14,26,.6)'] })
  for (const { x, size } of all.slice(-26)) {
    streak(b, r, { at: [x, 354], length: 50 + size * 4, width: 3 + size * 0.35, opacity: 0.5, color: '#ffab55' })
  }
  b.path('M196 440L330 440L312 462L216 462Z', '#06121c')
  for (const x of [244, 284]) {
    b.disc([x, 419, 8.5], '#06121c')
    b.path(`M${x - 11} 442l3 -15h16l3 15Z`, '#06121c')
  }
  b.glow([264, 428, 34], '#ffb45e', 0.9)
}

function drawLantern(
  b: Brush,
  { x, y, size: s }: { readonly x: number; readonly y: number; readonly size: number }
): void {
  b.glow([x, y, s * 4.6], '#ff9a3c', 0.5)
  b.placed({ at: [x, y], turn: (x - 256) / 2200, scale: s }, () => {
    const paper = b.linear([0, -1.3, 0, 1], '#b8481c', '#ff9a3c', '#fff0b4')
    b.path('M-.62 1Q-1.02 -.3 -.64 -1.05Q0 -1.4 .64 -1.05Q1.02 -.3 .62 1Z', paper)
    if (s > 9) b.stroke('M-.2 1L-.24 -1.2M.3 1L.34 -1.1', 'rgba(140,50,20,.35)', 0.07)
    if (s > 9) b.rect([-0.62, 0.92, 1.24, 0.12], '#8a3416')
  })
}

/** A koi pond from straight above: fish curve through slow caustics, lily pads throw small shadows. */
export const koi: Scene = (b, r) => {
  const still = Math.floor(r.unit() * 90)
  b.shaded(300, (u, v) => {
    const deep = fractal(u * 4, v * 4, { seed: 6 + still })
    const vein = Math.abs(fractal(u * 7 + deep * 2, v * 7, { seed: 12 + still, octaves: 3 }) - 0.5) * 2
    return mix(mix('#0c3f4c', '#1f7d7c', deep * 1.1), '#b5efd8', (1 - vein) ** 9 * 0.42)
  })
  const turn = (): number => r.bell() * 0.5
  fish(b, { at: [170, 150], turn: 0.5 + turn(), scale: 1.25 }, ['#fdf7ec', '#ef5a2a'])
  fish(b, { at: [322, 246], turn: 2.5 + turn(), scale: 1.4 }, ['#f4772e', '#fff1de'])
  fish(b, { at: [180, 352], turn: -0.5 + turn(), scale: 1.1 }, ['#fbf3e6', '#23262b'])
  fish(b, { at: [392, 392], turn: -2.3 + turn(), scale: 0.95 }, ['#f7b733', '#f08a1d'])
  fish(b, { at: [70, 270], turn: 1.4 + turn(), scale: 0.8 }, ['#e9e4da', '#d5402b'])
  for (const [x, y, size] of [
    [438, 112, 62],
    [356, 58, 38],
    [484, 208, 30],
    [52, 452, 58],
    [128, 486, 34],
    [20, 372, 26]
  ] as const) {
    lilyPad(b, [x, y, size], r.unit() * TAU)
  }
  for (const [x, y, size] of [
    [424, 104, 26],
    [66, 446, 20]
  ] as const)
    lily(b, x, y, size)
}

const KOI_BODY = 'M52 0C46 -17 14 -20 -14 -13Q-42 -5 -62 2Q-40 8 -14 13C14 20 46 17 52 0'

function fish(
  b: Brush,
  place: { at: readonly [number, number]; turn: number; scale: number },
  colors: readonly [Color, Color]
): void {
  const [body, spots] = colors
  const [x, y] = place.at
  b.layered(3, (shadow) =>
    shadow.placed({ ...place, at: [x + 7, y + 12] }, () => shadow.path(KOI_BODY, 'rgba(2,24,32,.45)'))
  )
  b.placed(place, () => {
    const fin = alpha(mix(body, '#ffffff', 0.3), 0.72)
    for (const side of [-1, 1])
      b.path(`M18 ${side * 10}Q8 ${side * 36} -8 ${side * 30}Q0 ${side * 16} 4 ${side * 9}`, fin)
    b.path('M-58 6Q-84 2 -104 26Q-96 8 -100 -2Q-86 -2 -60 0', fin)
    b.path(KOI_BODY, body)
    b.clipped(KOI_BODY, () => {
      b.oval([28, -3, 15, 13, 0.4], spots)
      b.oval([-12, 5, 17, 13, 0.4], spots)
      b.oval([-44, 0, 9, 7, 0.4], spots)
      b.rect([-60, -3, 110, 3], 'rgba(255,255,255,.25)')
    })
    for (const side of [-7, 7]) b.disc([40, side, 2], '#131313')
  })
}

function lilyPad(b: Brush, [x, y, size]: readonly [number, number, number], turn: number): void {
  b.oval([x + 6, y + 9, size, size * 0.95], 'rgba(3,30,34,.4)')
  b.placed({ at: [x, y], turn, scale: size }, () => {
    b.path('M0 0L.98 .2A1 1 0 1 1 .98 -.2Z', b.linear([-1, -1, 1, 1], '#8cc96a', '#3d8a4c', '#1d5c3e'))
    for (let i = 1; i < 11; i++)
      b.stroke(`M0 0L${Math.cos(i * 0.57) * 0.9} ${Math.sin(i * 0.57) * 0.9}`, 'rgba(210,240,170,.3)', 0.02)
  })
}

function lily(b: Brush, x: number, y: number, size: number): void {
  b.placed({ at: [x, y], scale: size }, () => {
    for (const [ring, color] of [
      [1, '#f3b7d0'],
      [0.66, '#fbdbe8']
    ] as const) {
      for (let i = 0; i < 9; i++) {
        b.placed({ at: [0, 0], turn: (i * TAU) / 9 + ring, scale: ring }, () =>
          b.path('M0 0Q.5 -.34 1 0Q.5 .34 0 0', color)
        )
      }
    }
    b.disc([0, 0, 0.18], '#f7c948')
  })
}

/** A whale under rays: one long shape, light in fans, small fish for the scale. */
export const whale: Scene = (b, r) => {
  b.sky(['#9fe6e8', '#2fa3c0', '#0f5f92', '#06305e', '#041a3c'])
  b.blended('screen', () => {
    const ray = b.linear([0, 0, 0, 480], 'rgba(210,255,250,.36)', 'rgba(160,240,250,.06)', 'rgba(160,240,250,0)')
    for (let i = 0; i < 11; i++) {
      const sway = Math.sin(-0.5 + i * 0.1 + r.bell() * 0.03) * 620
      const [x, w] = [250 + i * 3, r.between(8, 26)]
      b.path(`M${x} -20L${x + w} -20L${x + w * 3 + sway} 480L${x - w + sway} 480Z`, ray)
    }
  })
  b.placed({ at: [262, 262], turn: -0.16 }, () => whaleBody(b, r))
  smallFish(b, r)
  ridge(b, { y: 486, height: 26, waves: 4, seed: 9 }, '#03142e')
  b.placed({ at: [110, 440] }, () => {
    b.oval([0, 0, 15, 4.4, -0.5], '#031026')
    b.disc([14, -9, 4.5], '#031026')
    b.stroke('M-10 4L-32 14', '#031026', 3)
  })
}

const WHALE =
  'M-176 6C-176 -46 -96 -76 -8 -66C70 -58 126 -26 176 -20C196 -44 226 -62 246 -60C236 -40 226 -24 208 -8' +
  'C222 8 232 24 232 40C206 34 186 18 172 2C110 24 60 58 -20 62C-110 66 -172 50 -176 6Z'

function whaleBody(b: Brush, r: Chance): void {
  b.path(WHALE, b.linear([0, -70, 0, 66], '#3f7ea6', '#174a78', '#0b2c56'))
  b.clipped(WHALE, () => {
    b.path('M-180 20C-100 44 -10 40 60 22L40 90L-190 90Z', 'rgba(205,232,240,.75)')
    for (let i = 0; i < 10; i++) {
      b.stroke(`M-176 ${24 + i * 5}L-90 ${42 + i * 5}L40 ${32 + i * 6}`, 'rgba(20,60,100,.4)', 1.3)
    }
    b.blended('screen', () => {
      for (let i = 0; i < 40; i++) {
        b.oval([r.between(-170, 170), r.between(-70, -20), r.between(6, 20), 1.4, 0.2], 'rgba(170,230,240,.3)')
      }
    })
  })
  b.path('M-66 40Q-60 108 -8 132Q-14 84 -22 44Z', '#0f3862')
  b.disc([-138, 4, 3.2], '#041528')
}

function smallFish(b: Brush, r: Chance): void {
  for (let i = 0; i < 64; i++) {
    const [x, y, s] = [360 + r.bell() * 120, 410 + r.bell() * 50, r.between(3, 6)]
    b.oval([x, y, s, s * 0.36], alpha('#bfeef4', r.between(0.3, 0.8)))
    b.path(`M${x + s * 0.8} ${y}l${s * 0.8} ${-s * 0.4}v${s * 0.8}Z`, 'rgba(190,238,244,.5)')
  }
  for (let i = 0; i < 40; i++) {
    const color = `rgba(220,250,255,${r.between(0.15, 0.5)})`
    b.arc([90 + r.bell() * 50, 200 - r.unit() * 200, r.between(1, 5), 0, TAU], color, 0.9)
  }
}
