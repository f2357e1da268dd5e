/** What commands are called, and what is said when one was done, undone or cannot be done. */
import type { Catalogue } from '../en/en.ts'
import { formatCount, formatList, plural } from '../format.ts'
import { counted, names } from './counted.ts'

export const commands: Catalogue['commands'] = {
  open: 'Öffnen',
  review: 'Durchsehen',
  addFavorite: 'Zu Favoriten hinzufügen',
  removeFavorite: 'Aus Favoriten entfernen',
  rename: 'Umbenennen\u00a0…',
  copyName: 'Namen kopieren',
  copyPrompt: 'Prompt kopieren',
  useSettings: 'Einstellungen übernehmen\u00a0…',
  delete: 'Löschen\u00a0…',
  discardDraft: 'Entwurf verwerfen\u00a0…',
  createAgain: 'Neu erstellen\u00a0…',
  undo: 'Rückgängig machen',
  more: 'Mehr',
  cancel: 'Abbrechen',
  nameCopied: 'Name kopiert',
  promptCopied: 'Prompt kopiert',
  notCopied: 'Kopieren nicht möglich. In dieses Fenster klicken und erneut versuchen',
  nothingToUndo: 'Nichts rückgängig zu machen',
  undoLater: 'Die letzte Änderung wird gerade gesendet. Gleich noch einmal versuchen',
  repairLater: 'Diese Änderung wird gerade gesendet oder ist schon geklärt. Gleich noch einmal nachsehen',
  nothingToRedo: 'Nichts zu wiederholen',
  redoChanged: 'Nichts zu wiederholen: Seither wurde alles geändert',
  cannotUndo: (skipped) =>
    plural(skipped, {
      one: 'Nicht rückgängig zu machen: schon gesendet oder seither geändert',
      other: 'Nicht rückgängig zu machen: alle schon gesendet oder seither geändert'
    }),
  lastChange: 'Letzte Änderung',
  undone: (title) => `Rückgängig gemacht: ${title}`,
  redone: (title) => `Wiederholt: ${title}`,
  keyNames: { ' ': 'Leertaste', Delete: 'Entf', Escape: 'Esc' },
  modifiers: { mod: 'Strg', alt: 'Alt', shift: 'Umschalt' }
}

export const unavailable: Catalogue['unavailable'] = {
  severalRename: 'Zum Umbenennen ein einzelnes Bild auswählen',
  severalOpen: 'Zum Öffnen ein einzelnes Bild auswählen',
  severalCopy: 'Zum Kopieren ein einzelnes Bild auswählen',
  severalSettings: 'Zum Übernehmen der Einstellungen ein einzelnes Bild auswählen',
  noPrompt: 'Der Dienst liefert den Prompt dieses Bildes nicht',
  noName: 'Dieses Bild hat keinen Namen',
  beingSent: 'Dieses Bild wird gerade erstellt',
  beingDeleted: 'Dieses Bild wird gleich gelöscht',
  nothing: 'Kein Bild ausgewählt'
}

const titled = (alone: string, withName: (name: string) => string) => (_count: number, name: string | null) =>
  name === null ? alone : withName(names.quoted(name))

export const undoing: Catalogue['undoing'] = {
  titles: {
    favorite: (count) => `${formatCount(count)} zu Favoriten hinzufügen`,
    unfavorite: (count) => `${formatCount(count)} aus Favoriten entfernen`,
    rename: titled('Umbenennen', (name) => `In ${name} umbenennen`),
    delete: (count, name) => `${name === null ? counted.images(count) : names.quoted(name)} löschen`,
    create: titled('Erstellen', (name) => `${name} erstellen`),
    'delete-project': titled('Projekt löschen', (name) => `Projekt ${name} löschen`),
    undo: () => 'Letzte Änderung'
  },
  unknown: 'Letzte Änderung',
  undo: (title) => `Rückgängig: ${title}`,
  redo: (title) => `Wiederholen: ${title}`
}

export const renaming: Catalogue['renaming'] = {
  title: 'Bild umbenennen',
  name: 'Name',
  help: 'Speichern mit Enter, abbrechen mit Esc',
  empty: 'Namen eingeben',
  done: (name) => `In ${names.quoted(name)} umbenannt`
}

const whatLeaves = (images: number, projects: number, name: string | null): string => {
  if (name !== null) return projects === 1 ? `Projekt ${names.quoted(name)}` : names.quoted(name)
  return formatList([
    ...(images > 0 ? [counted.images(images)] : []),
    ...(projects > 0 ? [counted.projects(projects)] : [])
  ])
}

const undoUntilSent = (count: number): string =>
  plural(count, {
    one: 'Rückgängig machen geht, bis dieses Löschen gesendet wird.',
    other: 'Rückgängig machen geht, bis das Löschen gesendet wird.'
  })

export const deletion: Catalogue['deletion'] = {
  title: (count) => plural(count, { one: '1 Bild vom Dienst löschen?', other: '# Bilder vom Dienst löschen?' }),
  button: (count) => `${formatCount(count)} löschen`,
  cannotUndo: 'Einmal gesendet, lässt sich das nicht rückgängig machen.',
  undoFor: (wait) => `${wait} lang lässt es sich rückgängig machen, bevor etwas gesendet wird.`,
  undoUntilSent,
  outOfReach: (count) => `Der Dienst ist nicht erreichbar. ${undoUntilSent(count)}`,
  favoritesAmong: (count) => plural(count, { one: '1 davon ist ein Favorit.', other: '# davon sind Favoriten.' }),
  typeNumber: (count) => `Zum Bestätigen ${formatCount(count)} eingeben`,
  wrongNumber: 'Die Zahl stimmt nicht überein.',
  draftTitle: 'Entwurf verwerfen?',
  draftBody: 'Er wurde noch nicht gesendet. Beim Verwerfen geht der eingegebene Text verloren.',
  discard: 'Entwurf verwerfen',
  draftDiscarded: 'Entwurf verworfen',
  started: ({ images, projects, name, wait }) =>
    `Löschen beim Dienst: ${whatLeaves(images, projects, name)} · ${wait === null ? 'Rückgängig bis zum Senden' : `Rückgängig innerhalb von ${wait}`}`,
  removedHere: (count, name) => `Aus dieser Bibliothek entfernt: ${whatLeaves(count, 0, name)}`
}

const oneOrMany = (one: string, many: (count: string) => string) => (count: number) =>
  count > 1 ? many(formatCount(count)) : one

export const needs: Catalogue['needs'] = {
  perhapsDone: 'Gesendet, aber nie bestätigt. Erneut versuchen, oder verwerfen und beim Dienst nachsehen.',
  withCount: (headline, count) => `${headline} (${counted.changes(count)})`,
  serviceSaid: (body, said, count) =>
    names.ended(`${body} Meldung des Dienstes${count > 1 ? ', zum Beispiel' : ''}: ${said}`),
  retryOrDiscard: (count) =>
    plural(count, { one: 'Erneut versuchen oder verwerfen.', other: 'Erneut versuchen oder alle verwerfen.' }),
  changesRejected: (count) => `Der Dienst hat ${counted.changes(count)} abgelehnt`,
  createRejected: (count) =>
    plural(count, { one: 'Der Dienst hat 1 neues Bild abgelehnt', other: 'Der Dienst hat # neue Bilder abgelehnt' }),
  repairActions: {
    retry: oneOrMany('Erneut versuchen', (count) => `${count} erneut versuchen`),
    discard: oneOrMany('Diese Änderung verwerfen', (count) => `${count} verwerfen`),
    'keep-mine': oneOrMany('Meinen Namen behalten', (count) => `Meine ${count} Namen behalten`),
    'keep-theirs': oneOrMany('Namen des Dienstes verwenden', (count) => `${count} Namen des Dienstes verwenden`),
    'remove-copy': oneOrMany('Kopie entfernen', (count) => `${count} aus dieser Bibliothek entfernen`),
    'keep-copy': oneOrMany('Kopie behalten', (count) => `${count} hier behalten`),
    'send-again': oneOrMany('Erneut senden', (count) => `${count} erneut senden`),
    'keep-waiting': oneOrMany('Weiter prüfen', (count) => `Weiter prüfen (${count})`),
    adopt: () => 'Bild wählen\u00a0…',
    edit: () => 'Bearbeiten\u00a0…',
    'create-again': () => 'Neu erstellen\u00a0…',
    'write-back': oneOrMany('Frühere Werte wiederherstellen', (count) => `Frühere Werte von ${count} wiederherstellen`),
    'leave-so': oneOrMany('So belassen', (count) => `${count} so belassen`)
  },
  asking: (label) => (label.endsWith('…') ? label : `${label}\u00a0…`),
  keepMineNamed: (name) => `${name} behalten`,
  keepTheirsNamed: (name) => `${name} verwenden`,
  removeAll: (count) =>
    plural(count, { one: 'Aus dieser Bibliothek entfernen', other: '# aus dieser Bibliothek entfernen\u00a0…' })
}

export const questions: Catalogue['questions'] = {
  deleteAgain: (count) => ({
    title: plural(count, { one: 'Dieses Projekt erneut löschen?', other: '# Projekte erneut löschen?' }),
    body: plural(count, {
      one: 'Das Projekt existiert noch. Vielleicht wurde es neu angelegt. Der Dienst löscht auch alles, was darin ist.',
      other:
        'Diese Projekte existieren noch. Vielleicht wurden sie neu angelegt. Der Dienst löscht auch alles, was darin ist.'
    }),
    go: 'Erneut löschen'
  }),
  sendAgain: (count) => ({
    title: plural(count, { one: 'Dieses Bild erneut senden?', other: '# Bilder erneut senden?' }),
    body: plural(count, {
      one: 'Falls das erste doch ankam, entsteht ein zweites Bild, das vielleicht erneut berechnet wird.',
      other: 'Für jedes, das doch ankam, entsteht ein zweites Bild, das vielleicht erneut berechnet wird.'
    }),
    go: 'Erneut senden'
  }),
  discard: (count, isCreate) => ({
    title: isCreate
      ? plural(count, { one: 'Dieses Bild verwerfen?', other: '# Bilder verwerfen?' })
      : `${counted.changes(count)} verwerfen?`,
    body: isCreate ? 'Der eingegebene Text geht verloren.' : 'Beim Dienst bleibt der jetzige Stand.',
    go: plural(count, { one: 'Verwerfen', other: '# verwerfen' })
  }),
  remove: (count, isProjects) => ({
    title: `${isProjects ? counted.projects(count) : counted.items(count)} aus dieser Bibliothek entfernen?`,
    body: plural(count, {
      one: 'Die Kopie hier wird endgültig entfernt. Beim Dienst wird nichts gelöscht.',
      other: 'Die Kopien hier werden endgültig entfernt. Beim Dienst wird nichts gelöscht.'
    }),
    go: `${formatCount(count)} entfernen`
  }),
  adopt: {
    title: 'Welches Bild ist es?',
    body: 'Diese Bilder passen zum angeforderten. Die anderen bleiben unverändert.',
    choose: 'Dieses',
    gone: 'Keines davon ist noch in der Bibliothek. Synchronisieren und erneut versuchen.'
  }
}
