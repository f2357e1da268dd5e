import type { Failure } from '../../shared/failure.ts'
import { failureDetailsCopy as copy, failureParts, failureText } from '../copy/failure-details.ts'
import { Button } from '../ui/button.tsx'
import { Popover } from '../ui/popover.tsx'
import { CopyButton } from './copy-button.tsx'
import styles from './failure-details.module.css'

/** A button that shows what stands behind a sentence: status, host, and what was said there. Text, never markup. */
export function FailureDetails({ failure }: { readonly failure: Failure }) {
  const trigger = (
    <Button look="plain" size="small">
      {copy.open}
    </Button>
  )
  return (
    <Popover label={copy.label} align="end" trigger={trigger}>
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
      <CopyButton size="small" label={copy.copy} text={failureText(failure)} said={copy.copied} />
    </Popover>
  )
}
