import { addLabel, imagesCopy, removeLabel, selectedCount } from '../../copy/images.ts'
import { Button } from '../../ui/button.tsx'
import { clearWithWord } from '../commands/run-command.ts'
import { useControl } from '../control-context.ts'
import { useSelection } from '../selection/selection-store.ts'
import { useSummary } from '../selection/summary-store.ts'
import styles from './action-bar.module.css'

/** What can be done with the selection, each with the number it will change. */
export function ActionBar() {
  const { favorites, parts } = useControl()
  const size = useSelection((state) => state.selection.members.size)
  const summary = useSummary((state) => state.summary)
  if (size === 0) return null
  // A button that is gone or that acted leaves the focus to the grid, where the keys are.
  const thenGrid = (act: () => void) => () => {
    act()
    parts.focusGrid()
  }
  return (
    <div className={styles.bar} role="toolbar" aria-label={selectedCount(size)}>
      <Button
        look="accent"
        icon="star"
        isIconFilled
        isDisabled={summary?.notFavorites === 0}
        onClick={thenGrid(() => void favorites.set(true))}
      >
        {addLabel(summary?.notFavorites ?? null)}
      </Button>
      <Button icon="star" isDisabled={summary?.favorites === 0} onClick={thenGrid(() => void favorites.set(false))}>
        {removeLabel(summary?.favorites ?? null)}
      </Button>
      <Button onClick={thenGrid(clearWithWord)}>{imagesCopy.clear}</Button>
    </div>
  )
}
