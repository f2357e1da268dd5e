/** What main says: native menus in title case, dialogs, and the log in sentences. */
import type { BatchVerb } from '../../shared/batch.ts'
import type { LogFacts } from '../en/desktop.ts'
import type { Catalogue } from '../en/en.ts'
import { formatCount, plural } from '../format.ts'
import { batches } from './batches.ts'
import { counted } from './counted.ts'

export const menu: Catalogue['menu'] = {
  file: 'Datei',
  newImage: 'Neues Bild\u00a0…',
  syncNow: 'Jetzt synchronisieren',
  settings: 'Einstellungen\u00a0…',
  edit: 'Bearbeiten',
  undo: 'Rückgängig',
  redo: 'Wiederholen',
  cut: 'Ausschneiden',
  copy: 'Kopieren',
  paste: 'Einfügen',
  selectAll: 'Alles auswählen',
  deselect: 'Auswahl aufheben',
  reselect: 'Erneut auswählen',
  invert: 'Auswahl umkehren',
  find: 'Suchen',
  image: 'Bild',
  open: 'Öffnen',
  review: 'Durchsehen',
  continueReview: 'Durchsehen fortsetzen',
  addFavorite: 'Zu Favoriten hinzufügen',
  removeFavorite: 'Aus Favoriten entfernen',
  rename: 'Umbenennen\u00a0…',
  copyName: 'Namen kopieren',
  copyPrompt: 'Prompt kopieren',
  useSettings: 'Einstellungen übernehmen\u00a0…',
  delete: 'Löschen\u00a0…',
  view: 'Ansicht',
  images: 'Bilder',
  projects: 'Projekte',
  activity: 'Aktivität',
  history: 'Verlauf',
  larger: 'Größere Miniaturen',
  smaller: 'Kleinere Miniaturen',
  info: 'Infos',
  actualSize: 'Originalgröße',
  zoomIn: 'Vergrößern',
  zoomOut: 'Verkleinern',
  fullScreen: 'Vollbild',
  window: 'Fenster',
  minimize: 'Minimieren',
  zoom: 'Zoomen',
  close: 'Schließen',
  toFront: 'Alle nach vorne bringen',
  about: 'Über Proofsheet',
  services: 'Dienste',
  hide: 'Proofsheet ausblenden',
  hideOthers: 'Andere ausblenden',
  showAll: 'Alle einblenden',
  quit: 'Beenden',
  quitProofsheet: 'Proofsheet beenden'
}

export const desktop: Catalogue['desktop'] = {
  windowTitle: 'Proofsheet',
  reloadTitle: 'Fenster neu laden?',
  reloadBody: 'Das Fenster ist mehrmals abgestürzt. Bibliothek und Änderungen sind sicher.',
  reload: 'Neu laden',
  quit: 'Beenden',
  noBrowser: 'Es ließ sich kein Browser öffnen.'
}

const number = (text: string | undefined): number => Number(text ?? 0)
const withStatus = (text: string, { status }: LogFacts): string =>
  status === undefined ? `${text}.` : `${text} (Status ${status}).`
const withCode = (text: string, { code }: LogFacts): string => `${text}${code ? ` (${code})` : ''}.`

const isVerb = (verb: string | undefined): verb is BatchVerb => verb !== undefined && Object.hasOwn(batches.asked, verb)

function outcomes({ done, unchanged, needsAttention, canceled }: LogFacts): string {
  const parts = [
    number(done) > 0 && `${formatCount(number(done))} erledigt`,
    number(unchanged) > 0 && `${formatCount(number(unchanged))} unverändert`,
    number(needsAttention) > 0 && counted.needAttention(number(needsAttention)),
    number(canceled) > 0 && `${formatCount(number(canceled))} abgebrochen`
  ]
  return parts.filter(Boolean).join(', ') || 'nichts zu tun'
}

const holds: LogFacts = {
  refusals: 'Der Dienst hat zu viele Änderungen nacheinander abgelehnt.',
  'changed-more': 'Der Dienst hat auch andere Felder geändert.',
  'not-shown': 'Der Dienst zeigt einige Änderungen nicht.'
}

type Sentence = (facts: LogFacts) => string
const say = (text: string) => () => text
const ofGroup =
  (text: Sentence): Sentence =>
  (facts) =>
    `${facts['group'] === 'projects' ? 'Projekte' : 'Bilder'}: ${text(facts)}`

export const events: Catalogue['events'] = {
  'service-offline': ofGroup(({ code, host }) =>
    code === undefined || code === 'offline'
      ? 'Keine Netzwerkverbindung.'
      : `${host ?? 'Der Dienst'} ist nicht erreichbar.`
  ),
  'service-not-responding': ofGroup((facts) => withStatus('Der Dienst antwortet nicht', facts)),
  'service-rate-limited': ofGroup(say('Der Dienst verlangt weniger Anfragen.')),
  'service-signed-out': ofGroup((facts) => withStatus('Der Dienst hat den API-Schlüssel nicht angenommen', facts)),
  'service-no-access': ofGroup((facts) => withStatus('Der API-Schlüssel hat keinen Zugriff', facts)),
  'service-stopped': ofGroup((facts) =>
    withStatus('Synchronisierung gestoppt, weil der Dienst nicht nutzbar ist', facts)
  ),
  'service-recovered': ofGroup(say('Der Dienst antwortet wieder.')),
  'service-dialect-updated': ofGroup(say('An die Antworten dieses Dienstes angepasst.')),
  'key-refused': ofGroup(say('Der Dienst hat den API-Schlüssel nicht angenommen.')),
  'full-read-completed': ofGroup(say('Alle Elemente vom Dienst geladen.')),
  'items-missing': ofGroup(({ count, of }) => {
    const all = plural(number(of), { one: '1 Element', other: '# Elementen' })
    return plural(number(count), {
      one: `1 von ${all} scheint beim Dienst zu fehlen.`,
      other: `# von ${all} scheinen beim Dienst zu fehlen.`
    })
  }),
  'batch-started': ({ batch = '', verb, size }) =>
    `Stapel ${batch} begonnen: ${isVerb(verb) ? batches.asked[verb](number(size), null) : counted.changes(number(size))}.`,
  'batch-finished': ({ batch = '', ...facts }) => `Stapel ${batch} beendet: ${outcomes(facts)}.`,
  'batch-on-hold': ({ batch = '', why = '' }) => `Stapel ${batch} ist angehalten. ${holds[why] ?? ''}`.trim(),
  paused: say('Synchronisierung pausiert.'),
  resumed: say('Synchronisierung fortgesetzt.'),
  started: ({ app }) => (app ? `Proofsheet ${app} gestartet.` : 'Proofsheet gestartet.'),
  'left-out': ({ event = '', times }) => `Ähnliche Einträge ausgelassen: ${formatCount(number(times))} (${event}).`,
  'uncaught-exception': say('Proofsheet wurde wegen eines Fehlers beendet.'),
  'unhandled-rejection': say('In Proofsheet ist ein Fehler aufgetreten.'),
  'child-process-gone': ({ type }) => `Ein Teil von Proofsheet wurde unerwartet beendet${type ? ` (${type})` : ''}.`,
  'picture-decoder-died': say('Der Prozess, der Vorschauen liest, ist ausgefallen und wurde neu gestartet.'),
  'engine-thread-ended': say('Der Thread, der die Bibliothek verwaltet, wurde unerwartet beendet.'),
  'library-not-opened': (facts) => withCode('Die Bibliothek ließ sich nicht öffnen', facts),
  'library-failed': (facts) => withCode('Die Bibliothek ist nicht nutzbar', facts),
  'library-rebuilt': say('Die Bibliothek wurde neu aufgebaut.'),
  'connections-file-set-aside': say('Die gespeicherten Verbindungen waren beschädigt. Neu verbinden.'),
  'create-draft-set-aside': say('Der gespeicherte Entwurf war beschädigt. Ein neuer wurde begonnen.'),
  'page-gone': say('Das Fenster ist abgestürzt.'),
  'send-threw': say('Eine Anfrage ist wegen eines Fehlers in Proofsheet fehlgeschlagen.'),
  'handler-threw': say('Ein Befehl ist wegen eines Fehlers in Proofsheet fehlgeschlagen.')
}
