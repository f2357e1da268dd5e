import { Combobox } from '@base-ui/react/combobox'
import { useState } from 'react'
import type { ControlTies } from './form-field.tsx'
import { Icon } from './icon.tsx'
import floating from './floating.module.css'
import styles from './list-choice.module.css'
import { usePanelFocus } from './panel-focus.ts'

interface ListOption {
  readonly value: string
  readonly label: string
}

interface ListChoiceProps {
  readonly ties: ControlTies
  /** Names the list for assistive technology. */
  readonly label: string
  readonly searchLabel: string
  readonly emptyText: string
  readonly value: string
  readonly options: readonly ListOption[]
  /** Its label is shown quietly: it stands for nothing chosen. */
  readonly quietValue?: string
  readonly onChange: (value: string) => void
}

/** One of a list, shown as a field; the open list has a search of its own. */
export function ListChoice(props: ListChoiceProps) {
  const { ties, label, value, options, quietValue, onChange } = props
  const chosen = options.find((option) => option.value === value) ?? null
  const [isSearching, setSearching] = useState(false)
  const { ref, initialFocus } = usePanelFocus()
  return (
    <Combobox.Root
      items={options}
      value={chosen}
      onValueChange={(option) => option !== null && onChange(option.value)}
      isItemEqualToValue={(one, other) => one.value === other.value}
      onInputValueChange={(text) => setSearching(text !== '')}
      // Enter takes the first hit of a search; without one it must not change what is chosen.
      autoHighlight={isSearching}
    >
      <Combobox.Trigger
        id={ties.id}
        className={styles.field}
        data-quiet={value === quietValue || undefined}
        aria-labelledby={`${ties.labelId} ${ties.id}`}
        aria-describedby={ties.describedBy}
        aria-invalid={ties.isInvalid}
      >
        <span className={styles.value}>{chosen?.label ?? value}</span>
        <Icon name="chevrons" className={styles.chevrons} />
      </Combobox.Trigger>
      <Combobox.Portal>
        <Combobox.Positioner className={floating.positioner} align="start" sideOffset={4}>
          <Combobox.Popup
            ref={ref}
            initialFocus={initialFocus}
            className={`${floating.sheet} ${styles.popup}`}
            aria-label={label}
          >
            <OpenList {...props} />
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}

function OpenList({ searchLabel, emptyText }: ListChoiceProps) {
  return (
    <>
      <Combobox.Input className={styles.search} placeholder={searchLabel} aria-label={searchLabel} />
      <Combobox.Empty>
        <p className={styles.empty}>{emptyText}</p>
      </Combobox.Empty>
      <Combobox.List className={styles.list}>
        {(option: ListOption) => (
          <Combobox.Item key={option.value} value={option} className={floating.item}>
            <span className={floating.mark}>
              <Combobox.ItemIndicator>
                <Icon name="check" />
              </Combobox.ItemIndicator>
            </span>
            {option.label}
          </Combobox.Item>
        )}
      </Combobox.List>
    </>
  )
}
