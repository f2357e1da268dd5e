/** Puts text on the clipboard and says so. */
import { commandCopy } from '../copy/commands.ts'
import { showToast } from '../ui/toast.tsx'

/** `said`: what was copied. When the system would not take it, the clipboard holds what it held, and that is said. */
export async function copyText(text: string, said: string): Promise<void> {
  showToast({ text: await copied(text, said) })
}

/** The same for a button that says it itself, because a dialog lies over everything else. */
export async function copied(text: string, said: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    // The window lost the focus in between, and a page in the back may not write there.
    return commandCopy.notCopied
  }
  return said
}
