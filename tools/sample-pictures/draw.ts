// Draws resources/sample once, with the artist of this revision: `node tools/sample-pictures/draw.ts`. Prints the names.
import { mkdirSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { drawPicture } from '../../src/reference-service/artist/paint-picture.ts'
import { MOTIFS } from '../../src/reference-service/motifs.ts'
import { MEDIUMS, FILTERS, STYLES } from '../../src/shared/image.ts'
const WEIGHTS = { none: 4, '3d_render': 8, abstract: 7, anime: 15, art_deco: 3, cartoon: 6, digital_art: 11, illustration: 12, origami: 3, pixel_art: 4, photography: 16, pop_art: 3, retro: 4, sketch: 5, vaporwave: 3 }
const PLAIN = new Set(['photography', '3d_render', 'pixel_art', 'none'])
// fixed pseudo-random
let s = 20261129
const rnd = () => { s = (Math.imul(s, 1664525) + 1013904223) >>> 0; return s / 2 ** 32 }
const shuffle = (list) => { for (let i = list.length - 1; i > 0; i--) { const j = Math.floor(rnd() * (i + 1)); [list[i], list[j]] = [list[j], list[i]] } return list }
const used = new Set()
const drawn = []
const noneStyles = ['photography', 'digital_art', 'abstract', 'photography']
const noneMotifs = ['ridges', 'planet', 'silk', 'bokeh']
for (const [style, count] of Object.entries(WEIGHTS)) {
  const motifs = style === 'none' ? noneMotifs : [...MOTIFS[style]]
  for (let i = 0; i < count; i++) {
    const motif = motifs[i % motifs.length]
    const variant = style === 'none' ? 5 : Math.floor(i / motifs.length)
    drawn.push({ style, motif, variant, medium: null, filter: null })
  }
}
// mediums: each about 2.6 times over the styles that take them
const other = shuffle(drawn.filter((d) => !PLAIN.has(d.style)))
const media = shuffle([...MEDIUMS, ...MEDIUMS, ...MEDIUMS].slice(0, 27))
// every medium at least twice
other.slice(0, 27).forEach((d, i) => (d.medium = [...MEDIUMS, ...MEDIUMS, 'watercolor', 'ink', 'pencil', 'acrylic', 'pastel'][i]))
shuffle(drawn.filter((d) => PLAIN.has(d.style) && d.style !== 'none')).slice(0, 2).forEach((d, i) => (d.medium = ['glass', 'canvas'][i]))
const filters = [...Array(8).fill('grayscale'), ...Array(5).fill('sepia'), ...Array(3).fill('invert')]
shuffle([...drawn]).slice(0, 16).forEach((d, i) => (d.filter = filters[i]))
const order = shuffle([...drawn])
// no two of one style beside each other, around the corner as well
for (let tries = 0; tries < 20000; tries++) {
  const n = order.length
  const bad = order.findIndex((d, i) => d.style === order[(i + 1) % n].style)
  if (bad < 0) break
  const j = Math.floor(rnd() * n)
  ;[order[bad], order[j]] = [order[j], order[bad]]
}
const name = (d) => [d.style, d.motif, d.variant, d.medium ?? 'none', d.filter ?? 'none'].join('.')
const names = order.map(name)
if (new Set(names).size !== names.length) throw new Error('same name')
console.log(names.join('\n'))
const out = 'resources/sample'
const QUALITY = { 256: 84, 512: 82, 1024: 80 }
mkdirSync(out, { recursive: true })
for (const d of order) {
  const style = d.style === 'none' ? noneStyles[noneMotifs.indexOf(d.motif)] : d.style
  for (const size of [256, 512, 1024]) {
    const png = drawPicture({ ...d, style, size }).canvas.encodeSync('png')
    const webp = (options) => sharp(png).webp({ effort: 5, smartSubsample: true, quality: QUALITY[size], ...options }).toBuffer()
    const [lossy, lossless] = [await webp({}), d.style === 'pixel_art' ? await webp({ lossless: true, effort: 6 }) : null]
    const isSmall = lossless !== null && lossless.length < lossy.length * 1.5
    writeFileSync(`${out}/${name(d)}.${size}.webp`, isSmall ? lossless : lossy)
  }
}
