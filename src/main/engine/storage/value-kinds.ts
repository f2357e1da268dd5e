/** SQL fragments for the two kinds of change that set a value: how each is read, desired and stored. */
import { CHANGED } from './change-log.ts'

export type ValueKind = 'favorite' | 'name'

interface ValueSql {
  /** Bits of `CHANGED` for a change of this kind. */
  readonly kinds: number
  /** Table with a row for each image: `f` below. `o` is its entry, `s` the source row with the desired value. */
  readonly table: string
  /** Effective value, and mirror value. */
  readonly shown: string
  readonly mirror: string
  /** Columns of a batch item, and their values. */
  readonly items: string
  readonly itemValues: string
  /** Columns of an entry, their values from an item, and the update of an existing entry. */
  readonly entries: string
  readonly entryValues: string
  readonly entryUpdate: string
  /** Column with the value that an undo restores, and column with the value that the item set. */
  readonly earlier: string
  readonly set: string
}

const favoriteShown = 'ifnull(o.want, ifnull(f.favorite, 0))'
const nameShown = "ifnull(o.want_text, ifnull(f.name, ''))"

export const VALUE_SQL: Readonly<Record<ValueKind, ValueSql>> = {
  favorite: {
    kinds: CHANGED.overlay,
    table: 'flags',
    shown: favoriteShown,
    mirror: 'ifnull(f.favorite, 0)',
    items: 'before, after',
    itemValues: `${favoriteShown}, s.want`,
    entries: 'want, base',
    entryValues: 'after, before',
    entryUpdate: 'want = excluded.want',
    earlier: 'before',
    set: 'after'
  },
  name: {
    kinds: CHANGED.overlay | CHANGED.fields | CHANGED.order,
    table: 'images',
    shown: nameShown,
    mirror: "ifnull(f.name, '')",
    items: 'before, after, before_text, after_text',
    itemValues: `0, ${nameShown} <> s.want, ${nameShown}, s.want`,
    entries: 'want, base, want_text, base_text',
    entryValues: "1, 0, after_text, (SELECT ifnull(name, '') FROM images WHERE record = batch_items.record)",
    // A user who renames again has seen their own name, not a newer one on the service, unless a refusal showed it.
    entryUpdate: `want_text = excluded.want_text,
      base_text = CASE WHEN is_refused = 1 THEN excluded.base_text ELSE base_text END`,
    earlier: 'before_text',
    set: 'after_text'
  }
}
