/** The create form, images that are being created, and the attributes of images. */
import type { Facet, FACET_VALUES, RecordStage } from '../../shared/image.ts'
import type { SendTime } from '../../shared/said.ts'
import { formatTime, plural } from '../format.ts'
import { names } from './counted.ts'

interface FacetCopy<L extends Facet> {
  readonly label: string
  /** Of images without a value. */
  readonly none: string
  readonly values: Readonly<Record<(typeof FACET_VALUES)[L][number], string>>
}

export const facets: { readonly [L in Facet]: FacetCopy<L> } = {
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
    label: 'Image filter',
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

export const create = {
  newImage: 'New image',
  changeImage: 'Edit image',
  close: 'Close',
  required: 'required',
  optional: 'optional',
  keepOpen: 'Keep open',
  cancel: 'Cancel',
  create: 'Create',
  createLater: 'Create when online',
  send: 'Send',
  sendLater: 'Send when online',
  clearDraft: 'Clear draft',
  restoreAside: 'Restore previous draft',
  none: 'None',
  findValue: 'Search',
  noValue: 'No matches',
  show: 'Show',
  showAll: 'Show all images',
  sentMeanwhile: 'This image has already been sent. Your edits are kept here. Sending them creates a new image.',
  name: 'Name',
  prompt: 'Prompt',
  enterName: 'Enter a name',
  enterPrompt: 'Enter a prompt',
  chooseResolution: 'Choose a resolution',
  /** Under a list whose value the service rejected in these words. */
  chooseAnother: (said: string) => `${said} Choose another value.`,
  problems: (count: number) => plural(count, { one: 'Fix 1 field:', other: 'Fix # fields:' }),
  draftSaved: (ms: number) => `Draft saved at ${formatTime(ms)}`,
  /** No limit: only the service knows it, and names it when it rejects a text. */
  length: (characters: number) => plural(characters, { one: '1 character', other: '# characters' }),
  made: {
    now: (name: string) => `${names.quoted(name)} is being created`,
    later: (name: string) => `${names.quoted(name)} is saved and will be created later`,
    'when-reached': (name: string) => `${names.quoted(name)} will be created once the service responds`
  } satisfies Record<SendTime, (name: string) => string>,
  madeElsewhere: (name: string) => `${names.quoted(name)} was added but is hidden by your filters`,
  /** In place of a tile's second line. */
  stages: {
    'create-waiting': 'Pending',
    'create-sending': 'Creating…',
    'create-checking': 'Checking…',
    'create-refused': 'Needs attention',
    'delete-waiting': 'Deletion pending'
  } satisfies Record<RecordStage, string>,
  notConfirmed: 'Sent, not confirmed'
}
