import type { ComponentProps } from 'react'
import type { ControlTies } from './form-field.tsx'
import styles from './text-box.module.css'

interface TextLineProps extends Omit<ComponentProps<'input'>, 'id' | 'className'> {
  readonly ties: ControlTies
}

/** A line of text inside a form field. */
export function TextLine({ ties, ...rest }: TextLineProps) {
  return <input type="text" autoComplete="off" {...rest} {...tied(ties)} className={styles.box} />
}

interface TextBoxProps extends Omit<ComponentProps<'textarea'>, 'id' | 'className'> {
  readonly ties: ControlTies
}

/** Several lines of text; it grows with them, up to a height from which on it scrolls. */
export function TextBox({ ties, ...rest }: TextBoxProps) {
  return <textarea rows={6} {...rest} {...tied(ties)} className={`${styles.box} ${styles.lines}`} />
}

function tied({ id, describedBy, isInvalid }: ControlTies) {
  return { id, 'aria-describedby': describedBy, 'aria-invalid': isInvalid }
}
