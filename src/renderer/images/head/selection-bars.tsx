import { frozenSentence } from '../../../copy/images.ts'
import { copy } from '../../../copy/language.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useControl } from '../commands/control.ts'
import { MoreMenu } from '../commands/menus.tsx'
import { clearWithToast } from '../commands/run-command.ts'
import {
  changeSelection,
  endSticky,
  exceptionsOf,
  type FrozenSet,
  type Selection,
  useSelection
} from '../selection/selection.ts'
import { useSummary } from '../selection/summary-store.ts'
import { useView } from '../view/view-store.ts'
import styles from './images-head.module.css'

/** Commands for the selection, each with the number of records that it changes. In sticky mode also Done. */
export function ActionBar() {
  const size = useSelection((state) => state.selection.members.size)
  const isSticky = useSelection((state) => state.selection.mode === 'sticky')
  const { parts } = useControl()
  if (size === 0 && !isSticky) return null
  return (
    // After a click the focus moves to the grid, because the button may be gone.
    <div
      className={styles.actionBarBar}
      role="toolbar"
      tabIndex={-1}
      aria-label={copy.selection.count(size)}
      onClickCapture={(event) => !opensMenu(event.target) && parts.focusGrid()}
    >
      {size > 0 ? <FavoriteButtons /> : <span className={styles.hint}>{copy.images.choosing}</span>}
      {size > 0 && <MoreMenu />}
      {isSticky && <Button onClick={finishSticky}>{copy.images.done}</Button>}
      {size > 0 && <Button onClick={clearWithToast}>{copy.images.clear}</Button>}
    </div>
  )
}

const opensMenu = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('[aria-haspopup]') !== null

function finishSticky(): void {
  changeSelection(endSticky)
}

function FavoriteButtons() {
  const { favorites } = useControl()
  const summary = useSummary((state) => state.summary)
  return (
    <>
      <Button
        variant="accent"
        icon="star"
        isIconFilled
        className={styles.first}
        isDisabled={summary?.notFavorites === 0}
        onClick={() => void favorites.set(true)}
      >
        {copy.selection.add(summary?.notFavorites ?? null)}
      </Button>
      <Button icon="star" isDisabled={summary?.favorites === 0} onClick={() => void favorites.set(false)}>
        {copy.selection.remove(summary?.favorites ?? null)}
      </Button>
    </>
  )
}

/** A sentence about the selection if it contains more than the tiles on screen can show. */
export function SelectionStrip() {
  const selection = useSelection((state) => state.selection)
  const { parts } = useControl()
  const outOfView = useSummary((state) => state.summary?.outOfView ?? 0)
  const { size } = selection.members
  const isHidden = size > 1 && outOfView > 0
  if (size === 0 || (!isHidden && selection.frozen === null)) return null
  return (
    <div className={styles.strip}>
      <Icon name="check" className={styles.check} />
      <p className={styles.sentence}>
        <b>{copy.selection.count(size)}</b>
        {selection.frozen && frozenText(selection, selection.frozen)}
        {isHidden && ` ${copy.selection.outOfView(outOfView, size)}`}
      </p>
      {/* Each of these buttons disappears with its click, so the focus moves to the grid. */}
      <span className={styles.links} onClickCapture={parts.focusGrid}>
        {selection.frozen && <NewerRecords frozen={selection.frozen} />}
        <Button variant="link" size="small" onClick={clearWithToast}>
          {copy.images.clear}
        </Button>
      </span>
    </div>
  )
}

function frozenText(selection: Selection, frozen: FrozenSet): string {
  const { except, plus } = exceptionsOf(selection, frozen)
  return frozenSentence(frozen.query, { except: except.size, plus: plus.size })
}

/** Records that match the frozen query and arrived after the freeze. */
function NewerRecords({ frozen }: { readonly frozen: FrozenSet }) {
  const { addArrivals } = useControl()
  const arrivals = useView((state) => state.arrivals)
  if (arrivals === null || arrivals.shown.query !== frozen.query) return null
  return (
    <>
      <span className={styles.quiet}>{copy.selection.newerArrived(arrivals.numbers.length)}</span>
      <Button variant="link" size="small" onClick={addArrivals}>
        {copy.images.addThem}
      </Button>
    </>
  )
}
