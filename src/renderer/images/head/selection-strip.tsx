import { frozenSentence, imagesCopy, newerArrived, notInView, selectedCount } from '../../copy/images.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { clearWithWord } from '../commands/run-command.ts'
import { useControl } from '../control-context.ts'
import { exceptionsOf } from '../selection/selection.ts'
import type { FrozenSet, Selection } from '../selection/selection.ts'
import { useSelection } from '../selection/selection-store.ts'
import { useSummary } from '../selection/summary-store.ts'
import { useView } from '../view/view-store.ts'
import styles from './images-head.module.css'

/** What the selection holds, when that is more than the tiles on screen can show. */
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
        <b>{selectedCount(size)}</b>
        {selection.frozen && frozenText(selection, selection.frozen)}
        {isHidden && ` ${notInView(outOfView, size)}`}
      </p>
      {/* Each of these buttons goes away with its click: the focus goes to the grid, where the keys are. */}
      <span className={styles.links} onClickCapture={parts.focusGrid}>
        {selection.frozen && <NewerRecords frozen={selection.frozen} />}
        <Button look="link" size="small" onClick={clearWithWord}>
          {imagesCopy.clear}
        </Button>
      </span>
    </div>
  )
}

function frozenText(selection: Selection, frozen: FrozenSet): string {
  const { except, plus } = exceptionsOf(selection, frozen)
  return frozenSentence(frozen.query, { except: except.size, plus: plus.size })
}

/** Records that match the frozen query and came after it was frozen. */
function NewerRecords({ frozen }: { readonly frozen: FrozenSet }) {
  const { addArrivals } = useControl()
  const arrivals = useView((state) => state.arrivals)
  if (arrivals === null || arrivals.shown.query !== frozen.query) return null
  return (
    <>
      <span className={styles.quiet}>{newerArrived(arrivals.numbers.length)}</span>
      <Button look="link" size="small" onClick={addArrivals}>
        {imagesCopy.addThem}
      </Button>
    </>
  )
}
