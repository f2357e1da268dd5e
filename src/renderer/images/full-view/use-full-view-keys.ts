import { useEffect } from 'react'
import type { RefObject } from 'react'
import { isElsewhere, isQuestionOpen } from '../../commands/place-of-focus.ts'
import { fullViewCommandOf, goesOnWhileHeld } from './full-view-keys.ts'
import { useFullView } from './full-view-store.ts'
import type { RunFullView } from './full-view-runner.ts'

/** Turns key presses into commands before those of the screen see them. */
export function useFullViewKeys(cover: RefObject<HTMLElement | null>, run: RunFullView): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isQuestionOpen() || !isForFullView(event, cover.current)) return
      const command = fullViewCommandOf(event, {
        isReviewing: useFullView.getState().isReviewing,
        isRightToLeft: document.dir === 'rtl'
      })
      if (command === null) return
      event.preventDefault()
      if (command !== 'nothing' && (!event.repeat || goesOnWhileHeld(command))) run(command)
    }
    document.addEventListener('keydown', onKeyDown, { capture: true })
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [cover, run])
}

/** The focus is in the view, or nowhere; a button keeps the keys that press it. Escape closes from the panel too. */
function isForFullView({ target, key }: KeyboardEvent, cover: HTMLElement | null): boolean {
  if (!(target instanceof Element) || isElsewhere(target)) return false
  if (key === 'Escape') return true
  const isHere = target === document.body || cover?.contains(target) === true
  const isPress = (key === 'Enter' || key === ' ') && target.closest('button') !== null
  return isHere && !isPress
}
