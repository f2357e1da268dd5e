/** What a kill loop has promised: what was acknowledged to it, and what it ordered that must not happen twice. */
import type { LibraryFacts, Shown } from './kill-library.ts'

type Field = 'favorite' | 'name' | 'isThere'
/** What the person was told last about a record; a field that they had no word on is not there. */
export type Promised = Partial<Pick<Shown, Field>>

/** As much of what is read after a kill as tells which number goes on. */
type Numbers = Pick<LibraryFacts, 'recordOf'>
type Seen = Pick<LibraryFacts, 'recordOf' | 'shown'>

/** One word, and its place among all of them. */
interface Word {
  readonly at: number
  readonly record: number
  readonly fields: Promised
}

/** A verb that was ordered and not answered yet. */
export interface OpenVerb {
  /** What all of its records show once it is done; null = what each showed before. */
  readonly fields: Promised | null
  readonly records: readonly number[]
}

export class KillLedger {
  /** Every record's id as it was last heard, '' while there was none. */
  readonly #ids = new Map<number, string>()
  /** The last word on each field of each record. */
  readonly #words = new Map<string, Word>()
  #said = 0
  /** How many creates were ordered under each name. */
  readonly ordered = new Map<string, number>()
  /** Projects that the person deleted. */
  readonly projects = new Set<string>()
  /** Requests that may have to be sent once more, since nobody heard their answers. */
  unheard = 0
  /** Verbs that were acknowledged. */
  acknowledged = 0
  #open: OpenVerb | null = null

  /** Ordered now; `done` or a kill follows. */
  begin(verb: OpenVerb): void {
    this.#open = verb
  }

  done(): void {
    this.#open = null
    this.acknowledged += 1
  }

  /** Acknowledged: the later word counts, field by field. */
  promise(record: number, id: string, fields: Promised): void {
    if (id !== '' || !this.#ids.has(record)) this.#ids.set(record, id)
    for (const field of FIELDS) {
      if (fields[field] === undefined) continue
      this.#said += 1
      this.#words.set(`${record} ${field}`, { at: this.#said, record, fields: { [field]: fields[field] } })
    }
  }

  /** What is shown now is what was promised: for verbs that write back what was there before. */
  adopt(records: Iterable<number>, facts: Seen): void {
    for (const number of records) {
      // It may have become one with another since its number was heard.
      const record = this.#numberNow(number, facts)
      const shown = facts.shown.get(record)
      if (shown === undefined) this.promise(record, '', { isThere: false })
      else this.promise(record, shown.id, promisedBy(shown))
    }
  }

  /**
   * A record that was read under another number before its create was found goes on under one number: of the words on
   * either, the later one counts.
   */
  latest(facts: Numbers): ReadonlyMap<number, Promised> {
    const latest = new Map<number, Promised>()
    for (const { record, fields } of [...this.#words.values()].toSorted((a, b) => a.at - b.at)) {
      const now = this.#numberNow(record, facts)
      latest.set(now, { ...latest.get(now), ...fields })
    }
    return latest
  }

  #numberNow(record: number, facts: Numbers): number {
    return facts.recordOf.get(this.#ids.get(record) ?? '') ?? record
  }

  /**
   * A kill came before the answer: it is done, or it is not, for all of its records alike. Answers whether that is so;
   * what is shown counts from now on, if anything of it is new. What is shown as ever is nobody's word: the row of a lost
   * create shows other things than the create itself, until the two become one. `shownBefore`: at the last kill.
   */
  settleOpen(facts: Seen, shownBefore: Seen['shown']): boolean {
    const open = this.#open
    this.#open = null
    if (open === null) return true
    const before = this.latest(facts)
    const { fields, records } = open
    const isAsEver = (record: number): boolean => {
      const shown = facts.shown.get(record)
      const known = { ...promisedBy(shownBefore.get(record)), ...before.get(record) }
      return shown === undefined ? known.isThere !== true : brokenField(known, shown) === null
    }
    if (!records.every(isAsEver)) this.adopt(records, facts)
    if (fields === null) return true
    // Of a record that is about to be deleted only words on that can be told.
    const isTold = ({ isThere }: Shown): boolean => isThere || fields.isThere !== undefined
    const there = records.flatMap((record) => facts.shown.get(record) ?? []).filter(isTold)
    const isAll = (wanted: (shown: Shown) => Promised | undefined): boolean =>
      there.every((shown) => brokenField(wanted(shown) ?? {}, shown) === null)
    return isAll(() => fields) || isAll(({ record }) => before.get(record))
  }
}

const promisedBy = (shown: Shown | undefined): Promised =>
  shown === undefined ? {} : { favorite: shown.favorite, name: shown.name, isThere: shown.isThere }

const FIELDS: readonly Field[] = ['favorite', 'name', 'isThere']

/** The first field that is not shown as promised; null when all are. */
export function brokenField(promised: Promised, shown: Shown | undefined): Field | null {
  if (shown === undefined || !shown.isThere) return promised.isThere === false ? null : 'isThere'
  return FIELDS.find((field) => promised[field] !== undefined && promised[field] !== shown[field]) ?? null
}
