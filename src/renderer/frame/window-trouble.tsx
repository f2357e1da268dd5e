import type { Failure } from '../../shared/failure.ts'
import { bridge } from '../bridge.ts'
import { failureSentence } from '../copy/failures.ts'
import { frameCopy } from '../copy/frame.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './window-trouble.module.css'

/** All the window can say when it has nothing else to show: what is wrong, and what to do about it. */
export function WindowTrouble({ failure }: { readonly failure: Failure }) {
  const { headline, body } = failureSentence(failure, 'library')
  return (
    <main className={styles.trouble}>
      <Icon name="triangle" size={20} className={styles.icon} />
      <h1 className={styles.headline}>{headline}</h1>
      <p className={styles.body}>{body}</p>
      <Button look="box" onClick={() => void bridge.quit(null)}>
        {frameCopy.quit}
      </Button>
    </main>
  )
}
