import { useEffect } from 'react'
import { currentPlatform } from './commands/platform.ts'
import { commandOf } from './commands/shortcuts.ts'
import type { ImageCommand } from './commands/shortcuts.ts'
import type { ImagesControl } from './images-control.ts'

/** What has keys of its own: text, and whatever floats over the screen. */
const ELSEWHERE =
  'input:not([type="range"]), textarea, [contenteditable], [role="menu"], [role="dialog"], [role="listbox"]'

/** Turns key presses into commands while the screen is mounted. */
export function useImageKeys({ parts, run }: ImagesControl): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      const target = event.target instanceof Element ? event.target : null
      const command = commandOf(event, {
        platform: currentPlatform(),
        isGridFocused: parts.isGrid(target),
        isElsewhere: target !== null && target.closest(ELSEWHERE) !== null
      })
      if (command === null) return
      event.preventDefault()
      run(mirrored(command))
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [parts, run])
}

/** In right-to-left the left arrow leads to the next image. */
function mirrored(command: ImageCommand): ImageCommand {
  if (command.name !== 'move' || document.dir !== 'rtl') return command
  if (command.step === 'next') return { ...command, step: 'previous' }
  return command.step === 'previous' ? { ...command, step: 'next' } : command
}
