import { useRef } from 'react'
import type { ComponentProps, KeyboardEvent, RefObject } from 'react'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'
import styles from './search-field.module.css'

interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'type'> {
  readonly label: string
  readonly clearLabel: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly inputRef?: RefObject<HTMLInputElement | null>
}

/** A search that answers as you type. Escape empties it first; an empty one lets Escape pass on. */
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
    <div className={[styles.field, className].filter(Boolean).join(' ')}>
      <Icon name="search" />
      <input
        ref={input}
        type="text"
        role="searchbox"
        spellCheck={false}
        autoComplete="off"
        placeholder={label}
        {...rest}
        className={styles.input}
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={keyDown}
      />
      {value !== '' && <IconButton icon="cross" size="small" label={clearLabel} tabIndex={-1} onClick={clear} />}
    </div>
  )
}
