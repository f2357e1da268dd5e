/** Connecting, keys and addresses, the settings, and the sample library that nobody has to connect to. */
import type { Catalogue } from '../en/en.ts'
import { formatCount, plural } from '../format.ts'

export const connect: Catalogue['connect'] = {
  title: 'Bibliothek verbinden',
  lead: 'Die Adressen und der API-Schlüssel stehen im Konto beim Dienst.',
  imagesAddress: 'Adresse des Bilderdienstes',
  projectsAddress: 'Adresse des Projektdienstes',
  key: 'API-Schlüssel',
  projectsKey: 'API-Schlüssel für Projekte',
  addressPlaceholder: 'https://',
  sameAsImages: 'Wie bei Bildern',
  sameKey: 'Denselben Schlüssel für Projekte verwenden',
  requestsGoTo: 'Anfragen gehen an',
  movedTo: 'Umgeleitet an',
  notEncrypted: 'Nicht verschlüsselt. Jeder im Netzwerk könnte den Schlüssel lesen.',
  insecureAnyway: 'Trotzdem verwenden',
  acceptedInsecure: 'Nicht verschlüsselt, wie erlaubt.',
  show: 'Zeigen',
  hide: 'Verbergen',
  check: 'Prüfen',
  testing: 'Verbindung wird getestet\u00a0…',
  test: 'Verbindung testen',
  testAgain: 'Erneut testen',
  connect: 'Verbinden',
  connecting: 'Wird verbunden\u00a0…',
  bothReady: 'Alles funktioniert. Verbinden, um die Bibliothek zu öffnen.',
  imagesReady: 'Bilder sind verbunden.',
  savedForLater: 'Gespeichert. Proofsheet verbindet sich, sobald der Computer online ist.',
  groups: { images: 'Bilder', projects: 'Projekte' },
  layers: {
    address: 'Adresse gefunden',
    secure: 'Sichere Verbindung',
    service: 'Dienst hat geantwortet',
    key: 'Schlüssel angenommen',
    readable: 'Bibliothek lesbar'
  },
  marks: {
    pending: 'noch nicht getestet',
    passed: 'bestanden',
    failed: 'fehlgeschlagen',
    skipped: 'übersprungen'
  }
}

export const newKey: Catalogue['newKey'] = {
  title: { images: 'Neuen Schlüssel für Bilder eingeben', projects: 'Neuen Schlüssel für Projekte eingeben' },
  titleShared: 'Neuen Schlüssel eingeben',
  lead: 'Änderungen sind auf diesem Computer gespeichert und werden gesendet, sobald der Schlüssel funktioniert.',
  save: 'Schlüssel speichern',
  saving: 'Wird gespeichert\u00a0…',
  cancel: 'Abbrechen'
}

export const keychain: Catalogue['keychain'] = {
  keepUntilQuit: 'Bis zum Beenden behalten',
  tryAgain: 'Erneut versuchen',
  cancel: 'Abbrechen',
  denied: 'Zugriff auf den Schlüsselbund verweigert',
  deniedBody: 'Zum Synchronisieren Proofsheet den Zugriff auf den Schlüsselbund erlauben. Offline geht es weiter.',
  silent: 'Der Schlüsselbund antwortet nicht',
  silentBody: 'Vielleicht wartet er in einem anderen Fenster auf ein Passwort. Offline geht es weiter.',
  askAgain: 'Erneut versuchen',
  unlock: 'Entsperren'
}

export const sample: Catalogue['sample'] = {
  explore: 'Beispielbibliothek erkunden',
  opening: 'Beispiel wird geöffnet\u00a0…',
  badge: 'Beispielbibliothek',
  badgeHint: 'Beispielbilder. Nichts wird an einen Dienst gesendet.',
  name: 'Beispielbibliothek',
  short: 'Beispiel',
  about: 'Beispielbilder',
  leave: 'Verlassen',
  leaveLabel: 'Beispielbibliothek verlassen',
  windowTitle: 'Proofsheet, Beispielbibliothek'
}

export const connection: Catalogue['connection'] = {
  editAddress: 'Adresse bearbeiten\u00a0…',
  enterKey: 'Neuen Schlüssel eingeben\u00a0…',
  removeKey: 'Schlüssel entfernen\u00a0…',
  cancel: 'Abbrechen',
  save: 'Adresse speichern',
  saving: 'Wird gespeichert\u00a0…',
  requestsGoTo: 'Anfragen gehen an',
  address: 'Adresse',
  insecure: 'Diese Adresse ist nicht verschlüsselt. Jeder im Netzwerk könnte den Schlüssel lesen.',
  useAnyway: 'Trotzdem verwenden',
  sameAddress: 'Diese Adresse wird bereits verwendet.',
  remove: 'Schlüssel entfernen',
  removeLead: 'Bis zur Eingabe eines Schlüssels wird nicht synchronisiert. Änderungen bleiben auf diesem Computer.',
  removeShared: 'Bilder und Projekte teilen sich diesen Schlüssel, beide werden nicht mehr synchronisiert.',
  noKey: 'kein Schlüssel',
  editTitle: {
    images: 'Adresse des Bilderdienstes bearbeiten',
    projects: 'Adresse des Projektdienstes bearbeiten'
  },
  movedTitle: {
    images: 'Der Bilderdienst ist nach eigener Angabe umgezogen',
    projects: 'Der Projektdienst ist nach eigener Angabe umgezogen'
  },
  removeTitle: { images: 'Schlüssel für Bilder entfernen?', projects: 'Schlüssel für Projekte entfernen?' },
  keyGoesTo: (host) =>
    `Der Schlüssel wird ab jetzt an ${host} gesendet. Nur fortfahren, wenn der Betreiber vertrauenswürdig ist.`,
  useHost: (host) => `${host} verwenden`,
  projectsLine: (state) => `Projekte: ${state}`,
  footer: (name, state) => `${name}: ${state}`
}

export const settings: Catalogue['settings'] = {
  title: 'Einstellungen',
  open: 'Einstellungen\u00a0…',
  close: 'Schließen',
  connection: 'Verbindung',
  address: 'Adresse',
  key: 'Schlüssel',
  editAddress: 'Adresse bearbeiten\u00a0…',
  replaceKey: 'Schlüssel ersetzen\u00a0…',
  enterKey: 'Schlüssel eingeben\u00a0…',
  removeKey: 'Schlüssel entfernen\u00a0…',
  hosts: 'Vorschauen erlauben von',
  hostsLead:
    'Vorschauen in einem privaten Netzwerk werden nur geladen, wenn auch der Dienst in einem ist oder ihr Host erlaubt wurde.',
  host: 'Hostname',
  hostInvalid: 'Einen Hostnamen eingeben, etwa nas.local.',
  hostsFull: (most) => `Bis zu ${formatCount(most)} Hosts können erlaubt sein. Zuerst einen entfernen.`,
  allowHost: 'Erlauben',
  removeHost: 'Entfernen',
  sample: 'Die Beispielbibliothek gehört zu Proofsheet. Sie hat keine Adresse und keinen Schlüssel.',
  language: 'Sprache',
  languageLead: 'Gilt für Fenster, Menüs und Dialoge. Zahlen und Daten richten sich danach.',
  languageOfSystem: 'Systemsprache',
  pace: 'Anfragerate',
  paceLead: 'Voll nutzt das ganze Anfragelimit. Halb lässt den Rest für andere Apps mit demselben Schlüssel.',
  paceFull: 'Voll',
  paceShare: 'Halb',
  service: 'Dienst',
  diagnoseLead: 'Prüft, ob Proofsheet mit diesem Dienst funktioniert. Dort wird nichts geändert.',
  diagnose: 'Diesen Dienst prüfen',
  diagnoseAgain: 'Erneut prüfen',
  stop: 'Stoppen',
  stopped: 'Vor dem Ende aller Prüfungen gestoppt.',
  copy: 'Bericht kopieren',
  copied: 'Bericht kopiert',
  ofGroup: (label, group) => `${label} ${group}`,
  noKey: 'Keiner',
  saved: (time) => (time === null ? 'Gespeichert' : `Gespeichert ${time}`),
  untilQuit: (time) => (time === null ? 'Nur bis zum Beenden' : `Eingegeben ${time} · nur bis zum Beenden`),
  notAvailable: (saved) => `${saved} · der Schlüsselbund gibt ihn gerade nicht her`,
  checking: { images: 'Bilderdienst wird geprüft\u00a0…', projects: 'Projektdienst wird geprüft\u00a0…' },
  answers: (count) => plural(count, { one: '1 Prüfung fertig.', other: '# Prüfungen fertig.' })
}
