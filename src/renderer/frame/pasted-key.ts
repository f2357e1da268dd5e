import { cleanApiKey } from '../../shared/api-key-format.ts'

/** Pasted text as a key, without what came along with it; null = no key in it, leave the text to the person. */
export function pastedKey(text: string): string | null {
  const cleaned = cleanApiKey(text)
  return cleaned.ok ? cleaned.value : null
}
