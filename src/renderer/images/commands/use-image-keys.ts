import { useEffect } from 'react'
import { registerScreenCommands } from '../../commands/app-shortcuts.ts'
import { currentPlatform, isElsewhere, isQuestionOpen } from '../../commands/keyboard.ts'
import { isFullViewOpen } from '../view/full-view-store.ts'
import type { ImagesControl } from './control.ts'
import { commandOf, repeatsWhileHeld, type ImageCommand } from './shortcuts.ts'

/** Runs commands for key presses and native menu items while the screen is mounted. */
export function useImageKeys({ parts, run }: ImagesControl): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isQuestionOpen()) return
      const target = event.target instanceof Element ? event.target : null
      const command = commandOf(event, {
        platform: currentPlatform(),
        isGridFocused: parts.isGrid(target) || isInFullView(event),
        isInfoFocused: (target?.closest('aside') ?? null) !== null,
        isElsewhere: isElsewhere(target)
      })
      if (command === null) return
      event.preventDefault()
      if (!event.repeat || repeatsWhileHeld(command)) run(mirrored(command))
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [parts, run])
  useEffect(() => registerScreenCommands((name) => run({ name })), [run])
}

/** Returns whether the key belongs to the full view, which has the keys of single tiles unless they press a button. */
function isInFullView({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element) || !isFullViewOpen()) return false
  const isPress = (key === 'Enter' || key === ' ') && target.closest('button') !== null
  return !isPress && (target === document.body || target.closest('[data-cover]') !== null)
}

/** Swaps left and right in right-to-left layout, where the left arrow leads to the next image. */
function mirrored(command: ImageCommand): ImageCommand {
  if (command.name !== 'move' || document.dir !== 'rtl') return command
  if (command.step === 'next') return { ...command, step: 'previous' }
  return command.step === 'previous' ? { ...command, step: 'next' } : command
}
