/** Puts text on the clipboard and says so. */
import { commandCopy } from '../copy/commands.ts'
import { showToast } from '../ui/toast.tsx'

/** `said`: what was copied. When the system would not take it, the clipboard holds what it held, and that is said. */
export async function copyText(text: string, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    // The window lost the focus in between, and a page in the back may not write there.
    return showToast({ text: commandCopy.notCopied })
  }
  showToast({ text: said })
}
