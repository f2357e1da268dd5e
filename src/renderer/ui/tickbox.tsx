import { Checkbox } from '@base-ui/react/checkbox'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import styles from './tickbox.module.css'

interface TickboxProps {
  readonly isTicked: boolean
  readonly onChange: (isTicked: boolean) => void
  readonly children: ReactNode
}

/** A box to tick with its words; the whole line is the target. */
export function Tickbox({ isTicked, onChange, children }: TickboxProps) {
  return (
    <label className={styles.line}>
      <Checkbox.Root className={styles.box} checked={isTicked} onCheckedChange={onChange}>
        <Checkbox.Indicator>
          <Icon name="check" size={12} />
        </Checkbox.Indicator>
      </Checkbox.Root>
      {children}
    </label>
  )
}
