/** Labels of looks and their values, as the interface names them. A value unknown to this version shows raw. */
import { forEachLook, type Look, type LOOK_VALUES } from '../shared/image.ts'
import { NO_VALUE } from '../shared/query.ts'

interface LookCopy<L extends Look> {
  readonly label: string
  /** Of images without a value. */
  readonly none: string
  readonly values: Readonly<Record<(typeof LOOK_VALUES)[L][number], string>>
}

const looks: { readonly [L in Look]: LookCopy<L> } = {
  style: {
    label: 'Style',
    none: 'No style',
    values: {
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
  },
  medium: {
    label: 'Medium',
    none: 'No medium',
    values: {
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
  },
  filter: {
    label: 'Filter',
    none: 'No filter',
    values: {
      grayscale: 'Black and white',
      sepia: 'Sepia',
      invert: 'Invert'
    }
  },
  resolution: {
    label: 'Resolution',
    none: 'No resolution',
    values: {
      '256x256': '256×256',
      '512x512': '512×512',
      '1024x1024': '1024×1024'
    }
  }
}

export const lookLabel = forEachLook((look) => looks[look].label)

/** The label of a look's value; `NO_VALUE` reads "No style" and the like. */
export function valueLabel(look: Look, value: string): string {
  const { none, values } = looks[look]
  // A name that every object has is no value.
  const known: Readonly<Record<string, string>> = Object.hasOwn(values, value) ? values : {}
  return value === NO_VALUE ? none : (known[value] ?? value)
}
