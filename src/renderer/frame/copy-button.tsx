import { useState } from 'react'
import { copied } from '../commands/copy-text.ts'
import { Button } from '../ui/button.tsx'
import type { ButtonProps } from '../ui/button.tsx'

interface CopyButtonProps extends ButtonProps {
  readonly label: string
  readonly text: string
  /** Takes the place of the label once the text is on the clipboard, until the button is left. */
  readonly said: string
}

/** Copies a text, and says so itself: it may be part of a dialog, which lies over what is said elsewhere. */
export function CopyButton({ label, text, said, ...rest }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<string | null>(null)
  const forget = () => setOutcome(null)
  return (
    <Button
      look="box"
      {...rest}
      onClick={() => void copied(text, said).then(setOutcome)}
      onPointerLeave={forget}
      onBlur={forget}
    >
      <span aria-live="polite">{outcome ?? label}</span>
    </Button>
  )
}
