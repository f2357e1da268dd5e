import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { MAX_NAME_LENGTH } from '../../../shared/limits.ts'
import { copy } from '../../../copy/language.ts'
import { AnchoredPanel } from '../../ui/popover.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useView } from '../view/view-store.ts'
import { useControl } from './control.ts'
import { useRename } from './rename.ts'
import styles from './commands.module.css'

/** The field over a tile during a rename; it closes with the screen. */
export function RenamePanel() {
  useEffect(() => close, [])
  const record = useRename((state) => state.record)
  const name = useView((state) => (record === null ? undefined : state.rows.get(record)?.name))
  if (record === null || name === undefined) return null
  return <NameField key={record} record={record} before={name} />
}

const close = (): void => useRename.setState({ record: null })

function NameField({ record, before }: { readonly record: number; readonly before: string }) {
  const { parts, rename } = useControl()
  const [name, setName] = useState(before)
  const [error, setError] = useState<string | null>(null)
  const isSaving = useRef(false)

  async function save(): Promise<void> {
    if (isSaving.current) return
    isSaving.current = true
    const sentence = await rename(record, name)
    isSaving.current = false
    if (sentence === null) close()
    else setError(sentence)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter that ends a composition belongs to the text.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    void save()
  }
  return (
    <AnchoredPanel
      label={copy.renaming.title}
      // In the full view the field is placed at the name in the bar, because the tile is covered.
      anchor={() => document.querySelector('[data-cover] h1') ?? parts.tile(record)}
      focusAfter={parts.keysPlace}
      // Leaving the field saves the name, as in a file list; an empty name is discarded.
      onClose={(by) => (by === 'escape' || name.trim() === '' ? close() : void save())}
    >
      <div className={styles.panel}>
        <TextField
          label={copy.renaming.name}
          value={name}
          maxLength={MAX_NAME_LENGTH}
          help={copy.renaming.help}
          error={error}
          spellCheck
          onFocus={(event) => event.target.select()}
          onChange={(event) => {
            setName(event.target.value)
            setError(null)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
    </AnchoredPanel>
  )
}
