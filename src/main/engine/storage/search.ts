/**
 * Search for any part of a name or prompt, ignoring case and accents. From three characters on, the trigram index
 * proposes matches and the text confirms them; shorter searches scan the texts.
 */
import type { ReadDb, WriteDb, SqlParams } from './database.ts'

/** Accents and other marks on Latin, Greek and Cyrillic letters. Marks of other scripts carry meaning. */
const ACCENTS = /[\u0300-\u036f]/g
/** Whitespace and control characters (NUL among them) count as one space. */
const BLANKS = /[\s\p{Cc}]+/gu

/**
 * Folds text for comparison: joins compatibility forms (full width, ligatures), removes case and accents, and collapses
 * whitespace. Converts to upper case first, because "ß" and "SS" become equal only there.
 */
export function foldText(text: string): string {
  const plain = text.toWellFormed().normalize('NFKD').replace(ACCENTS, '')
  const folded = plain.toUpperCase().toLowerCase().normalize('NFKD').replace(ACCENTS, '').replaceAll('ς', 'σ')
  return folded.normalize('NFC').replace(BLANKS, ' ').trim()
}

/**
 * Returns the sort key of a folded name: numbers sort by value (1, 2, 10), because a longer one gets a larger first
 * character.
 */
export function naturalKey(folded: string): string {
  return folded.replace(/\d+/g, (run) => {
    const digits = run.replace(/^0+(?=\d)/, '')
    const { length } = digits
    return `${length < 10 ? length : `:${String(length).padStart(6, '0')}`}${digits}`
  })
}

/** Returns the searchable text of one image. The line break keeps a search from matching across name and prompt. */
export function searchText(name: string | null, description: string | null): string {
  return `${foldText(name ?? '')}\n${foldText(description ?? '')}`
}

/** Replaces the text of a record in the index; `before`: `null` if it had none. */
export function writeText(db: WriteDb, record: number, text: { before: string | null; after: string }): void {
  if (text.before !== null) {
    db.run("INSERT INTO trigrams (trigrams, rowid, folded) VALUES ('delete', ?, ?)", [record, text.before])
  }
  db.run('INSERT INTO texts VALUES (?, ?) ON CONFLICT (record) DO UPDATE SET folded = excluded.folded', [
    record,
    text.after
  ])
  db.run('INSERT INTO trigrams (rowid, folded) VALUES (?, ?)', [record, text.after])
}

/** Removes a record from the index. */
export function removeText(db: WriteDb, record: number): void {
  const text = db.value<string>('SELECT folded FROM texts WHERE record = ?', [record])
  if (text === undefined) return
  db.run("INSERT INTO trigrams (trigrams, rowid, folded) VALUES ('delete', ?, ?)", [record, text])
  db.run('DELETE FROM texts WHERE record = ?', [record])
}

/** Returns the trigrams of a text, quoted for the index; empty below three characters. */
function trigramsOf(folded: string): string[] {
  const characters = Array.from(folded)
  const runs = characters.slice(2).map((last, at) => `${characters[at]}${characters[at + 1]}${last}`)
  return [...new Set(runs)].map((run) => `"${run.replaceAll('"', '""')}"`)
}

/** Returns the numbers of records whose text contains `search`, unordered; `null` if the search is empty. */
export function findText(db: ReadDb, search: string): readonly number[] | null {
  const folded = foldText(search)
  if (folded === '') return null
  const trigrams = trigramsOf(folded)
  if (trigrams.length === 0) return db.column<number>('SELECT record FROM texts WHERE instr(folded, ?) > 0', [folded])
  return db.column<number>(
    `SELECT t.record FROM trigrams CROSS JOIN texts t ON t.record = trigrams.rowid
     WHERE trigrams MATCH ? AND instr(t.folded, ?) > 0`,
    [trigrams.join(' AND '), folded]
  )
}

interface Shown {
  readonly name: string
  readonly key: string
  readonly description: string | null
  readonly text: string | null
}

const SHOWN = `SELECT ifnull(o.want_text, ifnull(i.name, '')) AS name, i.name_key AS key, i.description, t.folded AS text
  FROM images i LEFT JOIN outbox o ON o.record = i.record AND o.kind = 'name' LEFT JOIN texts t ON t.record = i.record
  WHERE i.record = ?`

/** Updates the index of one image to its displayed name and prompt; writes only differences. */
export function refreshSearch(db: WriteDb, record: number): void {
  const shown = db.get<Shown>(SHOWN, [record])
  if (shown === undefined) return
  const name = foldText(shown.name)
  const key = naturalKey(name)
  const text = `${name}\n${foldText(shown.description ?? '')}`
  if (key !== shown.key) db.run('UPDATE images SET name_key = ? WHERE record = ?', [key, record])
  if (text !== shown.text) writeText(db, record, { before: shown.text, after: text })
}

/**
 * Runs `work`, which may remove entries, and updates the index of every image with a pending rename. `which`: SQL over
 * an entry `o`, covering all entries that `work` may remove.
 */
export function withNamesShown<T>(db: WriteDb, of: { which: string; params: SqlParams }, work: () => T): T {
  const records = db.column<number>(`SELECT record FROM outbox o WHERE kind = 'name' AND ${of.which}`, of.params)
  const value = work()
  for (const record of records) refreshSearch(db, record)
  return value
}
