/** What is said of a service that was diagnosed: what was asked, what came, and what it means for Proofsheet. */
import type { FindingSentence } from '../en/diagnosis.ts'
import type { Catalogue } from '../en/en.ts'
import { formatCount, plural } from '../format.ts'
import { counted } from './counted.ts'

type Findings = Catalogue['diagnosis']['findings']
type Say = Findings[keyof Findings]

const say =
  (came: string, advice: string | null = null): Say =>
  () => ({ came, advice })
const counting =
  (came: (count: number) => string, advice: string | null = null): Say =>
  ({ count }) => ({ came: came(count), advice })
const failed =
  (advice: string | null = null): Say =>
  ({ failure }): FindingSentence => ({ came: failure.came, advice: advice ?? failure.advice })

const findings: Findings = {
  'list.shown': ({ count, total }) => ({
    came: `${formatCount(count)} auf der ersten Seite${total === null ? '' : `, ${formatCount(total)} insgesamt`}.`,
    advice: null
  }),
  'list.failed': failed(),
  'list.unanswered': failed(),
  'ids.all': say('Jedes Element hat eine ID.'),
  'ids.missing': counting(
    (count) =>
      plural(count, {
        one: '1 Element auf der ersten Seite hat keine ID.',
        other: '# Elemente auf der ersten Seite haben keine ID.'
      }),
    'Elemente ohne ID lassen sich nicht zeigen, und die Bibliothek gilt nie als vollständig.'
  ),
  'ids.no-records': say('Keine Elemente zu prüfen.'),
  'favorites.reported': say('Elemente enthalten ihren Favoritenstatus.'),
  'favorites.unreported': say(
    'Kein Favoritenstatus enthalten.',
    'Nur in Proofsheet gesetzte Favoriten werden gezeigt.'
  ),
  'pictures.reported': say('Elemente enthalten eine Bild-URL.'),
  'pictures.unreported': say(
    'Kein Element auf der ersten Seite hat eine nutzbare URL.',
    'Vorschauen lassen sich nicht zeigen.'
  ),
  'dates.reported': say('Enthalten.'),
  'dates.unreported': say('Nicht enthalten.', 'Daten werden nicht gezeigt.'),
  'paging.one-page': say('Alles steht auf einer Seite.'),
  'paging.failed': failed('Nur die erste Seite lässt sich laden. Den Administrator fragen.'),
  'paging.same': say('Seite 2 wiederholt Seite 1.', 'Der größte Teil der Bibliothek lässt sich nicht laden.'),
  'paging.refused': say(
    'Der Dienst lehnt die zweite Seite ab.',
    'Der größte Teil der Bibliothek lässt sich nicht laden.'
  ),
  'paging.short': say('Die Liste endet vor ihrer Gesamtzahl.', 'Ein Teil der Bibliothek lässt sich nicht laden.'),
  'paging.by-cursor': say('Mit Cursor.'),
  'paging.from-one': say('Nummeriert ab 1.'),
  'paging.from-zero': say('Nummeriert ab 0.', 'Proofsheet nutzt diese Zählung.'),
  'total.reported': say('Gemeldet.'),
  'total.unreported': say('Nicht gemeldet.', 'Proofsheet liest bis zu einer leeren Seite.'),
  'per-page.obeyed': say('Wie angefordert.'),
  'per-page.other': counting(
    (count) => `${counted.items(count)} pro Seite; 100 angefordert.`,
    'Proofsheet akzeptiert diese Größe.'
  ),
  'per-page.failed': failed('Zum Synchronisieren werden Seiten zu 100 angefordert. Den Administrator fragen.'),
  'end.found': say('Die Seite nach der letzten ist leer.'),
  'end.reported': say('Jede Seite zeigt, ob eine weitere folgt.', 'Bei der letzten Seite endet das Laden.'),
  'end.records': say(
    'Die Seite nach der letzten enthält Elemente.',
    'Proofsheet kann nicht erkennen, wann die Bibliothek vollständig ist.'
  ),
  'end.failed': failed('Das Laden endet an der Seite nach der letzten. Den Administrator fragen.'),
  'sort.obeyed': say('Wie angefordert.'),
  'sort.ignored': say('Ignoriert.', 'Neue Bilder erscheinen vielleicht spät, und jedes Mal wird mehr gelesen.'),
  'sort.failed': failed('Neue Bilder erscheinen vielleicht spät, und jedes Mal wird mehr gelesen.'),
  'filter.digits': say('Akzeptiert 1 und 0.'),
  'filter.words': say('Akzeptiert true und false.'),
  'filter.ignored': say('Ignoriert.', 'Proofsheet liest die ganze Liste, um Favoriten zu finden.'),
  'filter.failed': failed('Proofsheet liest die ganze Liste, um Favoriten zu finden.'),
  'filter.unclear': say('Nicht erkennbar: Kein Element zeigt, ob der Filter wirkt.'),
  'search.finds': say('Findet ein Element über seinen Namen.'),
  'search.misses': say('Findet ein Element nicht über seinen Namen.', 'Gesucht wird in der Kopie auf diesem Computer.'),
  'show.shown': say('Funktioniert.'),
  'show.failed': failed('Unbestätigte Änderungen lassen sich nicht prüfen. Den Administrator fragen.'),
  'show.no-records': say('Kein Element anzufordern.'),
  'unknown-id.reported': say('Als nicht gefunden gemeldet.'),
  'unknown-id.unclear': failed('Gelöschte Elemente sind nicht von Fehlern zu unterscheiden.'),
  'pace.reported': counting((count) =>
    plural(count, { one: '1 Anfrage pro Zeitraum.', other: '# Anfragen pro Zeitraum.' })
  ),
  'pace.unreported': say('Nicht gemeldet.', 'Proofsheet misst es beim Senden.'),
  'names.all': say('Jedes Projekt hat einen Namen.'),
  'names.missing': counting(
    (count) => plural(count, { one: '1 Projekt hat keinen Namen.', other: '# Projekte haben keinen Namen.' }),
    'Projekte ohne Namen lassen sich nicht zeigen.'
  ),
  'address.by-name': say('Projekte haben keine IDs.', 'Sie werden über ihren Namen gelöscht.'),
  'address.by-id': say('Projekte werden über ihre ID gelöscht.'),
  'address.ids-possible': say(
    'Projekte haben IDs.',
    'Gelingt das Löschen über den Namen nicht, versucht Proofsheet die ID.'
  ),
  'address.ids-unused': say('Projekte haben IDs.', 'Proofsheet löscht nur über den Namen.'),
  'rest.not-checked': ({ failure: { came, advice } }) => ({
    came: 'Gerade nicht prüfbar.',
    advice: advice === null ? came : `${came} ${advice}`
  }),
  'rest.paused': say(
    'Nicht geprüft: Die Synchronisierung ist pausiert.',
    'Die Synchronisierung fortsetzen, dann erneut prüfen.'
  )
}

const writings = { digits: '1 und 0', words: 'true und false', ignored: 'keiner (ignoriert)' }
const lists = { brackets: 'results[]=', numbered: 'results[0]=', json: 'JSON', repeated: 'results=' }

export const diagnosis: Catalogue['diagnosis'] = {
  asked: 'Prüfung',
  came: 'Ergebnis',
  meaning: 'Status',
  dialectTraits: 'Schnittstelle',
  nothingLearned: 'Noch nichts bekannt.',
  waiting: 'Noch nicht geprüft.',
  reportOf: (time) => `Proofsheet, Prüfung des Dienstes, ${time}`,
  questions: {
    list: 'Liste der Elemente',
    ids: 'IDs der Elemente',
    favorites: 'Favoriten',
    pictures: 'Bild-URLs',
    dates: 'Erstellungsdaten',
    paging: 'Seiten',
    total: 'Gesamtzahl',
    'per-page': 'Seitengröße',
    end: 'Ende der Liste',
    sort: 'Sortierung',
    filter: 'Favoritenfilter',
    search: 'Namenssuche',
    show: 'Einzelnes Element',
    'unknown-id': 'Fehlendes Element',
    pace: 'Anfragelimit',
    names: 'Projektnamen',
    address: 'Löschen eines Projekts',
    rest: 'Übrige Prüfungen'
  },
  marks: {
    ok: 'OK',
    handled: 'Abgefangen',
    degraded: 'Eingeschränkt',
    failed: 'Problem',
    unknown: 'Unbekannt'
  },
  findings,
  verdicts: {
    compatible: 'Proofsheet funktioniert mit diesem Dienst.',
    limited: 'Proofsheet funktioniert mit diesem Dienst, mit Einschränkungen.',
    incompatible: 'Mit den jetzigen Antworten dieses Dienstes funktioniert Proofsheet nicht.',
    unclear: 'Ob Proofsheet mit diesem Dienst funktioniert, ist gerade nicht zu erkennen.'
  },
  traits: {
    'list.place': 'Feld der Liste',
    'page.selection': 'Seitenwahl über',
    'page.first': 'Erste Seite',
    'results.carrier': 'Ergebnisse enthalten in',
    'results.none': 'Keine Ergebnisse werden geschrieben als',
    'results.one': 'Ein Ergebnis wird geschrieben als',
    'results.many': 'Mehrere Ergebnisse werden geschrieben als',
    'update.boolean': 'Wert eines Favoriten',
    'update.name': 'Favoritenänderung enthält den Namen',
    'filter.boolean': 'Wert des Favoritenfilters',
    'update.method': 'Methode für Änderungen',
    verbs: 'PUT, PATCH, DELETE gesendet als',
    'projects.key': 'Projekte werden gelöscht über',
    'delete.response': 'Antwort auf Löschen',
    'rate.headers': 'Quelle des Anfragelimits'
  },
  traitValues: {
    'list.place': { root: 'keines (Array auf oberster Ebene)' },
    'page.selection': { page: 'Nummer', cursor: 'Cursor' },
    'page.first': { one: '1', zero: '0' },
    'results.carrier': { never: 'noch keine gesehen', show: 'nur in einzelnen Elementen', list: 'Listen' },
    'results.none': lists,
    'results.one': lists,
    'results.many': lists,
    'update.boolean': writings,
    'update.name': { absent: 'nein', sent: 'ja' },
    'filter.boolean': writings,
    verbs: { own: 'echte Methoden', spoofed: 'POST mit _method' },
    'projects.key': { name: 'Name', id: 'ID' },
    'delete.response': {
      flag: '„deleted“',
      word: 'ein Statuswort',
      record: 'das Element',
      empty: 'eine leere Antwort'
    },
    'rate.headers': { 'x-ratelimit': 'X-RateLimit-Header', ratelimit: 'RateLimit-Header', items: 'RateLimit-Einträge' }
  }
}
