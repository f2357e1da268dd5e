/** The messages of a German installation: same rules, other words. */

const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [/^The (\w+) field is required\.$/, '$1 muss ausgefüllt werden.'],
  [/^The (\w+) field must be a string\.$/, '$1 muss ein String sein.'],
  [/^The (\w+) field must be an array\.$/, '$1 muss ein Array sein.'],
  [/^The (\w+) field must be true or false\.$/, '$1 muss entweder true oder false sein.'],
  [/^The (\w+) field must not be greater than (\d+) characters\.$/, '$1 darf maximal $2 Zeichen haben.'],
  [/^The selected (\w+) is invalid\.$/, 'Der gewählte Wert für $1 ist ungültig.'],
  [/^You have used all the images of your plan\.$/, 'Das Bildkontingent Ihres Tarifs ist aufgebraucht.'],
  [/^Resource not found\.$/, 'Ressource nicht gefunden.'],
  [/^Unauthenticated\.$/, 'Nicht authentifiziert.'],
  [/^Too Many Attempts\.$/, 'Zu viele Versuche.'],
  [/^The (\w+) method is not supported for route (.*)$/, 'Die Methode $1 wird für die Route $2 nicht unterstützt.'],
  [/^\(and (\d+) more errors?\)$/, '(und $1 weitere Fehler)']
]

/** A message in German; one that has no translation stays, as it does on real services. */
export function inGerman(message: string): string {
  const found = SENTENCES.find(([pattern]) => pattern.test(message))
  return found === undefined ? message : message.replace(found[0], found[1])
}
