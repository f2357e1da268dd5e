/** The artist: from a picture's spec to an encoded file. */
import type { Filter, Medium as MediumName, Style } from '../../shared/image.ts'
import { pictureFormat } from '../picture-name.ts'
import type { PictureSpec } from '../picture-name.ts'
import { abstract } from './abstract.ts'
import { anime } from './anime.ts'
import { artDeco } from './art-deco.ts'
import { Brush } from './brush.ts'
import { cartoon } from './cartoon.ts'
import { Chance } from './chance-source.ts'
import { luminance, mix } from './color.ts'
import type { Rgb } from './color.ts'
import { digitalArt } from './digital-art.ts'
import { illustration } from './illustration.ts'
import { chalk, charcoal, glass, pencil } from './media-dry.ts'
import { acrylic, canvas, crayon, ink, pastel, sprayPaint, watercolor } from './media-wet.ts'
import type { Medium } from './media-wet.ts'
import { clamp } from './noise.ts'
import { origami } from './origami.ts'
import { photography } from './photography.ts'
import { pixelArt } from './pixel-art.ts'
import { recolor } from './pixels.ts'
import { popArt } from './pop-art.ts'
import { render3d } from './render-3d.ts'
import { retro } from './retro.ts'
import type { Scene, Scenes } from './scene.ts'
import { sketch } from './sketch.ts'
import { vaporwave } from './vaporwave.ts'

const STYLES: { readonly [S in Style]: Scenes<S> } = {
  '3d_render': render3d,
  abstract,
  anime,
  art_deco: artDeco,
  cartoon,
  digital_art: digitalArt,
  illustration,
  origami,
  pixel_art: pixelArt,
  photography,
  pop_art: popArt,
  retro,
  sketch,
  vaporwave
}

const MEDIA: Readonly<Record<MediumName, Medium>> = {
  acrylic,
  canvas,
  chalk,
  charcoal,
  crayon,
  glass,
  ink,
  pastel,
  pencil,
  spray_paint: sprayPaint,
  watercolor
}

const FILTERS: Readonly<Record<Filter, (color: Rgb) => Rgb>> = {
  grayscale: (color) => {
    const light = luminance(color)
    return [light, light, light]
  },
  sepia: (color) => {
    const light = (luminance(color) / 255) * 1.5
    return mix(mix('#2a1a10', '#a87848', clamp(light)), '#f6e6c8', clamp(light - 0.5))
  },
  invert: ([red, green, blue]) => [255 - red, 255 - green, 255 - blue]
}

const QUALITY = 86

/** The scene, then the medium over its pixels, then the filter: the same spec is always the same picture. */
export function drawPicture(spec: PictureSpec): Brush {
  const scenes: Readonly<Record<string, Scene>> = STYLES[spec.style]
  const scene = scenes[spec.motif]
  if (scene === undefined) throw new Error(`no scene ${spec.motif} in ${spec.style}`)
  const brush = new Brush(spec.size)
  scene(brush, new Chance(spec.variant * 101 + 3))
  if (spec.medium !== null) MEDIA[spec.medium](brush, new Chance(spec.variant + 5))
  if (spec.filter !== null) recolor(brush, FILTERS[spec.filter])
  return brush
}

/** The picture as the bytes of a file in the format its name promises. */
export function paintPicture(spec: PictureSpec): Uint8Array {
  const { canvas: drawn } = drawPicture(spec)
  const format = pictureFormat(spec.style)
  if (format === 'png') return drawn.encodeSync('png')
  return drawn.encodeSync(format === 'webp' ? 'webp' : 'jpeg', QUALITY)
}
