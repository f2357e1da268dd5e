import {
  type ClipboardEvent,
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState
} from 'react'
import { Button, IconButton } from './button.tsx'
import { Icon } from './icon.tsx'
import styles from './field.module.css'

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'children'> {
  readonly label: string
  /** Below the field, and its description for assistive technology. */
  readonly help?: ReactNode
  /** Replaces the help and marks the field. */
  readonly error?: string | null
}

/** A line of text with its label above and help or error below. */
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
          dir="auto"
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

interface SecretFieldProps {
  readonly label: string
  readonly showLabel: string
  readonly hideLabel: string
  readonly error?: string | null
  /** Gives the owner access to read and clear the input, so that the text never becomes state. */
  readonly inputRef: RefObject<HTMLInputElement | null>
  /** Cleans pasted text; `null` leaves it as it is. */
  readonly cleanPasted: (text: string) => string | null
  /** Called when the text changed, never with the text. */
  readonly onEdit?: () => void
}

/** A field whose text is only in the DOM node: uncontrolled, shown on request, cleared on unmount. */
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

/** Clears the field on unmount, because a removed node may stay in memory. */
function useEmptiedOnLeave(inputRef: RefObject<HTMLInputElement | null>): void {
  const last = useRef<HTMLInputElement | null>(null)
  useEffect(() => {
    last.current = inputRef.current
    return () => {
      if (last.current) last.current.value = ''
    }
  }, [inputRef])
}

interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'type'> {
  readonly label: string
  readonly clearLabel: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly inputRef?: RefObject<HTMLInputElement | null>
}

/** A search field that filters while typing. Escape clears it first; Escape in an empty field is not handled here. */
export function SearchField({
  label,
  clearLabel,
  value,
  onChange,
  onKeyDown,
  className,
  inputRef,
  ...rest
}: SearchFieldProps) {
  const own = useRef<HTMLInputElement>(null)
  const input = inputRef ?? own
  const keyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event)
    if (event.key !== 'Escape' || value === '' || event.nativeEvent.isComposing) return
    event.stopPropagation()
    onChange('')
  }
  const clear = () => {
    onChange('')
    input.current?.focus()
  }
  return (
    <div className={[styles.searchFieldField, className].filter(Boolean).join(' ')}>
      <Icon name="search" />
      <input
        ref={input}
        type="text"
        role="searchbox"
        dir="auto"
        spellCheck={false}
        autoComplete="off"
        placeholder={label}
        {...rest}
        className={styles.searchFieldInput}
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={keyDown}
      />
      {value !== '' && <IconButton icon="cross" size="small" label={clearLabel} tabIndex={-1} onClick={clear} />}
    </div>
  )
}
