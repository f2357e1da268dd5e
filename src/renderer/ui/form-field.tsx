import { useId } from 'react'
import type { ReactNode } from 'react'
import styles from './form-field.module.css'

/** What ties a control to its label and to the words under it. */
export interface ControlTies {
  readonly id: string
  readonly labelId: string
  readonly describedBy: string
  readonly isInvalid: boolean
}

interface FormFieldProps {
  readonly label: string
  /** "required" or "optional", beside the label. */
  readonly note: string
  /** At the end of the label's line: a count. */
  readonly count?: string | null
  /** Under the control; its line is kept free, so that a word there moves nothing. */
  readonly error?: string | null
  /** The label of a group of controls names them all and is no target of its own. */
  readonly isGroup?: boolean
  readonly children: (ties: ControlTies) => ReactNode
}

/** A control with its label above and what is wrong with it beneath. */
export function FormField({ label, note, count = null, error = null, isGroup = false, children }: FormFieldProps) {
  const id = useId()
  const labelId = `${id}-label`
  const describedBy = `${id}-text`
  const words = (
    <>
      {label} <span className={styles.note}>{note}</span>
    </>
  )
  return (
    <div className={styles.field}>
      <div className={styles.line}>
        {isGroup ? (
          <span id={labelId} className={styles.label}>
            {words}
          </span>
        ) : (
          <label id={labelId} className={styles.label} htmlFor={id}>
            {words}
          </label>
        )}
        {count !== null && <span className={styles.count}>{count}</span>}
      </div>
      {children({ id, labelId, describedBy, isInvalid: error !== null })}
      <p id={describedBy} className={styles.error}>
        {error}
      </p>
    </div>
  )
}
