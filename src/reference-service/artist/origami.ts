/** Origami: facets, each one flat tone, fold lines lighter than the paper. */
import type { Brush, Point } from './brush.ts'
import { UNITS } from './brush.ts'
import { mix } from './color.ts'
import type { Color } from './color.ts'
import { TAU } from './noise.ts'
import { grain } from './scenery.ts'
import type { Scene, Scenes } from './scene.ts'

/** A triangle of paper, and how light (above 0) or dark (below 0) it lies. */
interface Facet {
  readonly corners: string
  readonly tone: number
}

function fold(b: Brush, facets: readonly Facet[], paper: Color): void {
  for (const { corners, tone } of facets) {
    b.path(`M${corners}Z`, tone < 0 ? mix(paper, '#0a0a20', -tone) : mix(paper, '#ffffff', tone))
    b.stroke(`M${corners}Z`, 'rgba(255,255,255,.22)', 1.1)
  }
}

/** Corner points and tone of each facet of the crane, from the far wing to the near one. */
const CRANE: readonly Facet[] = [
  { corners: '250 262L148 78L312 236', tone: -0.2 },
  { corners: '250 262L148 78L206 300', tone: 0.1 },
  { corners: '312 236L422 92L286 318', tone: 0.34 },
  { corners: '312 236L422 92L340 300', tone: -0.06 },
  { corners: '206 300L250 262L268 386', tone: 0.2 },
  { corners: '250 262L286 318L268 386', tone: 0.02 },
  { corners: '286 318L340 300L268 386', tone: -0.26 },
  { corners: '250 262L312 236L286 318', tone: 0.24 },
  { corners: '206 300L222 346L84 196', tone: 0.26 },
  { corners: '222 346L236 366L84 196', tone: -0.18 },
  { corners: '84 196L98 212L46 238', tone: -0.36 },
  { corners: '340 300L318 338L476 214', tone: -0.1 },
  { corners: '318 338L302 358L476 214', tone: -0.4 }
]

/** A crane of thirteen facets, one shadow, on a sweep. */
const crane: Scene = (b, r) => {
  const [ground, light, paper] = r.pick([
    ['#e9e2d6', '#f8f4ec', '#d8442f'],
    ['#cfdcec', '#eef4fb', '#2b5fae'],
    ['#f1d6c6', '#fbeee4', '#e07a2f'],
    ['#d3e2d8', '#eff6f0', '#2f8566']
  ] as const)
  b.sky([light, ground, mix(ground, '#000000', 0.12)])
  b.layered(12, (shadow) => shadow.oval([270, 412, 170, 22], 'rgba(40,30,30,.42)'))
  fold(b, CRANE, paper)
  grain(b, 8, 2)
}

/** A folded range with a folded sun, every ridge lit on one side. */
const range: Scene = (b, r) => {
  const [sky, near, far] = r.pick([
    ['#f6d9c0', '#ef8d6b', '#3d4f86'],
    ['#dbe9ee', '#6fa5b8', '#24465e'],
    ['#efe2f2', '#b78bc4', '#4a3675']
  ] as const)
  b.sky([mix(sky, '#ffffff', 0.3), sky])
  foldedSun(b, [200 + r.unit() * 180, 138])
  for (let row = 0; row < 4; row++) {
    const paper = mix(near, far, row / 3)
    const base = 300 + row * 62
    const peaks = row > 1 ? 3 : 2
    for (let i = -1; i <= peaks; i++) {
      const width = UNITS / peaks
      const x = i * width + r.bell() * width * 0.2 + width / 2 + (row % 2) * 60
      const top: Point = [x + r.bell() * 16, base - r.between(120, 220) * (1 - row * 0.1)]
      fold(b, peakFacets({ x, top, base: base + 60, half: width * 0.8, middle: x + r.bell() * 20 }), paper)
    }
    b.rect([0, base + 58, UNITS, 70], paper)
  }
  grain(b, 8, 5)
}

function foldedSun(b: Brush, [x, y]: Point): void {
  const edge = (turn: number): string => `${x + Math.cos(turn) * 74} ${y + Math.sin(turn) * 74}`
  for (let i = 0; i < 12; i++) {
    const turn = (i * TAU) / 12
    const tone = (Math.cos(turn + 2.4) + 1) * 0.3 - 0.12
    fold(b, [{ corners: `${x} ${y}L${edge(turn)}L${edge(turn + TAU / 12)}`, tone }], '#f2b64c')
  }
}

function peakFacets(peak: { x: number; top: Point; base: number; half: number; middle: number }): Facet[] {
  const { x, top, base, half } = peak
  const [summit, left, right, foot] = [
    `${top[0]} ${top[1]}`,
    `${x - half} ${base}`,
    `${x + half} ${base}`,
    `${peak.middle} ${base}`
  ]
  const slopeLeft = `${(top[0] + x - half) / 2 + 8} ${(top[1] + base) / 2}`
  const slopeRight = `${(top[0] + x + half) / 2 - 6} ${(top[1] + base) / 2}`
  return [
    { corners: `${summit}L${left}L${slopeLeft}`, tone: 0.34 },
    { corners: `${summit}L${slopeLeft}L${foot}`, tone: 0.18 },
    { corners: `${slopeLeft}L${left}L${foot}`, tone: 0.06 },
    { corners: `${summit}L${foot}L${slopeRight}`, tone: -0.16 },
    { corners: `${slopeRight}L${foot}L${right}`, tone: -0.34 },
    { corners: `${summit}L${slopeRight}L${right}`, tone: -0.26 }
  ]
}

/** A face of triangles, white cheeks, on a plain sheet. */
const foxHead: Scene = (b, r) => {
  const sheet = r.pick(['#1f4a4a', '#24305a', '#f0d9c2'])
  const coat = r.pick(['#e8692c', '#d9552f', '#8a93a8'])
  b.sky([mix(sheet, '#ffffff', 0.16), sheet, mix(sheet, '#000000', 0.18)])
  b.layered(14, (shadow) => shadow.path('M110 130L400 130L430 270L256 440L96 270Z', 'rgba(0,0,0,.34)'))
  for (const side of [-1, 1]) foxHalf(b, side, coat)
  fold(
    b,
    [
      { corners: '226 366L286 366L256 410', tone: -0.1 },
      { corners: '256 330L226 366L286 366', tone: 0.1 }
    ],
    '#2a2028'
  )
  grain(b, 8, 3)
}

/** The light comes from the left: the right half lies darker. */
function foxHalf(b: Brush, side: number, coat: Color): void {
  const x = (distance: number): number => 256 + side * distance
  const tone = (left: number, right: number): number => (side < 0 ? left : right)
  fold(
    b,
    [
      { corners: `256 196L${x(118)} 84L${x(150)} 226`, tone: tone(0.14, -0.14) },
      { corners: `${x(60)} 172L${x(112)} 110L${x(124)} 190`, tone: -0.6 },
      { corners: `256 196L${x(150)} 226L${x(62)} 282`, tone: tone(0.22, -0.04) },
      { corners: `256 196L${x(62)} 282L256 330`, tone: tone(0.3, 0.06) }
    ],
    coat
  )
  fold(
    b,
    [
      { corners: `${x(62)} 282L${x(150)} 226L${x(128)} 300`, tone: tone(0, -0.1) },
      { corners: `${x(62)} 282L${x(128)} 300L${x(30)} 366`, tone: tone(-0.04, -0.16) },
      { corners: `256 330L${x(62)} 282L${x(30)} 366`, tone: tone(0, -0.06) }
    ],
    '#f7f1e8'
  )
  b.path(`M${x(46)} 262L${x(84)} 248L${x(72)} 276Z`, '#231a20')
}

export const origami: Scenes<'origami'> = { crane, range, 'fox-head': foxHead }
