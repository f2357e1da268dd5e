/** The promises of a kill loop: what was acknowledged, and what was ordered and must not happen twice. */
import type { LibraryFacts, Shown } from './kill-library.ts'

type Field = 'favorite' | 'name' | 'isThere'
/** The last reported state of a record; fields that the user has not changed are absent. */
export type Promised = Partial<Pick<Shown, Field>>

/** The part of the state after a kill that determines the number after a merge. */
type Numbers = Pick<LibraryFacts, 'recordOf'>
type Seen = Pick<LibraryFacts, 'recordOf' | 'shown'>

/** One promise, and its position in the order of all promises. */
interface FieldPromise {
  readonly at: number
  readonly record: number
  readonly fields: Promised
}

/** An ordered verb without a response. */
export interface OpenVerb {
  /** The expected state of all its records once it is done; `null` = the previous state of each. */
  readonly fields: Promised | null
  readonly records: readonly number[]
}

export class KillLedger {
  /** Last known id of each record; '' if there was none. */
  readonly #ids = new Map<number, string>()
  /** The last promise for each field of each record. */
  readonly #promises = new Map<string, FieldPromise>()
  #count = 0
  /** Number of creates ordered under each name. */
  readonly ordered = new Map<string, number>()
  /** Projects that the user deleted. */
  readonly projects = new Set<string>()
  /** Number of requests that may be sent once more because they got no response. */
  unheard = 0
  /** Acknowledged verbs. */
  acknowledged = 0
  #open: OpenVerb | null = null

  /** Notes an order; `done` or a kill follows. */
  begin(verb: OpenVerb): void {
    this.#open = verb
  }

  done(): void {
    this.#open = null
    this.acknowledged += 1
  }

  /** Records an acknowledged change; later values replace earlier ones, field by field. */
  promise(record: number, id: string, fields: Promised): void {
    if (id !== '' || !this.#ids.has(record)) this.#ids.set(record, id)
    for (const field of FIELDS) {
      if (fields[field] === undefined) continue
      this.#count += 1
      this.#promises.set(`${record} ${field}`, { at: this.#count, record, fields: { [field]: fields[field] } })
    }
  }

  /**
   * Promises the shown values that a verb set: those of its `fields`, and those that the user had changed before. A
   * number without an own change promises nothing, because it may be the row of a create with changes of its own.
   */
  adopt(records: Iterable<number>, facts: Seen, fields: Promised = {}): void {
    const known = this.latest(facts)
    for (const number of records) {
      // The number may have been merged since it was returned.
      const record = this.#numberNow(number, facts)
      const shown = facts.shown.get(record)
      const own = { ...known.get(record), ...fields }
      const isOwn = ([field]: [string, unknown]): boolean => own[field as Field] !== undefined
      if (shown === undefined) this.promise(record, '', { isThere: false })
      else this.promise(record, shown.id, Object.fromEntries(Object.entries(promisedBy(shown)).filter(isOwn)))
    }
  }

  /**
   * Returns the last promises. A record that was read under another number before its create was found keeps one
   * number, and the later value of either counts.
   */
  latest(facts: Numbers): ReadonlyMap<number, Promised> {
    const latest = new Map<number, Promised>()
    for (const { record, fields } of [...this.#promises.values()].toSorted((a, b) => a.at - b.at)) {
      const now = this.#numberNow(record, facts)
      latest.set(now, { ...latest.get(now), ...fields })
    }
    return latest
  }

  #numberNow(record: number, facts: Numbers): number {
    return facts.recordOf.get(this.#ids.get(record) ?? '') ?? record
  }

  /**
   * Resolves a verb that was killed before its response: it must be done or not done for all of its records alike.
   * Returns whether that holds, and promises the shown state if any of it is new. An unchanged state promises nothing,
   * because the row of a lost create differs from the create itself until the two are merged. `shownBefore`: at the
   * last kill.
   */
  settleOpen(facts: Seen, shownBefore: Seen['shown']): boolean {
    const open = this.#open
    this.#open = null
    if (open === null) return true
    const before = this.latest(facts)
    const { fields, records } = open
    const isUnchanged = (record: number): boolean => {
      const shown = facts.shown.get(record)
      const known = { ...promisedBy(shownBefore.get(record)), ...before.get(record) }
      return shown === undefined ? known.isThere !== true : brokenField(known, shown) === null
    }
    if (!records.every(isUnchanged)) this.adopt(records, facts, fields ?? {})
    if (fields === null) return true
    // For a record that is about to be deleted, only its deletion can be checked.
    const isChecked = ({ isThere }: Shown): boolean => isThere || fields.isThere !== undefined
    const there = records.flatMap((record) => facts.shown.get(record) ?? []).filter(isChecked)
    const isAll = (wanted: (shown: Shown) => Promised | undefined): boolean =>
      there.every((shown) => brokenField(wanted(shown) ?? {}, shown) === null)
    return isAll(() => fields) || isAll(({ record }) => before.get(record))
  }
}

const promisedBy = (shown: Shown | undefined): Promised =>
  shown === undefined ? {} : { favorite: shown.favorite, name: shown.name, isThere: shown.isThere }

const FIELDS: readonly Field[] = ['favorite', 'name', 'isThere']

/** The first field that differs from its promise; `null` if none does. */
export function brokenField(promised: Promised, shown: Shown | undefined): Field | null {
  if (shown === undefined || !shown.isThere) return promised.isThere === false ? null : 'isThere'
  return FIELDS.find((field) => promised[field] !== undefined && promised[field] !== shown[field]) ?? null
}
