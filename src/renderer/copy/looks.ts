/** Labels of looks and their values, as the interface names them. A value unknown to this version shows raw. */
import { NO_VALUE } from '../../shared/query.ts'
import type { Filter, Look, Medium, Resolution, Style } from '../../shared/image.ts'

export const lookLabel: Readonly<Record<Look, string>> = {
  style: 'Style',
  medium: 'Medium',
  filter: 'Filter',
  resolution: 'Resolution'
}

const noValueLabel: Readonly<Record<Look, string>> = {
  style: 'No style',
  medium: 'No medium',
  filter: 'No filter',
  resolution: 'No resolution'
}

const styles: Readonly<Record<Style, string>> = {
  '3d_render': '3D render',
  abstract: 'Abstract',
  anime: 'Anime',
  art_deco: 'Art deco',
  cartoon: 'Cartoon',
  digital_art: 'Digital art',
  illustration: 'Illustration',
  origami: 'Origami',
  pixel_art: 'Pixel art',
  photography: 'Photography',
  pop_art: 'Pop art',
  retro: 'Retro',
  sketch: 'Sketch',
  vaporwave: 'Vaporwave'
}

const mediums: Readonly<Record<Medium, string>> = {
  acrylic: 'Acrylic',
  canvas: 'Canvas',
  chalk: 'Chalk',
  charcoal: 'Charcoal',
  crayon: 'Crayon',
  glass: 'Glass',
  ink: 'Ink',
  pastel: 'Pastel',
  pencil: 'Pencil',
  spray_paint: 'Spray paint',
  watercolor: 'Watercolor'
}

const filters: Readonly<Record<Filter, string>> = {
  grayscale: 'Black and white',
  sepia: 'Sepia',
  invert: 'Invert'
}

const resolutions: Readonly<Record<Resolution, string>> = {
  '256x256': '256×256',
  '512x512': '512×512',
  '1024x1024': '1024×1024'
}

const labels: Readonly<Record<Look, ReadonlyMap<string, string>>> = {
  style: new Map(Object.entries(styles)),
  medium: new Map(Object.entries(mediums)),
  filter: new Map(Object.entries(filters)),
  resolution: new Map(Object.entries(resolutions))
}

/** The label of a look's value; `NO_VALUE` reads "No style" and the like. */
export function valueLabel(look: Look, value: string): string {
  return value === NO_VALUE ? noValueLabel[look] : (labels[look].get(value) ?? value)
}
