/** The keys of a command in the words of this keyboard. */
import { keysOf } from '../../commands/keyboard.ts'
import { currentPlatform } from '../../commands/place-of-focus.ts'
import { chordOf } from './shortcuts.ts'
import type { ImageCommand } from './shortcuts.ts'

/** null = it has none here. */
export function keysOfCommand(name: ImageCommand['name']): string | null {
  const chord = chordOf(name, currentPlatform())
  return chord && keysOf(chord)
}

/** For sentences that tell of it. */
export const favoriteKey = (): string => keysOfCommand('add-favorite') ?? ''
