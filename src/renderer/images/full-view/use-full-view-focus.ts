import { useEffect } from 'react'
import type { RefObject } from 'react'
import type { ScreenParts } from '../commands/screen-parts.ts'
import { useSelection } from '../selection/selection-store.ts'
import { useFullView } from './full-view-store.ts'
import { selectionOnClosing, selectionOnOpening } from './own-selection.ts'

/**
 * Takes the focus when the view opens, and gives it back to the grid when it closes: to the tile of the image seen
 * last, without scrolling unless that one is out of sight.
 */
export function useFullViewFocus(stage: RefObject<HTMLElement | null>, parts: ScreenParts): void {
  useEffect(() => {
    const opened = useFullView.getState().record
    const { change, focus } = useSelection.getState()
    if (opened !== null) {
      focus(opened)
      change((from) => selectionOnOpening(from, opened))
    }
    parts.register('stage', stage.current)
    parts.focusGrid()
    return () => {
      parts.register('stage', null)
      const { active } = useSelection.getState()
      if (active !== null) change((from) => selectionOnClosing(from, active))
      if (active !== null && active !== opened) useSelection.setState({ reveal: { record: active } })
      parts.focusGrid()
    }
  }, [stage, parts])
}
