/** Batches: what was asked, how far it is, what became of it, and how it is stopped. */
import type { Catalogue } from '../en/en.ts'
import { formatCount, plural } from '../format.ts'
import { counted, names } from './counted.ts'

const what = (subject: string | null, count: number): string =>
  subject === null ? counted.images(count) : names.quoted(subject)

const whatProject = (subject: string | null, count: number): string =>
  subject === null ? counted.projects(count) : `Projekt ${names.quoted(subject)}`

/** "5 Bilder werden gelöscht"; a single one by its name. */
const isBeing = (happens: string) => (count: number, subject: string | null) =>
  subject === null
    ? plural(count, { one: `1 Bild wird ${happens}`, other: `# Bilder werden ${happens}` })
    : `${names.quoted(subject)} wird ${happens}`

const withCount = (text: string) => (count: number) => `${formatCount(count)} ${text}`

export const batches: Catalogue['batches'] = {
  name: (batch) => `Stapel ${batch}`,
  several: (count) => `${formatCount(count)} Stapel`,
  resuming: (time) => `Stapel wird fortgesetzt · ${time}`,
  started: (time) => `Begonnen ${time}`,
  running: {
    favorite: (count) => `${formatCount(count)} zu Favoriten hinzufügen`,
    unfavorite: (count) => `${formatCount(count)} aus Favoriten entfernen`,
    rename: isBeing('umbenannt'),
    delete: isBeing('gelöscht'),
    create: isBeing('erstellt'),
    'delete-project': (count, subject) =>
      subject === null
        ? plural(count, { one: '1 Projekt wird gelöscht', other: '# Projekte werden gelöscht' })
        : `Projekt ${names.quoted(subject)} wird gelöscht`,
    undo: (count) =>
      plural(count, {
        one: '1 Änderung wird rückgängig gemacht',
        other: '# Änderungen werden rückgängig gemacht'
      })
  },
  asked: {
    favorite: (count, subject) => `${what(subject, count)} zu Favoriten hinzufügen`,
    unfavorite: (count, subject) => `${what(subject, count)} aus Favoriten entfernen`,
    rename: (count, subject) => `${what(subject, count)} umbenennen`,
    delete: (count, subject) => `${what(subject, count)} löschen`,
    create: (count, subject) => `${what(subject, count)} erstellen`,
    'delete-project': (count, subject) => `${whatProject(subject, count)} löschen`,
    undo: (count) => `${counted.changes(count)} rückgängig machen`
  },
  fromBatch: (asked, batch) => `${asked} (Stapel ${batch})`,
  finished: {
    favorite: (count) => plural(count, { one: '1 Bild ist jetzt Favorit', other: '# Bilder sind jetzt Favoriten' }),
    unfavorite: (count) =>
      plural(count, { one: '1 Bild ist kein Favorit mehr', other: '# Bilder sind keine Favoriten mehr' }),
    rename: (count, subject) => `${what(subject, count)} umbenannt`,
    delete: (count, subject) => `${what(subject, count)} gelöscht`,
    create: (count, subject) => `${what(subject, count)} erstellt`,
    'delete-project': (count, subject) => `${whatProject(subject, count)} gelöscht`,
    undo: (count) => `${counted.changes(count)} rückgängig gemacht`
  },
  partlyFinished: (done, total, needsAttention) =>
    `${formatCount(done)} von ${formatCount(total)} erledigt. ${counted.needAttention(needsAttention)}.`,
  outcomes: {
    waiting: withCount('ausstehend'),
    sending: withCount('in Übertragung'),
    checking: withCount('in Prüfung'),
    done: withCount('erledigt'),
    unchanged: withCount('unverändert'),
    needsAttention: counted.needAttention,
    canceled: withCount('abgebrochen')
  },
  outcomeNames: {
    waiting: 'Ausstehend',
    sending: 'Wird gesendet',
    checking: 'Wird geprüft',
    done: 'Erledigt',
    unchanged: 'Unverändert',
    needsAttention: 'Zu klären',
    canceled: 'Abgebrochen'
  },
  total: withCount('insgesamt'),
  fromLastTime: (left, checking) =>
    `${formatCount(left)} vom letzten Mal übrig.${checking === 0 ? '' : ` Geprüft werden ${formatCount(checking)}, die vielleicht schon gesendet wurden.`}`,
  youPaused: 'Dieser Stapel wurde pausiert.',
  onHold: (why) => `${why}. Der Stapel ist bis zu einer Entscheidung angehalten.`,
  rejectedInARow: (count) => `Der Dienst hat ${formatCount(count)} Änderungen nacheinander abgelehnt`,
  sendsIn: (wait) => `Wird in ${wait} gesendet. Rückgängig machen geht noch.`,
  progress: (name, percent) => `${name}, ${formatCount(percent)} Prozent`
}

export const stopping: Catalogue['stopping'] = {
  title: 'Diesen Stapel stoppen?',
  stop: 'Stapel stoppen',
  keepGoing: 'Weiter senden',
  inFlight: 'Gerade gesendete Änderungen können noch ankommen.',
  done: {
    adding: (count) =>
      plural(count, {
        one: '1 ist erledigt und bleibt in Favoriten.',
        other: '# sind erledigt und bleiben in Favoriten.'
      }),
    removing: (count) =>
      plural(count, {
        one: '1 ist erledigt und bleibt nicht in Favoriten.',
        other: '# sind erledigt und bleiben nicht in Favoriten.'
      }),
    other: (count) => plural(count, { one: '1 ist erledigt.', other: '# sind erledigt.' })
  },
  notSent: {
    adding: (count) =>
      plural(count, {
        one: '1 wird nicht gesendet und kommt nicht in Favoriten.',
        other: '# werden nicht gesendet und kommen nicht in Favoriten.'
      }),
    removing: (count) =>
      plural(count, {
        one: '1 wird nicht gesendet und bleibt in Favoriten.',
        other: '# werden nicht gesendet und bleiben in Favoriten.'
      }),
    other: (count) => plural(count, { one: '1 wird nicht gesendet.', other: '# werden nicht gesendet.' })
  },
  stopped: (restored) =>
    restored === 0
      ? 'Gestoppt.'
      : plural(restored, { one: '1 Änderung abgebrochen.', other: '# Änderungen abgebrochen.' }),
  stopAndUndo: (done) => `Stoppen und ${formatCount(done)} rückgängig machen`
}

export const firstUpdates: Catalogue['firstUpdates'] = {
  changedMore: 'Der Dienst hat auch andere Felder geändert',
  changeMade: (changes) => `Die Änderung ist erfolgt. ${changes}`.trim(),
  writtenBack: 'Frühere Werte werden wiederhergestellt, wo der Dienst es erlaubt.',
  nothingMore: 'Der Stapel ist bis zu einer Entscheidung angehalten.',
  notShown: 'Der Dienst zeigt einige Änderungen nicht',
  writeBack: 'Frühere Werte wiederherstellen',
  empty: 'leer',
  change: (field, before, after) => names.ended(`${field}: ${before} → ${after}`),
  moreChanged: (count) => plural(count, { one: '1 weiteres Feld geändert.', other: '# weitere Felder geändert.' }),
  wouldChange: (left, fields) =>
    `${plural(left, {
      one: 'Das Senden der letzten Änderung kann auch diese Felder ändern',
      other: 'Das Senden der übrigen # kann auch diese Felder ändern'
    })}: ${fields}.`,
  sendAnyway: (left) => plural(left, { one: 'Übrige Änderung trotzdem senden', other: 'Übrige # trotzdem senden' }),
  notShownBody: (count) =>
    plural(count, {
      one: 'Er hat 1 Änderung angenommen, sie aber zwei Minuten lang nicht gezeigt. Der Stapel ist bis zu einer Entscheidung angehalten.',
      other:
        'Er hat # Änderungen angenommen, sie aber zwei Minuten lang nicht gezeigt. Der Stapel ist bis zu einer Entscheidung angehalten.'
    })
}
