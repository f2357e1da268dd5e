import { type KeyboardEvent, useRef, useState } from 'react'
import type { ImageRow } from '../../../shared/image.ts'
import { MAX_NAME_LENGTH } from '../../../shared/limits.ts'
import { copy } from '../../../copy/language.ts'
import { titleOf } from '../../../copy/names.ts'
import { IconButton } from '../../ui/button.tsx'
import { Tooltip } from '../../ui/popover.tsx'
import { useControl } from '../commands/control.ts'
import styles from './inspector.module.css'

interface NameLineProps {
  readonly row: ImageRow
  /** Whether it is the first line of the panel, beside its close button. */
  readonly isAtCorner: boolean
}

/** Name and star. A click on the name opens a text field. */
export function NameLine({ row, isAtCorner }: NameLineProps) {
  const { favorites } = useControl()
  const [edited, setEdited] = useState<number | null>(null)
  const name = titleOf(row.name)
  return (
    <div className={styles.nameLine} data-corner={isAtCorner || undefined}>
      {edited === row.record ? (
        <NameField key={row.record} row={row} onEnd={() => setEdited(null)} />
      ) : (
        <Tooltip text={copy.inspector.rename}>
          <button type="button" className={styles.name} aria-label={name} onClick={() => setEdited(row.record)}>
            <h2>
              <bdi>{name}</bdi>
            </h2>
          </button>
        </Tooltip>
      )}
      <IconButton
        icon="star"
        className={row.favorite ? styles.gold : undefined}
        isIconFilled={row.favorite}
        label={row.favorite ? copy.inspector.removeFavorite : copy.inspector.addFavorite}
        aria-pressed={row.favorite}
        onClick={() => void favorites.toggle(row.record, row.favorite)}
      />
    </div>
  )
}

/** Saves on Enter and on blur, restores on Esc; a rejected name stays with the reason below. */
function NameField({ row, onEnd }: { readonly row: ImageRow; readonly onEnd: () => void }) {
  const { rename, parts } = useControl()
  const [text, setText] = useState(row.name)
  const [error, setError] = useState<string | null>(null)
  /** Set while the name is saved or after it was restored, so that blur saves nothing more. */
  const isSettled = useRef(false)
  const leave = () => {
    onEnd()
    parts.focusGrid()
  }
  const save = async (end: () => void) => {
    if (isSettled.current) return
    isSettled.current = true
    const refusal = await rename(row.record, text)
    if (refusal === null) return end()
    isSettled.current = false
    setError(refusal)
  }
  const restore = () => {
    isSettled.current = true
    leave()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter and Esc belong to the text during composition.
    if (event.nativeEvent.isComposing) return
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    if (event.key === 'Escape') restore()
    else void save(leave)
  }
  return (
    <div className={styles.nameEdit}>
      <input
        // Takes the focus, because the user just opened the field.
        ref={selectAll}
        className={styles.nameField}
        aria-label={copy.inspector.name}
        aria-invalid={error !== null}
        value={text}
        maxLength={MAX_NAME_LENGTH}
        spellCheck={false}
        dir="auto"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => void save(onEnd)}
      />
      <p className={styles.error} role="alert">
        {error}
      </p>
    </div>
  )
}

function selectAll(input: HTMLInputElement | null): void {
  input?.focus()
  input?.select()
}
