import { CommandFailure } from '../../commands/command-failure.tsx'
import { copy } from '../../../copy/language.ts'
import { resetQuery, setQuery, useQuery } from '../../stores/query-store.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useControl } from '../commands/control.ts'
import type { ScreenParts } from '../commands/screen-parts.ts'
import { type FilterChip, filterChips } from './filter-chips.ts'
import { SelectionStrip } from './selection-bars.tsx'
import { SearchScope } from './service-search.tsx'
import { WorkBar } from './work-bar.tsx'
import styles from './images-head.module.css'

/** The rows between toolbar and grid; in a low window chips and strip share one row. */
export function ImagesHead() {
  return (
    <>
      <CommandFailure />
      <div className={styles.rows}>
        <ChipsRow />
        <SelectionStrip />
      </div>
      <WorkBar />
    </>
  )
}

/** The active filters, each with a button to remove it, and one button to clear all. */
function ChipsRow() {
  const query = useQuery((state) => state.query)
  const { parts } = useControl()
  const chips = filterChips(query)
  if (chips.length === 0) return null
  return (
    <div className={styles.chips} onClickCapture={(event) => focusGridAfter(parts, event.target)}>
      {chips.map((chip) => (
        <Chip key={chip.key} chip={chip} />
      ))}
      <Button variant="link" size="small" onClick={resetQuery}>
        {copy.images.clearFilters}
      </Button>
      <SearchScope />
    </div>
  )
}

/** A chip disappears with its click, so the focus moves to the grid, which handles the keys. */
function focusGridAfter(parts: ScreenParts, target: EventTarget): void {
  if (!(target instanceof Element) || target.closest('button') === null) return
  if (target.closest('[data-stays]') === null) parts.focusGrid()
}

function Chip({ chip }: { readonly chip: FilterChip }) {
  const { subject, value } = chip.text
  return (
    <span className={styles.chip}>
      <span className={styles.words}>
        {subject !== null && `${subject}: `}
        <bdi className={styles.value}>{value}</bdi>
      </span>
      <button
        type="button"
        className={styles.cross}
        aria-label={copy.images.removeFilter(chip.text)}
        onClick={() => setQuery(chip.without)}
      >
        <Icon name="cross" size={12} />
      </button>
    </span>
  )
}
