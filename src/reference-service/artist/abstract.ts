/** Abstract. */
import { UNITS } from './brush.ts'
import { alpha, mix, ramp } from './color.ts'
import type { Rgb } from './color.ts'
import { clamp, fractal, smooth } from './noise.ts'
import { grain } from './scenery.ts'
import type { Scene, Scenes } from './scene.ts'

/** Noise that bends noise that bends noise; one ramp of five inks. */
const silk: Scene = (b, r) => {
  const inks = r.pick([
    ['#0b1d3a', '#1f4e8c', '#e8e1d3', '#f2855e', '#7a1f3d'],
    ['#10241f', '#1e6b5a', '#f2e8c9', '#e9a23b', '#8a2f2a'],
    ['#170f2e', '#5a2a83', '#f7d9e3', '#f26d85', '#29335c'],
    ['#f4efe6', '#c9d6d3', '#4f7f88', '#16343f', '#e2b04a']
  ])
  const seed = Math.floor(r.unit() * 99)
  b.shaded(512, (u, v) => {
    const first = fractal(u * 2.2, v * 2.2, { seed })
    const second = fractal(u * 2.2 + 4 * first, v * 2.2 + 2, { seed: seed + 3 })
    const third = fractal(u * 1.8 + 3.4 * second, v * 1.8 + 3.4 * first, { seed: seed + 7, octaves: 4 })
    const band = 0.5 + 0.5 * Math.sin(third * 15 + second * 4)
    const [red, green, blue] = mix(ramp(inks, third * 1.5 - 0.25), ramp(inks, band), 0.34)
    const light = 0.86 + 0.28 * second
    return [red * light, green * light, blue * light]
  })
}

/** Circles, bars, one arc and one hair-thin diagonal on cream. */
const composition: Scene = (b, r) => {
  const paper = '#efe7d6'
  const [red, blue, yellow, black, green] = r.pick([
    ['#d8402f', '#1f3f77', '#edb83d', '#16181c', '#7aa6a1'],
    ['#e0703a', '#23564f', '#f0c75e', '#1c1a1f', '#9db4c9'],
    ['#3c6fb0', '#b23a48', '#f2c14e', '#14171d', '#c9a9b4']
  ] as const)
  b.ground(paper)
  b.blended('multiply', () => {
    b.disc([196, 214, 128], red)
    b.disc([318 + r.bell() * 30, 286, 96], yellow)
    b.disc([372, 148 + r.bell() * 20, 54], blue)
    b.rect([92, 330, 320, 22], black)
    b.path('M330 60L470 430L392 452Z', green)
  })
  b.arc([190, 350, 120, Math.PI * 0.95, Math.PI * 1.86], black, 7)
  for (let i = 0; i < 8; i++) b.stroke(`M${60 + i * 11} 392V470`, blue, 3)
  b.stroke('M40 470L474 44', black, 1.6)
  for (let i = 0; i < 20; i++) b.disc([400 + (i % 5) * 16, 388 + Math.floor(i / 5) * 16, 3.2], black)
  b.disc([196, 214, 18], paper)
  grain(b, 12, 4)
}

const PIGMENTS = ['#17263f', '#b8324a', '#d99a2b'] as const

/** Drops spread in water, three pigments, hard and soft edges together. */
const blots: Scene = (b, r) => {
  const drops = Array.from({ length: 24 }, () => ({
    x: r.between(0.1, 0.9),
    y: r.between(0.1, 0.9),
    size: r.unit() ** 2 * 0.14 + 0.03,
    pigment: r.pick(PIGMENTS)
  }))
  const seed = Math.floor(r.unit() * 99)
  b.shaded(512, (u, v) => {
    const dx = (fractal(u * 6, v * 6, { seed }) - 0.5) * 0.16
    const dy = (fractal(u * 6 + 9, v * 6, { seed: seed + 4 }) - 0.5) * 0.16
    let color: Rgb = [244, 239, 229]
    for (const [index, pigment] of PIGMENTS.entries()) {
      let field = 0
      for (const drop of drops) {
        if (drop.pigment !== pigment) continue
        field += 1 / (0.15 + (Math.hypot(u + dx - drop.x, v + dy - drop.y) / drop.size) ** 2)
      }
      const rim = smooth(0.62, 0.86, field) * (1 - smooth(0.9, 1.5, field))
      const ink = mix(pigment, '#ffffff', 0.32 * fractal(u * 9, v * 9, { seed: index + 2 }))
      const dyed: Rgb = [(color[0] * ink[0]) / 255, (color[1] * ink[1]) / 255, (color[2] * ink[2]) / 255]
      color = mix(color, dyed, clamp(smooth(0.7, 1.05, field) * 0.82 + rim * 0.5))
    }
    return color
  })
  for (let i = 0; i < 60; i++) {
    b.disc([r.unit() * UNITS, r.unit() * UNITS, r.unit() ** 4 * 6 + 0.5], alpha(r.pick(PIGMENTS), 0.7))
  }
}

export const abstract: Scenes<'abstract'> = { silk, composition, blots }
