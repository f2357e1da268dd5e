/** The two kinds of change that are values, put side by side: how each is read, wanted and kept, as pieces of SQL. */
import { CHANGED } from './change-log.ts'

export type ValueKind = 'favorite' | 'name'

interface ValueSql {
  /** Bits of `CHANGED` when one of them is put. */
  readonly kinds: number
  /** The table with a row for each image; `f` below, `o` is its entry, `s` the row that says what is wanted. */
  readonly table: string
  /** Effective value, and what the mirror holds. */
  readonly shown: string
  readonly mirror: string
  /** Columns of a batch item, and what goes into them. */
  readonly items: string
  readonly itemValues: string
  /** Columns of an entry, what goes into them from an item, and into an entry that is there already. */
  readonly entries: string
  readonly entryValues: string
  readonly entryUpdate: string
  /** What an item of an undone batch wants again, and what it has set. */
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
    // Whoever renames again has seen their own name, not another one that came meanwhile, unless they were told of it.
    entryUpdate: `want_text = excluded.want_text,
      base_text = CASE WHEN is_refused = 1 THEN excluded.base_text ELSE base_text END`,
    earlier: 'before_text',
    set: 'after_text'
  }
}
