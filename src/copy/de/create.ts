/** The create form, images that are being created, and the attributes of images. */
import type { Catalogue } from '../en/en.ts'
import { formatTime, plural } from '../format.ts'
import { names } from './counted.ts'

export const facets: Catalogue['facets'] = {
  style: {
    label: 'Stil',
    none: 'Kein Stil',
    values: {
      '3d_render': '3D-Rendering',
      abstract: 'Abstrakt',
      anime: 'Anime',
      art_deco: 'Art déco',
      cartoon: 'Cartoon',
      digital_art: 'Digitale Kunst',
      illustration: 'Illustration',
      origami: 'Origami',
      pixel_art: 'Pixel-Art',
      photography: 'Fotografie',
      pop_art: 'Pop-Art',
      retro: 'Retro',
      sketch: 'Skizze',
      vaporwave: 'Vaporwave'
    }
  },
  medium: {
    label: 'Technik',
    none: 'Keine Technik',
    values: {
      acrylic: 'Acryl',
      canvas: 'Leinwand',
      chalk: 'Kreide',
      charcoal: 'Kohle',
      crayon: 'Wachsmalstift',
      glass: 'Glas',
      ink: 'Tusche',
      pastel: 'Pastell',
      pencil: 'Bleistift',
      spray_paint: 'Sprühfarbe',
      watercolor: 'Aquarell'
    }
  },
  filter: {
    label: 'Bildfilter',
    none: 'Kein Filter',
    values: {
      grayscale: 'Schwarz-Weiß',
      sepia: 'Sepia',
      invert: 'Invertiert'
    }
  },
  resolution: {
    label: 'Auflösung',
    none: 'Keine Auflösung',
    values: {
      '256x256': '256×256',
      '512x512': '512×512',
      '1024x1024': '1024×1024'
    }
  }
}

export const create: Catalogue['create'] = {
  newImage: 'Neues Bild',
  changeImage: 'Bild bearbeiten',
  close: 'Schließen',
  required: 'erforderlich',
  optional: 'optional',
  keepOpen: 'Offen lassen',
  cancel: 'Abbrechen',
  create: 'Erstellen',
  createLater: 'Erstellen, wenn online',
  send: 'Senden',
  sendLater: 'Senden, wenn online',
  clearDraft: 'Entwurf leeren',
  restoreAside: 'Vorherigen Entwurf wiederherstellen',
  none: 'Keine Angabe',
  findValue: 'Suchen',
  noValue: 'Keine Treffer',
  show: 'Zeigen',
  showAll: 'Alle Bilder zeigen',
  sentMeanwhile:
    'Dieses Bild wurde bereits gesendet. Die Eingaben bleiben hier erhalten. Erneutes Senden erstellt ein neues Bild.',
  name: 'Name',
  prompt: 'Prompt',
  enterName: 'Namen eingeben',
  enterPrompt: 'Prompt eingeben',
  chooseResolution: 'Auflösung wählen',
  chooseAnother: (said) => `${said} Einen anderen Wert wählen.`,
  problems: (count) => plural(count, { one: '1 Feld berichtigen:', other: '# Felder berichtigen:' }),
  draftSaved: (ms) => `Entwurf um ${formatTime(ms)} gespeichert`,
  length: (characters) => plural(characters, { one: '1 Zeichen', other: '# Zeichen' }),
  made: {
    now: (name) => `${names.quoted(name)} wird erstellt`,
    later: (name) => `${names.quoted(name)} ist gespeichert und wird später erstellt`,
    'when-reached': (name) => `${names.quoted(name)} wird erstellt, sobald der Dienst antwortet`
  },
  madeElsewhere: (name) => `${names.quoted(name)} wurde hinzugefügt, ist aber durch Filter verborgen`,
  stages: {
    'create-waiting': 'Ausstehend',
    'create-sending': 'Wird erstellt\u00a0…',
    'create-checking': 'Wird geprüft\u00a0…',
    'create-refused': 'Zu klären',
    'delete-waiting': 'Löschen ausstehend'
  },
  notConfirmed: 'Gesendet, nicht bestätigt'
}
