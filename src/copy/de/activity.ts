/** Activity: pending changes, what needs attention, what is done, the log; and what became of single items. */
import type { Catalogue } from '../en/en.ts'
import { formatCount, formatTime, plural } from '../format.ts'
import { names } from './counted.ts'

export const activity: Catalogue['activity'] = {
  title: 'Aktivität',
  tabs: 'Art der Aktivität',
  tabNames: {
    waiting: 'Ausstehend',
    'needs-attention': 'Zu klären',
    done: 'Erledigt',
    history: 'Verlauf',
    log: 'Protokoll'
  },
  syncNow: 'Jetzt synchronisieren',
  pause: 'Alles pausieren',
  resume: 'Alles fortsetzen',
  exportLog: 'Protokoll exportieren\u00a0…',
  waitingList: 'Ausstehende Änderungen',
  needsList: 'Änderungen, die zu klären sind',
  doneList: 'Erledigte Änderungen, neueste zuerst',
  historyList: 'Stapel, neueste zuerst',
  nothingWaits: 'Keine ausstehenden Änderungen',
  nothingNeeds: 'Nichts zu klären',
  nothingDone: 'Noch keine erledigten Änderungen',
  nothingDoneBody: 'Hier erscheint jede Änderung, sobald der Dienst sie bestätigt hat.',
  nothingHappened: 'Noch kein Verlauf',
  nothingHappenedBody: 'Hier erscheinen Änderungen und lassen sich rückgängig machen.',
  showInGrid: 'Im Raster zeigen',
  onItsWay: 'Wird geladen\u00a0…',
  newImage: 'Neues Bild',
  toBeDeleted: 'Löschen',
  batchPaused: 'Stapel pausiert',
  batchOnHold: 'Stapel angehalten',
  notFavorite: 'Nicht in Favoriten',
  favorite: 'In Favoriten',
  becomes: 'wird zu',
  details: 'Details',
  hideDetails: 'Details ausblenden',
  noDetails: 'Eine Änderung auswählen, um Details zu sehen.',
  showRecord: 'Element zeigen',
  items: 'Elemente',
  allItems: 'Alle',
  undo: 'Rückgängig machen',
  cancel: 'Abbrechen',
  keepAll: (count) => plural(count, { one: 'Behalten', other: 'Alle # behalten' }),
  hideList: 'Liste ausblenden',
  showList: (count) => `Alle ${formatCount(count)} zeigen`,
  noValue: '–',
  parts: {
    asked: 'Änderung',
    when: 'Wann',
    partOf: 'Stapel',
    tries: 'Versuche',
    answer: 'Antwort',
    status: 'Statuscode',
    host: 'Server',
    said: 'Meldung'
  },
  mayBeIncomplete: (why) => `Vielleicht unvollständig: ${why}`,
  notFullyLoaded: 'Bibliothek noch nicht vollständig geladen',
  completeAsOf: (time) => `Bibliothek vollständig, Stand: ${time}`,
  origin: (time, batch) => `${time} · Stapel ${batch}`,
  attempts: (count) => (count === 0 ? 'Noch nicht gesendet' : plural(count, { one: '1 Versuch', other: '# Versuche' })),
  notConfirmed: 'Gesendet, nicht bestätigt',
  sendsAt: (ms) => `Wird frühestens um ${formatTime(ms)} gesendet`
}

export const log: Catalogue['log'] = {
  search: 'Protokoll durchsuchen',
  clearSearch: 'Suche leeren',
  kind: 'Art',
  showRaw: 'Technische Details zeigen',
  list: 'Protokoll, neueste Einträge zuerst',
  nothing: 'Das Protokoll ist leer',
  nothingMatches: 'Keine passenden Einträge',
  exported: 'Protokoll exportiert',
  kept: 'Das Protokoll bleibt auf diesem Computer und enthält nie den Schlüssel.',
  newest: (count) => `Die neuesten ${formatCount(count)} Einträge. Der Export enthält alle.`,
  filters: {
    all: 'Alle',
    problems: 'Probleme',
    connection: 'Verbindung',
    changes: 'Änderungen',
    app: 'Proofsheet'
  }
}

export const changes: Catalogue['changes'] = {
  subjects: {
    favorite: (isOn) => (isOn ? 'Zu Favoriten hinzufügen' : 'Aus Favoriten entfernen'),
    name: (_isOn, name) => `In ${names.quoted(name)} umbenennen`,
    delete: () => 'Löschen',
    create: () => 'Neues Bild',
    'delete-project': () => 'Löschen',
    other: () => 'Änderung aus einem neueren Proofsheet'
  },
  states: {
    waiting: 'ausstehend',
    sending: 'wird gesendet\u00a0…',
    checking: 'gesendet, noch keine Antwort · wird geprüft',
    needsAttention: 'zu klären'
  },
  notConfirmed: 'gesendet, nicht bestätigt',
  withState: (subject, state) => `${subject} · ${state}`,
  deletionPending: 'Löschen ausstehend',
  lookedUp: 'Ohne Antwort gesendet. Es wird geprüft, ob das Bild existiert.',
  deletesAt: (ms) => `Wird um ${formatTime(ms)} gelöscht`,
  batchPaused: 'Stapel pausiert',
  batchOnHold: 'Stapel angehalten',
  discardImage: 'Dieses Bild verwerfen\u00a0…',
  keepImage: 'Dieses Bild behalten',
  favorite: (before, after) => `Favorit: ${before ? 'ja' : 'nein'} → ${after ? 'ja' : 'nein'}`,
  resultsChanged: 'Ergebnisse geändert',
  renamedFrom: (name) => `Umbenannt, vorher ${names.quoted(name)}`,
  named: (name) => `${names.quoted(name)} genannt`,
  created: 'Erstellt',
  deleted: 'Gelöscht',
  gone: 'Nicht mehr beim Dienst',
  elsewhere: 'anderswo geändert',
  outcomes: {
    waiting: 'ausstehend',
    sending: 'wird gesendet',
    checking: 'wird geprüft',
    done: 'erledigt',
    unchanged: 'unverändert',
    needsAttention: 'zu klären',
    canceled: 'abgebrochen'
  },
  sentAlong: {
    results: 'Ergebnisse des Bildes mitgesendet',
    'empty-results': 'Leere Ergebnisliste mitgesendet',
    result: 'Bilddatei als Ergebnis mitgesendet',
    url: 'Bild-URL als Ergebnis mitgesendet',
    nothing: 'Ohne Ergebnisse gesendet (keine bekannt)'
  },
  sentCopy: (time) => `Ergebnisse mitgesendet, Stand: ${time}`,
  showsOther: (sent) => `${sent}. Der Dienst zeigt andere Ergebnisse. Das Bild beim Dienst prüfen.`
}
