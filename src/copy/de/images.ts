/** The images screen: toolbar, selection, search, full view, inspector, and what stands where no image is. */
import type { Catalogue } from '../en/en.ts'
import { formatCount, plural } from '../format.ts'
import { counted } from './counted.ts'

export const images: Catalogue['images'] = {
  allImages: 'Alle Bilder',
  favorites: 'Favoriten',
  notFavorites: 'Nicht in Favoriten',
  waiting: 'Ausstehend',
  needsAttention: 'Zu klären',
  grid: 'Bilder',
  search: 'Suchen',
  searchNames: 'Namen durchsuchen',
  searchNamesAndPrompts: 'Namen und Prompts durchsuchen',
  clearSearch: 'Suche leeren',
  filter: 'Filter',
  favorite: 'Favorit',
  any: 'Beliebig',
  clearFilters: 'Filter zurücksetzen',
  sort: 'Sortieren',
  size: 'Größe der Miniaturen',
  showInfo: 'Infos einblenden',
  hideInfo: 'Infos ausblenden',
  info: 'Infos',
  opening: 'Wird geladen\u00a0…',
  clear: 'Aufheben',
  done: 'Fertig',
  dismiss: 'Ausblenden',
  reselect: 'Erneut auswählen',
  addThem: 'Zur Auswahl hinzufügen',
  choosing: 'Bilder zum Auswählen anklicken',
  noLongerMatches: 'Passt nicht mehr',
  tryAgain: 'Erneut versuchen',
  review: 'Durchsehen',
  continueReview: 'Weiter durchsehen',
  continueAt: (place, count) => `Weiter durchsehen, wo aufgehört wurde · ${counted.ofAll(place, count)}`,
  filterValues: {
    favorite: { true: 'Favoriten', false: 'Nicht in Favoriten' },
    mark: { waiting: 'Ausstehend', 'needs-attention': 'Zu klären', 'not-viewed': 'Noch nicht gesehen' }
  },
  sorts: {
    'id desc': { label: 'Erstellungsdatum, neueste', short: 'Neueste' },
    'id asc': { label: 'Erstellungsdatum, älteste', short: 'Älteste' },
    'name asc': { label: 'Name, A bis Z', short: 'A bis Z' },
    'name desc': { label: 'Name, Z bis A', short: 'Z bis A' }
  },
  soFar: (count) => `bisher ${counted.images(count)}`,
  activeFilters: (count) => (count === 0 ? 'Filter' : `Filter, ${formatCount(count)} aktiv`),
  removeFilter: ({ subject, value }) =>
    subject === null ? `Filter ${value} entfernen` : `Filter ${subject}: ${value} entfernen`,
  pixels: (size) => `${formatCount(size)} Pixel`,
  arrived: (count) => plural(count, { one: '1 neues', other: '# neue' }),
  spoken: {
    favorite: 'Favorit',
    noLongerMatches: 'passt nicht mehr',
    marks: { waiting: 'ausstehend', 'needs-attention': 'zu klären' }
  }
}

export const selection: Catalogue['selection'] = {
  count: (count) => `${formatCount(count)} ausgewählt`,
  everything: 'alles in der Bibliothek',
  matching: (filters) => `alles, was zu ${filters} passt`,
  frozen: (set, except, plus) =>
    `: ${set}${except === 0 ? '' : ` außer ${formatCount(except)}`}${plus === 0 ? '' : `, dazu ${formatCount(plus)} hinzugefügte`}.`,
  newerArrived: (count) =>
    plural(count, { one: '1 neueres Bild ist dazugekommen.', other: '# neuere Bilder sind dazugekommen.' }),
  outOfView: (count, size) => {
    if (count === size)
      return plural(size, { one: 'Es ist nicht in dieser Ansicht.', other: 'Keines davon ist in dieser Ansicht.' })
    const all = formatCount(size)
    return plural(count, {
      one: `1 von ${all} ist nicht in dieser Ansicht.`,
      other: `# von ${all} sind nicht in dieser Ansicht.`
    })
  },
  inStatus: ({ size, shown, inView }) =>
    inView === size
      ? `${formatCount(size)} von ${formatCount(shown)} ausgewählt`
      : `${formatCount(size)} ausgewählt · ${inView === 0 ? 'keines' : formatCount(inView)} in dieser Ansicht`,
  add: (count) => (count ? `${formatCount(count)} zu Favoriten hinzufügen` : 'Zu Favoriten hinzufügen'),
  remove: (count) => (count ? `${formatCount(count)} aus Favoriten entfernen` : 'Aus Favoriten entfernen'),
  added: (count) => `${formatCount(count)} zu Favoriten hinzugefügt`,
  removed: (count) => `${formatCount(count)} aus Favoriten entfernt`,
  allFavorites: (count) =>
    plural(count, { one: 'Dieses Bild ist schon in Favoriten', other: 'Alle # sind schon in Favoriten' }),
  noFavorites: (count) =>
    plural(count, { one: 'Dieses Bild ist nicht in Favoriten', other: 'Keines dieser # ist in Favoriten' }),
  deselected: (count) => `Auswahl von ${formatCount(count)} aufgehoben`
}

export const work: Catalogue['work'] = {
  reasons: 'Gründe',
  showInActivity: 'In Aktivität zeigen',
  batchPaused: (batch) => `Stapel ${batch} wurde pausiert`,
  onHold: (batch, why) =>
    why === 'new-results'
      ? `Stapel ${batch} ist angehalten: Einige Bilder haben neue Ergebnisse`
      : `Stapel ${batch} ist bis zu einer Entscheidung angehalten`,
  sendsIn: (wait) => `Wird in ${wait} gesendet`,
  moreReasons: (count) => plural(count, { one: '1 weiterer in Aktivität', other: '# weitere in Aktivität' })
}

export const inspector: Catalogue['inspector'] = {
  description: 'Prompt',
  showAll: 'Alles zeigen',
  showLess: 'Weniger zeigen',
  created: 'Erstellt',
  none: 'Keine Angabe',
  unknown: 'Nicht geliefert',
  notConfirmed: 'Nicht synchronisiert',
  noPrompt: 'Der Dienst liefert den Prompt dieses Bildes nicht.',
  id: 'ID',
  notCreated: 'Noch nicht erstellt',
  rename: 'Umbenennen',
  name: 'Name',
  copy: 'Kopieren',
  state: 'Zustand',
  keptCopy: 'Nicht mehr beim Dienst. Diese Kopie bleibt hier.',
  refresh: 'Aktualisieren',
  refreshing: 'Wird aktualisiert\u00a0…',
  review: 'Prüfen',
  takeSettings: 'Einstellungen übernehmen\u00a0…',
  history: 'Verlauf',
  results: 'Ergebnisse',
  resultFile: 'Ergebnisdatei',
  address: 'Bild-URL',
  other: 'Weitere Daten vom Dienst',
  whatChanges: 'Der Dienst erlaubt nur Änderungen an Name, Favorit und Ergebnissen.',
  addFavorite: 'Zu Favoriten hinzufügen',
  removeFavorite: 'Aus Favoriten entfernen',
  nothing: 'Ein Bild auswählen, um Details zu sehen.',
  synced: 'Synchronisiert',
  syncedAt: (time) => `Synchronisiert ${time}`,
  selected: (count) => `${counted.images(count)} ausgewählt`,
  alreadyFavorites: (count) => plural(count, { one: '1 ist schon Favorit', other: '# sind schon Favoriten' }),
  toFavorite: (count) => `${formatCount(count)} noch nicht in Favoriten`,
  atRateLimit: (span, end) => `${span} beim Anfragelimit dieses Dienstes · fertig gegen ${end}`,
  somePending: (count) => `${formatCount(count)} davon ausstehend`
}

export const fullView: Catalogue['fullView'] = {
  view: 'Großansicht',
  previous: 'Vorheriges Bild',
  next: 'Nächstes Bild',
  select: 'Auswählen',
  selected: 'Ausgewählt',
  favorite: 'Favorit',
  review: 'Durchsehen',
  zoomOut: 'Verkleinern',
  zoomIn: 'Vergrößern',
  fit: 'Einpassen',
  lastReviewed: 'Das war das letzte Bild in dieser Ansicht.',
  reviewHint: (key) => `${key} fügt zu Favoriten hinzu und geht weiter`,
  howToReview: (key) => `${key} fügt zu Favoriten hinzu und geht weiter. Pfeiltasten gehen weiter, ohne hinzuzufügen.`,
  backTo: (title) => `Zurück zu ${title}`
}

export const pictures: Catalogue['pictures'] = {
  loading: 'Wird geladen\u00a0…',
  none: 'Noch keine Vorschau',
  notHere: 'Noch nicht geladen',
  retry: 'Erneut versuchen',
  problems: {
    'private-host': (host) => `${host} ist in einem privaten Netzwerk. In Einstellungen erlauben.`,
    'not-found': (host) => `Vorschau auf ${host} nicht gefunden`,
    refused: (host) => `${host} verweigert diese Vorschau`,
    'host-error': (host) => `${host} hat Probleme`,
    unreachable: (host) => `Noch nicht geladen. ${host} ist nicht erreichbar.`,
    'bad-address': () => 'Die Adresse der Vorschau ist keine Webadresse',
    'too-large': () => 'Diese Vorschau ist zu groß zum Anzeigen',
    'too-slow': () => 'Diese Vorschau ließ sich nicht schnell genug öffnen',
    'not-a-picture': () => 'Die Datei der Vorschau lässt sich nicht als Bild anzeigen'
  }
}

export const empty: Catalogue['empty'] = {
  reading: 'Bibliothek wird geladen\u00a0…',
  readingBody: 'Bilder erscheinen hier nach und nach, neueste zuerst.',
  library: 'Noch keine Bilder',
  libraryBody: 'Ein Bild erstellen oder die Adresse des Dienstes in Einstellungen prüfen.',
  allLeaving: 'Alle Bilder werden gleich gelöscht',
  allLeavingBody: 'Rückgängig machen geht, bis das Löschen gesendet wird.',
  newImage: 'Neues Bild',
  favorites: 'Noch keine Favoriten',
  waiting: 'Keine ausstehenden Änderungen',
  needsAttention: 'Nichts zu klären',
  allViewed: 'Alle Bilder sind gesehen',
  showAll: 'Alle zeigen',
  elsewhere: {
    waiting: (count) => ({
      headline: 'Kein Bild ist ausstehend',
      body: plural(count, { one: '1 andere Änderung ist ausstehend.', other: '# andere Änderungen sind ausstehend.' })
    }),
    'needs-attention': (count) => ({
      headline: 'Bei keinem Bild ist etwas zu klären',
      body: plural(count, { one: '1 andere Änderung ist zu klären.', other: '# andere Änderungen sind zu klären.' })
    })
  },
  nothingMatches: (filters) =>
    plural(filters, { one: 'Nichts passt zu diesem Filter', other: 'Nichts passt zu diesen # Filtern' }),
  howToFavorite: (key) => `Ein Bild auswählen und ${key} drücken.`,
  hidden: (count) => plural(count, { one: '1 Bild ist verborgen.', other: '# Bilder sind verborgen.' }),
  nothingContains: (search, searchesPrompts) =>
    searchesPrompts ? `Kein Bildname oder Prompt enthält „${search}“` : `Kein Bildname enthält „${search}“`,
  searchedIncomplete: 'Nur die Kopie auf diesem Computer wurde durchsucht. Sie ist vielleicht unvollständig.',
  searchedAsOf: (time) => `Nur die Kopie auf diesem Computer wurde durchsucht. Vollständig, Stand: ${time}.`
}

const WITH_KEY = 'Der Dienst lässt sich mit einem Schlüssel durchsuchen, den er annimmt.'
const WITH_KEYCHAIN = 'Zum Durchsuchen des Dienstes den Zugriff auf den Schlüsselbund erlauben.'

export const search: Catalogue['search'] = {
  onService: 'Beim Dienst suchen',
  searching: 'Beim Dienst wird gesucht\u00a0…',
  names: 'Durchsucht Namen auf diesem Computer',
  namesAndPrompts: 'Durchsucht Namen und Prompts auf diesem Computer',
  somePrompts: (withPrompt, all) =>
    `Durchsucht Namen und die hier vorhandenen Prompts (${formatCount(withPrompt)} von ${formatCount(all)})`,
  whyNot: {
    connecting: null,
    idle: null,
    reading: null,
    sending: null,
    checking: null,
    'up-to-date': null,
    offline: 'Offline. Mit Netzwerk lässt sich der Dienst wieder durchsuchen.',
    unreachable: 'Der Dienst ist nicht erreichbar. Sobald er antwortet, lässt er sich durchsuchen.',
    'not-responding': 'Der Dienst antwortet nicht. Sobald er antwortet, lässt er sich durchsuchen.',
    'rate-limited': 'Anfragelimit erreicht. Der Dienst lässt sich durchsuchen, wenn die Synchronisierung weitergeht.',
    'key-absent': 'Zum Durchsuchen des Dienstes den API-Schlüssel hinzufügen.',
    'key-locked': 'Der Dienst lässt sich durchsuchen, sobald der Schlüsselbund entsperrt ist.',
    'key-denied': WITH_KEYCHAIN,
    'key-silent': WITH_KEYCHAIN,
    'key-unreadable': 'Zum Durchsuchen des Dienstes den API-Schlüssel neu eingeben.',
    'signed-out': WITH_KEY,
    'other-account': WITH_KEY,
    'owner-unclear': WITH_KEY,
    'no-access': 'Der Dienst lässt sich mit einem Schlüssel durchsuchen, der lesen darf.',
    stopped: 'Solange die Synchronisierung gestoppt ist, lässt sich der Dienst nicht durchsuchen.'
  },
  found: ({ found, added, isWhole }) => {
    if (found === 0) return 'Keine Treffer beim Dienst.'
    const news = added === 0 ? 'keiner davon' : `${formatCount(added)} davon`
    return isWhole
      ? `${formatCount(found)} beim Dienst gefunden, ${news} neu in dieser Bibliothek.`
      : `Mehr als ${formatCount(found)} beim Dienst gefunden, ${news} neu in dieser Bibliothek. Nicht alle wurden geladen.`
  }
}
