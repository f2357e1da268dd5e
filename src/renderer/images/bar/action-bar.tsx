import { addLabel, imagesCopy, removeLabel, selectedCount } from '../../copy/images.ts'
import { Button } from '../../ui/button.tsx'
import { clearWithWord } from '../commands/run-command.ts'
import { useControl } from '../control-context.ts'
import { endSticky } from '../selection/selection.ts'
import { useSelection } from '../selection/selection-store.ts'
import { useSummary } from '../selection/summary-store.ts'
import { MoreMenu } from './more-menu.tsx'
import styles from './action-bar.module.css'

/** What can be done with the selection, each with the number it will change. In sticky mode also the way out. */
export function ActionBar() {
  const size = useSelection((state) => state.selection.members.size)
  const isSticky = useSelection((state) => state.selection.mode === 'sticky')
  const { parts } = useControl()
  if (size === 0 && !isSticky) return null
  return (
    // A button that is gone or that acted leaves the focus to the grid, where the keys are.
    <div
      className={styles.bar}
      role="toolbar"
      tabIndex={-1}
      aria-label={selectedCount(size)}
      onClickCapture={(event) => !opensMenu(event.target) && parts.focusGrid()}
    >
      {size > 0 ? <FavoriteButtons /> : <span className={styles.hint}>{imagesCopy.choosing}</span>}
      {size > 0 && <MoreMenu />}
      {isSticky && <Button onClick={finishSticky}>{imagesCopy.done}</Button>}
      {size > 0 && <Button onClick={clearWithWord}>{imagesCopy.clear}</Button>}
    </div>
  )
}

const opensMenu = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('[aria-haspopup]') !== null

function finishSticky(): void {
  useSelection.getState().change(endSticky)
}

function FavoriteButtons() {
  const { favorites } = useControl()
  const summary = useSummary((state) => state.summary)
  return (
    <>
      <Button
        look="accent"
        icon="star"
        isIconFilled
        className={styles.first}
        isDisabled={summary?.notFavorites === 0}
        onClick={() => void favorites.set(true)}
      >
        {addLabel(summary?.notFavorites ?? null)}
      </Button>
      <Button icon="star" isDisabled={summary?.favorites === 0} onClick={() => void favorites.set(false)}>
        {removeLabel(summary?.favorites ?? null)}
      </Button>
    </>
  )
}
