/**
 * Lists the pictures of the service: pregenerated WebP files (docs/decisions/0044), each in three sizes. A name
 * describes the picture: `anime.torii.0.ink.sepia` is the gate in the mist, drawn in ink, in sepia.
 */
import { FILTERS, MEDIUMS, STYLES } from '../shared/image.ts'
import type { Filter, Medium, Style } from '../shared/image.ts'
import { pickAt } from './chance.ts'
import type { Motif } from './motif-words.ts'

export interface DrawnPicture {
  readonly name: string
  /** `null` for no particular style. */
  readonly style: Style | null
  readonly motif: Motif
  readonly medium: Medium | null
  readonly filter: Filter | null
}

type DrawnFacets = Pick<DrawnPicture, 'style' | 'medium' | 'filter'>

/** Names as style.motif.drawing.medium.filter. Record n shows picture n, so that neighbors in a list differ. */
const NAMES = `
photography.bokeh.0.none.none
digital_art.planet.0.none.none
anime.lanterns.0.none.grayscale
digital_art.glow-wood.0.none.none
vaporwave.grid.1.none.invert
photography.dunes.0.none.none
illustration.lighthouse.0.none.none
pop_art.pears.0.none.none
photography.dunes.2.none.invert
cartoon.fox.1.none.none
digital_art.glow-wood.3.canvas.grayscale
art_deco.fans.0.none.none
pop_art.burst.0.none.none
illustration.cabin.1.charcoal.none
cartoon.fox.2.none.grayscale
sketch.street.0.none.none
anime.koi.0.none.none
photography.bokeh.2.none.none
none.planet.5.none.none
anime.harbor-neon.0.pastel.none
photography.long-sea.3.none.sepia
retro.bands.1.none.none
pixel_art.keep.0.canvas.invert
none.silk.5.none.none
3d_render.archway.1.none.none
abstract.blots.1.watercolor.none
photography.ridges.1.none.none
abstract.silk.2.none.none
anime.umbrellas.0.none.none
digital_art.planet.2.pencil.none
3d_render.blocks.2.none.none
abstract.silk.1.none.none
sketch.bridge.0.none.none
3d_render.blocks.1.none.none
digital_art.iso-city.2.watercolor.none
illustration.leaves.2.pastel.none
pop_art.shades.0.none.none
anime.whale.0.none.none
photography.long-sea.0.none.none
cartoon.fox.0.none.none
abstract.silk.0.none.grayscale
illustration.leaves.1.chalk.none
cartoon.rocket.0.none.grayscale
anime.blossom.0.none.none
origami.fox-head.0.ink.none
sketch.botany.0.pastel.none
photography.ridges.0.none.none
anime.torii.0.chalk.none
pixel_art.valley.1.none.none
illustration.lighthouse.1.none.none
digital_art.planet.3.acrylic.none
photography.ridges.2.none.none
3d_render.still-life.2.none.none
illustration.leaves.3.charcoal.none
anime.harbor-dawn.0.none.none
photography.bokeh.1.none.sepia
art_deco.tower.0.pencil.none
photography.long-sea.2.none.none
illustration.cabin.3.none.none
abstract.composition.0.acrylic.none
digital_art.glow-wood.1.ink.none
illustration.cabin.0.glass.none
pixel_art.valley.0.none.none
photography.dunes.3.none.none
anime.comet.0.pencil.sepia
3d_render.still-life.1.none.none
cartoon.rocket.1.none.grayscale
illustration.lighthouse.2.none.none
photography.long-sea.1.none.none
3d_render.still-life.0.none.none
digital_art.iso-city.0.none.none
anime.neon-street.0.crayon.none
photography.dunes.1.none.none
retro.bands.0.none.none
digital_art.glow-wood.2.none.none
illustration.lighthouse.3.none.none
3d_render.archway.0.none.none
art_deco.tower.1.acrylic.none
anime.harbor-rain.0.none.none
origami.crane.0.none.none
retro.canyon.0.ink.grayscale
vaporwave.pool.0.canvas.none
photography.ridges.3.glass.none
abstract.composition.1.crayon.none
anime.crossing.0.none.none
pixel_art.market.0.none.none
illustration.leaves.0.none.none
anime.lake.0.glass.none
sketch.street.1.none.none
none.bokeh.5.none.none
3d_render.blocks.0.none.none
abstract.blots.0.none.none
vaporwave.grid.0.spray_paint.none
retro.radio.0.none.none
digital_art.planet.1.none.none
anime.bamboo.0.none.none
origami.range.0.none.none
none.ridges.5.none.sepia
illustration.cabin.2.none.none
anime.thunderhead.0.none.grayscale
sketch.botany.1.spray_paint.none
digital_art.iso-city.1.none.none
photography.bokeh.3.none.none
cartoon.rocket.2.watercolor.sepia
`

const SIZES: readonly string[] = ['256', '512', '1024']
/** Weights of matching fields, the most visible first. */
const FACET_WEIGHTS = [
  ['style', 4],
  ['filter', 2],
  ['medium', 1]
] as const

export const PICTURE_PATH = '/uploads/users/images/'
export const PICTURES: readonly DrawnPicture[] = NAMES.trim().split('\n').map(readName)

/** Returns the file of a picture. `edge` is 256, 512 or 1024 px. */
export const pictureFile = ({ name }: DrawnPicture, edge: number): string => `${name}.${edge}.webp`

/** Whether the service has a file of this name; no other file is read. */
export function isPictureFile(file: string): boolean {
  const [, name, edge = ''] = /^(.+)\.(\d+)\.webp$/.exec(file) ?? []
  return SIZES.includes(edge) && PICTURES.some((picture) => picture.name === name)
}

/** Returns the picture at `index`, which must be less than the number of pictures. */
export function pictureAt(index: number): DrawnPicture {
  const picture = PICTURES[index]
  if (picture === undefined) throw new Error(`No picture ${index}`)
  return picture
}

/**
 * Returns the index of the best matching picture other than `neighbor`. `chance` in [0, 1) selects among equal ones.
 */
export function fittingPicture(facets: DrawnFacets, neighbor: number, chance: number): number {
  const fitOf = (index: number): number =>
    FACET_WEIGHTS.reduce((sum, [field, weight]) => sum + (pictureAt(index)[field] === facets[field] ? weight : 0), 0)
  const others = [...PICTURES.keys()].filter((index) => index !== neighbor)
  const best = Math.max(...others.map(fitOf))
  return pickAt(
    others.filter((index) => fitOf(index) === best),
    chance
  )
}

function readName(name: string): DrawnPicture {
  const [style, motif, , medium, filter] = name.split('.')
  return {
    name,
    style: STYLES.find((known) => known === style) ?? null,
    // Each name above contains a valid motif, which a test checks.
    motif: motif as Motif,
    medium: MEDIUMS.find((known) => known === medium) ?? null,
    filter: FILTERS.find((known) => known === filter) ?? null
  }
}
