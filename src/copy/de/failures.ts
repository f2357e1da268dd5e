/** What is said of each expected failure. Complete by type: a new code without a sentence does not compile. */
import type { Catalogue } from '../en/en.ts'
import type { FailureFacts, FailureSentence, FailureSubject } from '../en/failures.ts'
import { formatCount, plural } from '../format.ts'
import { firstUpdates } from './batches.ts'
import { counted, names } from './counted.ts'

type Say = (facts: FailureFacts) => FailureSentence

const say =
  (headline: string, body: string): Say =>
  () => ({ headline, body })

const service: Readonly<Record<FailureSubject, string>> = {
  images: 'Der Bilderdienst',
  projects: 'Der Projektdienst',
  library: 'Der Dienst'
}

const onlyChoice: FailureSentence = {
  headline: 'Ein Bild beim Dienst könnte das neue Bild sein',
  body: 'Bestätigen, dass es das ist, oder erneut senden.'
}

const hostFirst = ({ host, isHostKnown }: FailureFacts): string => (isHostKnown ? host : 'Der Dienst')

const madeWithAnotherKey = (count: number): string =>
  plural(count, {
    one: '1 Änderung entstand mit einem anderen Schlüssel',
    other: '# Änderungen entstanden mit einem anderen Schlüssel'
  })

const unauthorized: Say = ({ subject }) => ({
  headline: `${service[subject]} hat den Schlüssel nicht angenommen`,
  body: {
    images: 'Vielleicht ist er vertippt, abgelaufen oder ersetzt.',
    projects: 'Vielleicht ist er vertippt oder abgelaufen, oder Projekte brauchen einen eigenen Schlüssel.',
    library: 'Vielleicht ist er vertippt, abgelaufen oder ersetzt. Die Änderungen sind sicher und bleiben ausstehend.'
  }[subject]
})

const notUnderstood: Say = ({ missing, subject }) => {
  if (missing === 'list') {
    return {
      headline: `Diese Adresse liefert keine ${subject === 'projects' ? 'Projekte' : 'Bilder'}`,
      body: 'Die Adresse prüfen oder die Details dem Administrator schicken.'
    }
  }
  if (missing === 'record') {
    return {
      headline: `${service[subject]} hat kein ${subject === 'projects' ? 'Projekt' : 'Bild'} geliefert`,
      body: 'Die Details dem Administrator schicken.'
    }
  }
  return {
    headline: 'Unerwartete Antwort vom Dienst',
    body: 'Vielleicht ist Proofsheet veraltet, oder der Dienst hat sich geändert.'
  }
}

const TRY_AGAIN = 'Proofsheet versucht es automatisch erneut. Weiterarbeiten ist möglich.'
const CONNECT_ANYWAY =
  'Gleich noch einmal testen oder jetzt verbinden. Proofsheet speichert die Verbindung und versucht es weiter.'
const NO_REASON = 'Der Dienst nannte keinen Grund.'
const NOT_BY_NAME =
  'Der Dienst führt dieses Projekt auf, findet es aber nicht über den Namen. Es direkt beim Dienst löschen.'

const sentences: Catalogue['failures']['sentences'] = {
  'address-invalid': say('Das sieht nicht wie eine Webadresse aus', 'Sie beginnt mit „https://“.'),
  'address-has-password': say(
    'Diese Adresse enthält einen Benutzernamen oder ein Passwort',
    'Nur die Adresse eingeben. Für den Schlüssel gibt es ein eigenes Feld.'
  ),
  'address-insecure': say('Diese Adresse ist nicht verschlüsselt', 'Jeder im Netzwerk könnte den Schlüssel lesen.'),
  'key-missing': say('API-Schlüssel eingeben', 'Er steht im Konto beim Dienst.'),
  'key-malformed': say(
    'Das sieht nicht wie ein Schlüssel aus',
    'Ein Schlüssel hat 8 bis 512 Buchstaben, Ziffern oder Zeichen und keine Leerzeichen.'
  ),
  'arguments-invalid': say(
    'Etwas ist schiefgegangen',
    'Proofsheet hat eine ungültige Anfrage gestellt. Erneut versuchen oder Proofsheet neu starten.'
  ),
  offline: say('Keine Verbindung zum Netzwerk', 'Alle Änderungen werden hier gespeichert und später gesendet.'),
  'host-not-found': ({ host }) => ({
    headline: `${host} wurde nicht gefunden`,
    body: 'Die Schreibweise oder die Verbindung prüfen.'
  }),
  'connection-refused': (facts) => ({
    headline: `${hostFirst(facts)} antwortet nicht`,
    body: 'Vielleicht läuft der Dienst nicht, oder der Port ist falsch.'
  }),
  'host-unreachable': ({ host }) => ({
    headline: `${host} ist aus diesem Netzwerk nicht erreichbar`,
    body: 'Die Verbindung prüfen. Vielleicht verlangt der Dienst ein Firmennetzwerk oder VPN.'
  }),
  'tls-untrusted': ({ host }) => ({
    headline: `Die Identität von ${host} lässt sich nicht prüfen`,
    body: 'Diesem Computer ist das Zertifikat nicht als vertrauenswürdig bekannt. Bei einem Firmenserver den Administrator bitten, es zu installieren.'
  }),
  'tls-expired': ({ host }) => ({
    headline: `Das Zertifikat von ${host} ist abgelaufen`,
    body: 'Der Schlüssel wurde nicht gesendet. Auch die Uhr des Computers prüfen.'
  }),
  'tls-wrong-name': ({ host }) => ({
    headline: `Das Zertifikat von ${host} gilt für einen anderen Namen`,
    body: 'Der Schlüssel wurde nicht gesendet. Die Schreibweise der Adresse prüfen.'
  }),
  'tls-failed': ({ host }) => ({
    headline: `Keine sichere Verbindung zu ${host} möglich`,
    body: 'Der Schlüssel wurde nicht gesendet.'
  }),
  'proxy-failed': say(
    'Der Proxy im Netzwerk hat die Verbindung abgelehnt',
    'Die Proxy-Einstellungen dieses Computers prüfen.'
  ),
  'timed-out': say('Der Dienst braucht zu lange für eine Antwort', TRY_AGAIN),
  'connection-lost': say('Die Verbindung ging verloren', TRY_AGAIN),
  'response-too-large': say(
    'Diese Adresse hat zu viele Daten geliefert',
    'Prüfen, ob es die Adresse des Dienstes ist.'
  ),
  unauthorized,
  forbidden: say(
    'Der Schlüssel darf das nicht',
    'Vielleicht darf er nur lesen. Einen anderen Schlüssel versuchen oder den Administrator fragen.'
  ),
  blocked: ({ host }) => ({
    headline: `Der Zugang zu ${host} ist blockiert`,
    body: 'Statt des Dienstes hat eine Firewall oder eine Anmeldeseite geantwortet.'
  }),
  'not-found': say(
    'Dieses Element ist nicht mehr beim Dienst',
    'Es wurde gelöscht, oder der Schlüssel kann es nicht mehr sehen. Die Kopie hier bleibt erhalten.'
  ),
  'wrong-address': ({ subject }) => ({
    headline:
      subject === 'projects'
        ? 'Unter dieser Adresse ist kein Projektdienst'
        : 'Unter dieser Adresse ist kein Bilderdienst',
    body: 'Der Server hat geantwortet, aber nicht mit einer Bibliothek. Den Pfad prüfen.'
  }),
  'method-refused': ({ subject }) => ({
    headline: `${service[subject]} erlaubt diese Art von Änderung nicht`,
    body: 'Vielleicht ist er eine ältere Version, oder Änderungen sind abgeschaltet.'
  }),
  redirected: (facts) => ({
    headline: `${hostFirst(facts)} leitet um zu ${facts.location ?? 'einer anderen Adresse'}`,
    body: 'Ohne Zustimmung wird der Schlüssel nicht dorthin gesendet. Ist die Adresse vertrauenswürdig, diese verwenden.'
  }),
  'refused-fields': ({ isAboutResults, said }) => ({
    headline: isAboutResults
      ? 'Der Dienst hat die mitgesendeten Ergebnisse abgelehnt'
      : 'Der Dienst hat diese Änderung abgelehnt',
    body: said || `${NO_REASON} Erneut versuchen oder die Änderung verwerfen.`
  }),
  refused: ({ detail }) => ({
    headline: 'Der Dienst hat diese Änderung abgelehnt',
    body: detail ? names.quoted(detail) : `${NO_REASON} Erneut versuchen oder die Änderung verwerfen.`
  }),
  'rate-limited': ({ wait }) => ({
    headline: 'Anfragelimit erreicht',
    body:
      wait === null
        ? 'Die Synchronisierung geht automatisch weiter. Nichts ist verloren.'
        : `Die Synchronisierung geht in ${wait} automatisch weiter. Nichts ist verloren.`
  }),
  'service-error': say('Der Dienst hat Probleme', 'Nichts ist verloren. Proofsheet versucht es erneut.'),
  'not-json': ({ host, isHostKnown }) => ({
    headline: 'Statt der Bibliothek kam eine Webseite',
    body: `Meist ist es eine Anmeldeseite, ein Proxy oder eine falsche Adresse.${isHostKnown ? ` Sie kam von ${host}.` : ''}`
  }),
  'not-understood': notUnderstood,
  'not-taken': say(
    'Der Dienst hat die Änderung angenommen, aber den alten Wert behalten',
    'Die Änderung bleibt hier erhalten. Erneut versuchen oder das Element beim Dienst prüfen.'
  ),
  'changed-more': ({ changed }) => ({
    headline: firstUpdates.changedMore,
    body: firstUpdates.changeMade(changed)
  }),
  'name-changed': ({ theirs }) => ({
    headline: 'Dieses Element wurde anderswo geändert',
    body: `${theirs ? `${names.ended(`Beim Dienst heißt es ${names.isolated(theirs)}`)} ` : ''}Beide Namen bleiben bis zur Wahl erhalten.`
  }),
  'create-not-found': say(
    'Dieses Bild ist beim Dienst nicht zu finden',
    'Es wurde ohne Antwort gesendet und ist seither nicht erschienen. Erneutes Senden wird vielleicht doppelt berechnet.'
  ),
  'create-ambiguous': ({ choices: found = [] }) =>
    found.length === 1
      ? onlyChoice
      : {
          headline: 'Mehrere Bilder beim Dienst könnten es sein',
          body: `Es kam keine Antwort. ${found.length === 0 ? 'Mehrere' : formatCount(found.length)} Bilder beim Dienst passen. Das richtige wählen, um ein Duplikat zu vermeiden.`
        },
  'project-still-there': ({ status }) => ({
    headline: 'Das Projekt ist noch da',
    body:
      status === undefined
        ? 'Der Dienst hat das Löschen nie bestätigt. Erst „Erneut versuchen“ sendet es noch einmal.'
        : NOT_BY_NAME
  }),
  'project-others-gone': ({ others = [] }) => ({
    headline: 'Vielleicht wurden auch andere Projekte gelöscht',
    body: `${names.ended(`Seit diesem Löschen fehlen: ${others.map(names.isolated).join(', ')}`)} Die Projekte beim Dienst prüfen.`
  }),
  'no-key-of-owner': say(
    'Diese Änderung entstand mit einem anderen Schlüssel',
    'Änderungen eines Kontos werden nie mit dem Schlüssel eines anderen gesendet. Den früheren Schlüssel eingeben.'
  ),
  'owner-unclear': say(
    'Gehört dieser Schlüssel zum selben Konto?',
    'Die ausstehenden Änderungen entstanden mit einem anderen Schlüssel. Gesendet wird nur, wenn beide zum selben Konto gehören.'
  ),
  'keychain-unavailable': say(
    'Kein Schlüsselbund auf diesem Computer',
    'Proofsheet kann den Schlüssel bis zum Beenden behalten. Danach ist er neu einzugeben.'
  ),
  'keychain-locked': say(
    'Der Schlüsselbund ist gesperrt',
    'Entsperren und erneut versuchen, oder den Schlüssel nur bis zum Beenden behalten.'
  ),
  'keychain-denied': say(
    'Zugriff auf den Schlüsselbund verweigert',
    'Proofsheet den Zugriff erlauben und erneut versuchen. Der Schlüssel kann auch nur bis zum Beenden behalten werden.'
  ),
  'keychain-timed-out': say(
    'Der Schlüsselbund antwortet nicht',
    'Vielleicht wartet er in einem anderen Fenster auf ein Passwort. Proofsheet kann den Schlüssel bis zum Beenden behalten.'
  ),
  'no-connection': say('Noch nicht verbunden', 'Adressen und Schlüssel des Dienstes eingeben.'),
  'library-locked': say(
    'Die Bibliothek ist bereits geöffnet',
    'Ein anderes Proofsheet verwendet sie. Zu dessen Fenster wechseln.'
  ),
  'library-damaged': say(
    'Die Datei der Bibliothek ist beschädigt',
    'Proofsheet hat sie nicht verändert. Alles Synchronisierte ist beim Dienst sicher und lässt sich neu laden.'
  ),
  'library-newer': say(
    'Diese Bibliothek stammt aus einer neueren Version',
    'Zum Öffnen Proofsheet aktualisieren. Die Datei wurde nicht verändert.'
  ),
  'disk-full': say(
    'Der Datenträger ist voll',
    'Die letzte Änderung ist vielleicht nicht gespeichert. Speicherplatz freigeben, dann wiederholen.'
  ),
  'disk-read-only': say(
    'Auf diesen Datenträger lässt sich nicht schreiben',
    'Änderungen lassen sich erst speichern, wenn Proofsheet in den Ordner der Bibliothek schreiben kann. Frühere sind sicher.'
  ),
  'unknown-view': say('Diese Ansicht ist veraltet', 'Sie zum Neuladen erneut wählen.'),
  'unknown-selection': say('Diese Auswahl ist veraltet', 'Erneut auswählen; nichts wurde gesendet.'),
  'unknown-batch': say('Dieser Stapel ist nicht mehr verfügbar', 'Vielleicht wurde er aus dem Verlauf gelöscht.'),
  'unknown-record': say('Dieses Element ist nicht mehr in der Bibliothek', 'Vielleicht ist es nicht mehr beim Dienst.'),
  canceled: say('Gestoppt', 'Nichts wurde gesendet.'),
  internal: say(
    'Etwas ist schiefgegangen',
    'Die Änderungen sind gespeichert. Geschieht es erneut, Proofsheet neu starten.'
  )
}

const needs: Catalogue['failures']['needs'] = {
  forbidden: (count) => ({ headline: `Der Schlüssel darf ${counted.items(count)} nicht ändern` }),
  'not-found': (count) => ({
    headline: plural(count, {
      one: '1 Element ist nicht mehr beim Dienst',
      other: '# Elemente sind nicht mehr beim Dienst'
    }),
    body: plural(count, {
      one: 'Es wurde gelöscht, oder der Schlüssel kann es nicht mehr sehen. Die Kopie hier bleibt erhalten.',
      other: 'Sie wurden gelöscht, oder der Schlüssel kann sie nicht mehr sehen. Die Kopien hier bleiben erhalten.'
    })
  }),
  refused: (count) => ({ headline: `Der Dienst hat ${counted.changes(count)} abgelehnt` }),
  'not-taken': (count) => ({
    headline: plural(count, {
      one: 'Der Dienst hat 1 Änderung angenommen, aber den alten Wert behalten',
      other: 'Der Dienst hat # Änderungen angenommen, aber die alten Werte behalten'
    }),
    body: plural(count, {
      one: 'Die Änderung bleibt hier erhalten. Erneut versuchen oder das Element beim Dienst prüfen.',
      other: 'Die Änderungen bleiben hier erhalten. Erneut versuchen oder die Elemente beim Dienst prüfen.'
    })
  }),
  'no-key-of-owner': (count) => ({ headline: madeWithAnotherKey(count) }),
  'owner-unclear': (count) => ({
    headline: madeWithAnotherKey(count),
    body: plural(count, {
      one: 'Gehört dieser Schlüssel zum selben Konto? Nur dann wird die Änderung gesendet.',
      other: 'Gehört dieser Schlüssel zum selben Konto? Nur dann werden die Änderungen gesendet.'
    })
  }),
  'refused-fields': (count) => ({
    headline: plural(count, {
      one: 'Der Dienst hat die Ergebnisse von 1 Element abgelehnt',
      other: 'Der Dienst hat die Ergebnisse von # Elementen abgelehnt'
    })
  }),
  'name-changed': (count) => ({
    headline: plural(count, {
      one: '1 Name wurde auch beim Dienst geändert',
      other: '# Namen wurden auch beim Dienst geändert'
    }),
    body: 'Beide Namen bleiben bis zur Wahl erhalten.'
  }),
  'create-not-found': (count) => ({
    headline: plural(count, { one: 'Keine Antwort zu 1 neuen Bild', other: 'Keine Antwort zu # neuen Bildern' }),
    body: 'Proofsheet hat dreimal vergeblich gesucht. Erneutes Senden wird vielleicht doppelt berechnet.'
  }),
  'create-ambiguous': (count, { choices }) =>
    count === 1 && choices?.length === 1
      ? onlyChoice
      : {
          headline: plural(count, {
            one: '1 neues Bild passt zu mehreren beim Dienst',
            other: '# neue Bilder passen zu jeweils mehreren beim Dienst'
          }),
          body: 'Es kam keine Antwort, und mehrere Bilder beim Dienst passen. Das richtige wählen, um ein Duplikat zu vermeiden.'
        },
  'project-still-there': (count, { status }) => ({
    headline: plural(count, { one: '1 Projekt ist noch da', other: '# Projekte sind noch da' }),
    body:
      status === undefined
        ? 'Auf das Löschen kam keine Antwort. Es kam vielleicht nicht an, oder das Projekt wurde neu angelegt.'
        : plural(count, {
            one: NOT_BY_NAME,
            other:
              'Der Dienst führt diese Projekte auf, findet sie aber nicht über den Namen. Sie direkt beim Dienst löschen.'
          })
  }),
  'project-others-gone': (count) => ({
    headline: plural(count, {
      one: 'Nach 1 Löschen fehlen andere Projekte',
      other: 'Nach # Löschungen fehlen andere Projekte'
    })
  })
}

export const failures: Catalogue['failures'] = {
  sentences,
  testing: {
    offline:
      'Mit Netzwerk noch einmal testen oder jetzt verbinden. Proofsheet speichert die Verbindung und versucht es weiter.',
    'timed-out': CONNECT_ANYWAY,
    'connection-lost': CONNECT_ANYWAY,
    'rate-limited': CONNECT_ANYWAY,
    'service-error': CONNECT_ANYWAY
  },
  needs,
  theService: 'der Dienst',
  noReason: NO_REASON,
  expected: {
    list: 'Eine Liste, auf oberster Ebene oder in „data“, „items“, „results“, „images“ oder „projects“',
    record: 'Ein Element mit „id“, auf oberster Ebene oder in „data“, „item“, „result“, „image“ oder „project“'
  },
  otherAccount: {
    headline: 'Dieser Schlüssel scheint zu einem anderen Konto zu gehören',
    body: 'Die ausstehenden Änderungen gehören zu einem anderen Konto. Dessen Schlüssel eingeben oder die Änderungen verwerfen.'
  },
  listRejected: (subject, said) => ({
    headline: `${service[subject]} hat die Anfrage der Liste abgelehnt`,
    body: `${said ? `${names.ended(`Die Meldung: ${said}`)} ` : ''}Die Bibliothek ist unverändert, und die Änderungen bleiben ausstehend.`
  }),
  steps: { 'edit-address': 'Adresse bearbeiten\u00a0…', 'use-address': 'Diese Adresse verwenden\u00a0…' },
  details: {
    open: 'Details',
    label: 'Details zum Fehler',
    copy: 'Details kopieren',
    copied: 'Details kopiert',
    status: 'Status',
    server: 'Server',
    redirectsTo: 'Leitet um zu',
    message: 'Meldung',
    expected: 'Erwartet',
    code: 'Code',
    note: 'Hinweis',
    headerHint:
      'Funktioniert kein Schlüssel, entfernt vielleicht ein Webserver oder Proxy den Authorization-Header. Den Administrator fragen.'
  }
}
