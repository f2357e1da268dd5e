import { useEffect, useId, useRef, useState } from 'react'
import type { ClipboardEvent, RefObject } from 'react'
import { Button } from './button.tsx'
import styles from './field.module.css'

interface SecretFieldProps {
  readonly label: string
  readonly showLabel: string
  readonly hideLabel: string
  readonly error?: string | null
  /** The owner reads and empties the input through it: the text never becomes state. */
  readonly inputRef: RefObject<HTMLInputElement | null>
  /** Cleans pasted text; null leaves it as it is. */
  readonly cleanPasted: (text: string) => string | null
  /** Told that the text changed, never what it is. */
  readonly onEdit?: () => void
}

/** A field whose text stays in the DOM node alone: uncontrolled, shown on request, emptied when it goes away. */
export function SecretField(props: SecretFieldProps) {
  const { label, showLabel, hideLabel, error = null, inputRef, cleanPasted, onEdit } = props
  const id = useId()
  const errorId = `${id}-error`
  const [isShown, setShown] = useState(false)
  useEmptiedOnLeave(inputRef)

  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const cleaned = cleanPasted(event.clipboardData.getData('text'))
    if (cleaned === null) return
    event.preventDefault()
    const input = event.currentTarget
    input.setRangeText(cleaned, input.selectionStart ?? 0, input.selectionEnd ?? input.value.length, 'end')
    onEdit?.()
  }
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.box}>
        <input
          ref={inputRef}
          id={id}
          className={styles.input}
          type={isShown ? 'text' : 'password'}
          placeholder=" "
          spellCheck={false}
          autoComplete="off"
          aria-invalid={error !== null}
          aria-describedby={errorId}
          onPaste={paste}
          onInput={onEdit}
        />
        <Button size="small" className={styles.button} aria-pressed={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? hideLabel : showLabel}
        </Button>
      </div>
      {error !== null && (
        <div id={errorId} className={styles.error}>
          {error}
        </div>
      )}
    </div>
  )
}

/** A removed node may outlive its screen in memory: its text must not. */
function useEmptiedOnLeave(inputRef: RefObject<HTMLInputElement | null>): void {
  const kept = useRef<HTMLInputElement | null>(null)
  useEffect(() => {
    kept.current = inputRef.current
    return () => {
      if (kept.current) kept.current.value = ''
    }
  }, [inputRef])
}
