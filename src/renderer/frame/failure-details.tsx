import { useState } from 'react'
import type { Failure } from '../../shared/failure.ts'
import { copied } from '../commands/copy-text.ts'
import { failureParts, failureReport } from '../../copy/failures.ts'
import { copy } from '../../copy/language.ts'
import { Button, type ButtonProps } from '../ui/button.tsx'
import { Popover } from '../ui/popover.tsx'
import styles from './app-frame.module.css'

/** A button that shows the details of a failure: status, host and message. Text, never markup. */
export function FailureDetails({ failure }: { readonly failure: Failure }) {
  const trigger = (
    <Button variant="plain" size="small">
      {copy.failures.details.open}
    </Button>
  )
  return (
    <Popover label={copy.failures.details.label} align="end" trigger={trigger}>
      <dl className={styles.parts}>
        {failureParts(failure).map(({ label, text }) => (
          <div key={label} className={styles.part}>
            <dt>{label}</dt>
            <dd>
              <bdi>{text}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <CopyButton
        size="small"
        label={copy.failures.details.copy}
        text={failureReport(failure)}
        copiedLabel={copy.failures.details.copied}
      />
    </Popover>
  )
}

interface CopyButtonProps extends ButtonProps {
  readonly label: string
  readonly text: string
  /** Replaces the label once the text is on the clipboard, until the button loses pointer or focus. */
  readonly copiedLabel: string
}

/** Copies a text and confirms it on the button, because a dialog may cover toasts. */
export function CopyButton({ label, text, copiedLabel, ...rest }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<string | null>(null)
  const reset = () => setOutcome(null)
  return (
    <Button
      variant="box"
      {...rest}
      onClick={() => void copied(text, copiedLabel).then(setOutcome)}
      onPointerLeave={reset}
      onBlur={reset}
    >
      <span aria-live="polite">{outcome ?? label}</span>
    </Button>
  )
}
