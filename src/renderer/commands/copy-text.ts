/** Copies text to the clipboard and confirms it. */
import { copy } from '../../copy/language.ts'
import { showToast } from '../ui/toast.tsx'

/**
 * Copies text and shows a toast. `said`: its text on success. If the system refuses, the clipboard is unchanged and the
 * toast says so.
 */
export async function copyText(text: string, said: string): Promise<void> {
  showToast({ text: await copied(text, said) })
}

/** Copies text and returns the message, for a button in a dialog that would cover a toast. */
export async function copied(text: string, said: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    // The window lost the focus in the meantime, and a background page may not write to the clipboard.
    return copy.commands.notCopied
  }
  return said
}
