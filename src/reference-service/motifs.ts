/** The scenes the artist can draw, by style: plain data, so that records can name one without loading the artist. */
import type { Style } from '../shared/image.ts'

export const MOTIFS = {
  '3d_render': ['still-life', 'blocks', 'archway'],
  abstract: ['silk', 'composition', 'blots'],
  anime: [
    'harbor-neon',
    'harbor-dawn',
    'harbor-rain',
    'thunderhead',
    'crossing',
    'neon-street',
    'torii',
    'blossom',
    'comet',
    'lanterns',
    'koi',
    'bamboo',
    'umbrellas',
    'lake',
    'whale',
    'window-cat',
    'fields'
  ],
  art_deco: ['tower', 'fans'],
  cartoon: ['rocket', 'fox'],
  digital_art: ['planet', 'glow-wood', 'iso-city'],
  illustration: ['lighthouse', 'leaves', 'cabin'],
  origami: ['crane', 'range', 'fox-head'],
  pixel_art: ['valley', 'keep', 'market'],
  photography: ['ridges', 'dunes', 'bokeh', 'long-sea'],
  pop_art: ['pears', 'burst', 'shades'],
  retro: ['bands', 'canyon', 'radio'],
  sketch: ['botany', 'street', 'bridge'],
  vaporwave: ['grid', 'pool']
} as const satisfies Record<Style, readonly string[]>

export type MotifOf<S extends Style> = (typeof MOTIFS)[S][number]
export type MotifName = MotifOf<Style>
