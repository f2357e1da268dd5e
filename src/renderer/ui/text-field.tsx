import { useId } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import styles from './field.module.css'

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'children'> {
  readonly label: string
  /** Under the field, tied to it for assistive technology. */
  readonly help?: ReactNode
  /** Replaces the help and marks the field. */
  readonly error?: string | null
}

/** A line of text with its label above and help or error beneath. */
export function TextField({ label, help, error = null, ...rest }: TextFieldProps) {
  const id = useId()
  const helpId = `${id}-help`
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.box}>
        <input
          type="text"
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          {...rest}
          id={id}
          className={styles.input}
          aria-invalid={error !== null}
          aria-describedby={helpId}
        />
      </div>
      <div id={helpId} className={error === null ? styles.help : styles.error}>
        {error ?? help}
      </div>
    </div>
  )
}
