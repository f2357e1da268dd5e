/** Sidebar, status bar, the bars under the toolbar, and the window when the library cannot be used. */
import type { Catalogue } from '../en/en.ts'
import { formatCount, formatDateTime, plural } from '../format.ts'
import { counted } from './counted.ts'

export const frame: Catalogue['frame'] = {
  product: 'Proofsheet',
  navigation: 'Bibliothek',
  library: 'Bibliothek',
  facets: 'Merkmale',
  allImages: 'Alle Bilder',
  favorites: 'Favoriten',
  notFavorites: 'Nicht in Favoriten',
  notViewed: 'Noch nicht gesehen',
  waiting: 'Ausstehend',
  needsAttention: 'Zu klären',
  projects: 'Projekte',
  activity: 'Aktivität',
  notifications: 'Mitteilungen',
  close: 'Schließen',
  withCount: (label, count) => (count === null ? label : `${label}, ${formatCount(count)}`),
  withChosen: (label, count) => (count === 0 ? label : `${label}, ${formatCount(count)} aktiv`)
}

export const banners: Catalogue['banners'] = {
  offline: 'Offline',
  offlineBody: 'Alle Änderungen werden hier gespeichert und später gesendet.',
  keyAbsent: 'API-Schlüssel hinzufügen',
  keyAbsentBody: 'Er steht im Konto beim Dienst.',
  keyLocked: 'Der Schlüsselbund ist gesperrt',
  keyLockedBody: 'Zum Synchronisieren entsperren. Offline geht es weiter.',
  keyUnreadable: 'Der gespeicherte Schlüssel ist nicht lesbar',
  keyUnreadableBody:
    'Ein anderer Benutzer oder Computer hat ihn gespeichert, oder der Schlüsselbund ist nicht mehr verfügbar.',
  changesSafe: 'Die Änderungen sind sicher und bleiben ausstehend.',
  projectsOnly: 'Bilder werden weiter synchronisiert.',
  tryNow: 'Jetzt versuchen',
  enterKey: 'Schlüssel eingeben\u00a0…',
  enterNewKey: 'Neuen Schlüssel eingeben\u00a0…',
  tryAnotherKey: 'Anderer Schlüssel\u00a0…',
  sameAccount: 'Gleiches Konto: senden',
  otherAccount: 'Anderes Konto: nicht senden',
  openInBrowser: 'Im Browser öffnen',
  review: 'Prüfen',
  stop: 'Stoppen\u00a0…',
  dismiss: 'Ausblenden',
  newResultsBody: (batch) => `Aus Stapel ${batch} wird bis zu einer Entscheidung nichts gelöscht.`,
  deletionsBody: 'Danach lässt sich das nicht mehr rückgängig machen.',
  deletions: (count, wait) =>
    plural(count, {
      one: `1 Bild wird in ${wait} gelöscht`,
      other: `# Bilder werden in ${wait} gelöscht`
    }),
  newResults: (count) =>
    plural(count, {
      one: '1 Bild, das gelöscht werden sollte, hat neue Ergebnisse',
      other: '# Bilder, die gelöscht werden sollten, haben neue Ergebnisse'
    }),
  deleteAll: (left) => plural(left, { one: 'Löschen', other: 'Alle # löschen' }),
  rejectedInARow: (count, batch) =>
    `Der Dienst hat ${formatCount(count)} Änderungen nacheinander abgelehnt (Stapel ${batch})`,
  sendOthers: (left) => plural(left, { one: 'Übrige Änderung senden', other: 'Übrige # senden' }),
  removals: {
    images: (count) =>
      plural(count, { one: '1 Bild scheint beim Dienst zu fehlen', other: '# Bilder scheinen beim Dienst zu fehlen' }),
    projects: (count) =>
      plural(count, {
        one: '1 Projekt scheint beim Dienst zu fehlen',
        other: '# Projekte scheinen beim Dienst zu fehlen'
      })
  },
  removalsAll:
    'Auf diesem Computer wurde nichts entfernt. Es ist die ganze Bibliothek, daher zuerst Adresse und Konto prüfen.',
  removalsHalf:
    'Auf diesem Computer wurde nichts entfernt. Es ist mindestens die halbe Bibliothek, daher zuerst Adresse und Konto prüfen.',
  removalsSome: 'Auf diesem Computer wurde nichts entfernt. Die Liste prüfen und entscheiden.',
  reminder: (waiting) =>
    plural(waiting, {
      one: '1 Änderung steht seit über einem Tag aus',
      other: '# Änderungen stehen aus, einige seit über einem Tag'
    }),
  reminderBody: (oldestAt, waiting) =>
    waiting === 1
      ? `Sie ist vom ${formatDateTime(oldestAt)}. Bis zum Senden ist sie auf diesem Computer sicher.`
      : `Die älteste ist vom ${formatDateTime(oldestAt)}. Bis zum Senden sind sie auf diesem Computer sicher.`,
  incomplete: {
    images: 'Die Bibliothek ist vielleicht unvollständig',
    projects: 'Die Liste der Projekte ist vielleicht unvollständig'
  },
  incompleteWhy: ({ why, seen, total }) => {
    const items = counted.items(seen)
    if (why === 'no-paging') return `Der Dienst hat ${items} geliefert und keinen Weg, mehr zu laden.`
    if (why === 'page-refused') return `Der Dienst hat eine Seite der Liste abgelehnt. Proofsheet hat ${items} geladen.`
    if (why === 'unreadable') return `Ein Teil der Liste ließ sich nicht laden. Proofsheet hat ${items} geladen.`
    return total === null
      ? `Der Dienst hat ${items} geliefert, weniger als er hat.`
      : `Der Dienst hat ${items} geliefert, meldet aber ${formatCount(total)}.`
  },
  changesPending: (count) => `${counted.changes(count)} ausstehend.`,
  diskFullBody: (waiting) =>
    `${waiting === 0 ? '' : `${plural(waiting, { one: '1 Änderung ausstehend und gespeichert', other: '# Änderungen ausstehend, alle gespeichert' })}. `}Das Laden pausiert, bis Platz ist, und geht dann automatisch weiter.`,
  tryingAgainAt: (clock) => `Nichts ist verloren. Proofsheet versucht es um ${clock} erneut.`
}

export const status: Catalogue['status'] = {
  starting: 'Bibliothek wird geöffnet\u00a0…',
  pausedByYou: 'Pausiert',
  pausedText: 'pausiert',
  onHoldWord: 'angehalten',
  undo: 'Rückgängig',
  pause: 'Pausieren',
  resume: 'Fortsetzen',
  review: 'Prüfen',
  dismiss: 'Ausblenden',
  stop: 'Stoppen\u00a0…',
  sendFirst: 'Zuerst senden',
  isFirst: 'Als Nächstes',
  showActivity: 'Aktivität zeigen',
  details: 'Details zum Senden',
  pending: (count) => `${formatCount(count)} ausstehend`,
  loading: 'Bibliothek wird geladen\u00a0…',
  loadingLibrary: 'Bibliothek wird geladen',
  soFar: (count) => `bisher ${formatCount(count)}`,
  sending: (done, total) => `${formatCount(done)} von ${formatCount(total)} gesendet`,
  sendingChanges: (count) => plural(count, { one: '1 Änderung wird gesendet', other: '# Änderungen werden gesendet' }),
  rateLimited: 'Anfragelimit erreicht',
  resumesIn: (wait) => `weiter in ${wait}`,
  resumesAt: (clock) => `weiter um ${clock}`,
  notFullyLoaded: 'Bibliothek nicht vollständig geladen',
  completeAsOf: (time) => `Vollständig, Stand: ${time}`,
  upToDate: 'Aktuell',
  verifying: 'Erste Änderungen werden geprüft',
  connected: 'Verbunden',
  connecting: 'Wird verbunden\u00a0…',
  offline: 'Offline',
  notReachable: 'Nicht erreichbar',
  serviceNotReachable: 'Dienst nicht erreichbar',
  notResponding: 'Antwortet nicht',
  serviceNotResponding: 'Dienst antwortet nicht',
  keyNeeded: 'API-Schlüssel fehlt',
  keychainLocked: 'Schlüsselbund gesperrt',
  keychainDenied: 'Schlüsselbund verweigert',
  keychainSilent: 'Schlüsselbund antwortet nicht',
  keyNotReadable: 'Schlüssel nicht lesbar',
  keyNotAccepted: 'Schlüssel abgelehnt',
  noAccess: 'Kein Zugriff',
  noAccessWithKey: 'Kein Zugriff mit diesem Schlüssel',
  othersKey: 'Anderes Konto',
  keyOfOther: 'Schlüssel gehört zu einem anderen Konto',
  needsAnswer: 'Antwort nötig',
  stopped: 'Synchronisierung gestoppt'
}

export const libraryFailure: Catalogue['libraryFailure'] = {
  tryAgain: 'Erneut versuchen',
  trying: 'Wird geöffnet\u00a0…',
  rebuild: 'Neu aufbauen',
  rebuilding: 'Wird neu aufgebaut\u00a0…',
  showFile: 'Datei zeigen',
  open: 'Bibliothek öffnen',
  quit: 'Beenden',
  restarting: 'Proofsheet kann nicht fortfahren',
  restartingBody: 'Die Änderungen sind gespeichert. Erneut versuchen. Hilft das nicht, Proofsheet neu starten.',
  diskFullBody: 'Speicherplatz freigeben, dann erneut versuchen.',
  rebuilt: 'Die Bibliothek wurde neu aufgebaut',
  someLost: (lost) =>
    plural(lost, {
      one: '1 nicht gesendete Änderung ging verloren',
      other: '# nicht gesendete Änderungen gingen verloren'
    }),
  lostList: 'Verlorene Änderungen',
  canRebuild: 'Proofsheet kann sie vom Dienst neu aufbauen. Die beschädigte Datei bleibt erhalten.',
  unsent: (count) => {
    if (count === null) return 'Nicht gesendete Änderungen sind unlesbar und gehen dabei verloren.'
    if (count === 0) return 'Sie hat keine nicht gesendeten Änderungen.'
    return plural(count, {
      one: '1 nicht gesendete Änderung wurde gefunden und bleibt erhalten.',
      other: '# nicht gesendete Änderungen wurden gefunden und bleiben erhalten.'
    })
  },
  recovered: (kept, all) =>
    plural(kept, {
      one: `1 von ${formatCount(all)} wurde gerettet.`,
      other: `# von ${formatCount(all)} wurden gerettet.`
    }),
  kept: (count) =>
    count === 0
      ? 'Es gab keine nicht gesendeten Änderungen.'
      : plural(count, {
          one: '1 nicht gesendete Änderung blieb erhalten.',
          other: '# nicht gesendete Änderungen blieben erhalten.'
        }),
  setAside: (file) => `Die beschädigte Datei bleibt als ${file} erhalten.`
}

export const projects: Catalogue['projects'] = {
  title: 'Projekte',
  table: 'Projekte des Dienstes',
  search: 'Projektnamen durchsuchen',
  clearSearch: 'Suche leeren',
  unknown: '–',
  footnote:
    'Projekte lassen sich hier auflisten und löschen. Erstellen, Öffnen und Umbenennen unterstützt der Dienst nicht.',
  noneHeadline: 'Keine Projekte',
  noneBody: 'Beim Dienst erstellte Projekte erscheinen hier.',
  notReadHeadline: 'Projekte noch nicht geladen',
  notReadBody: 'Synchronisieren, um sie vom Dienst zu laden.',
  syncNow: 'Jetzt synchronisieren',
  actions: 'Aktionen',
  copyName: 'Namen kopieren',
  nameCopied: 'Name kopiert',
  delete: 'Projekt löschen\u00a0…',
  deleteNow: 'Projekt löschen',
  cancel: 'Abbrechen',
  waiting: 'Löschen ausstehend',
  needsAttention: 'Zu klären',
  review: 'Prüfen',
  alreadyWaiting: 'Löschen ausstehend',
  responseFirst: 'Zuerst das letzte Löschen unter „Zu klären“ entscheiden',
  columns: { project: 'Name', reports: 'Berichte', result: 'Ergebnis', created_at: 'Erstellt am' },
  matching: (count, total) => `${formatCount(count)} von ${plural(total, { one: '1 Projekt', other: '# Projekten' })}`,
  completeAsOf: (total, time) => `${counted.projects(total)} · vollständig, Stand: ${time}`,
  nothingMatches: (search) => `Kein Projektname enthält „${search}“`,
  hidden: (total) => plural(total, { one: '1 Projekt ist verborgen.', other: '# Projekte sind verborgen.' }),
  actionsFor: (project) => `Aktionen für ${project}`,
  deleteTitle: (project) => `Projekt „${project}“ löschen?`,
  alsoDeleted: (reports) =>
    reports === null
      ? 'Der Dienst löscht auch alles in diesem Projekt. Er sagt nicht, was das umfasst.'
      : `Der Dienst löscht auch alles in diesem Projekt (${plural(reports, { one: '1\u00a0Bericht', other: '#\u00a0Berichte' })}).`
}
