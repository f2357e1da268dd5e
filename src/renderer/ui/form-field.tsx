import { Combobox } from '@base-ui/react/combobox'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { Icon } from './icon.tsx'
import { usePanelFocus } from './panel-focus.ts'
import floating from './floating.module.css'
import styles from './form-field.module.css'

/** Ids that connect a control to its label and to the text below it. */
export interface ControlIds {
  readonly id: string
  readonly labelId: string
  readonly describedBy: string
  readonly isInvalid: boolean
}

interface FormFieldProps {
  readonly label: string
  /** “required” or “optional”, beside the label. */
  readonly note: string
  /** A count at the end of the label’s line. */
  readonly count?: string | null
  /** Below the control; its line is always reserved, so that an error moves nothing. */
  readonly error?: string | null
  /** The label of a group of controls names them all and is not clickable. */
  readonly isGroup?: boolean
  readonly children: (ids: ControlIds) => ReactNode
}

/** A control with its label above and its error below. */
export function FormField({ label, note, count = null, error = null, isGroup = false, children }: FormFieldProps) {
  const id = useId()
  const labelId = `${id}-label`
  const describedBy = `${id}-text`
  const labelText = (
    <>
      {label} <span className={styles.note}>{note}</span>
    </>
  )
  return (
    <div className={styles.field}>
      <div className={styles.line}>
        {isGroup ? (
          <span id={labelId} className={styles.label}>
            {labelText}
          </span>
        ) : (
          <label id={labelId} className={styles.label} htmlFor={id}>
            {labelText}
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

interface TextLineProps extends Omit<ComponentProps<'input'>, 'id' | 'className'> {
  readonly ids: ControlIds
}

/** A line of text inside a form field. */
export function TextLine({ ids, ...rest }: TextLineProps) {
  return <input type="text" dir="auto" autoComplete="off" {...rest} {...controlProps(ids)} className={styles.box} />
}

interface TextBoxProps extends Omit<ComponentProps<'textarea'>, 'id' | 'className'> {
  readonly ids: ControlIds
}

/** Several lines of text; grows with the text up to a maximum height, then scrolls. */
export function TextBox({ ids, ...rest }: TextBoxProps) {
  return <textarea rows={6} dir="auto" {...rest} {...controlProps(ids)} className={`${styles.box} ${styles.lines}`} />
}

function controlProps({ id, describedBy, isInvalid }: ControlIds) {
  return { id, 'aria-describedby': describedBy, 'aria-invalid': isInvalid }
}

interface ListOption {
  readonly value: string
  readonly label: string
}

interface ListChoiceProps {
  readonly ids: ControlIds
  /** Names the list for assistive technology. */
  readonly label: string
  readonly searchLabel: string
  readonly emptyText: string
  readonly value: string
  readonly options: readonly ListOption[]
  /** The value that means “no choice”; its label is shown quietly. */
  readonly quietValue?: string
  readonly onChange: (value: string) => void
}

/** A choice from a list, shown as a field; the open list has a search field. */
export function ListChoice(props: ListChoiceProps) {
  const { ids, label, value, options, quietValue, onChange } = props
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
      // Enter takes the first match of a search; without a search it must not change the choice.
      autoHighlight={isSearching}
    >
      <Combobox.Trigger
        id={ids.id}
        className={floating.field}
        data-quiet={value === quietValue || undefined}
        aria-labelledby={`${ids.labelId} ${ids.id}`}
        aria-describedby={ids.describedBy}
        aria-invalid={ids.isInvalid}
      >
        <span className={floating.value}>{chosen?.label ?? value}</span>
        <Icon name="chevrons" className={floating.chevrons} />
      </Combobox.Trigger>
      <Combobox.Portal>
        <Combobox.Positioner className={floating.positioner} align="start" sideOffset={4}>
          <Combobox.Popup
            ref={ref}
            initialFocus={initialFocus}
            className={`${floating.sheet} ${floating.listChoicePopup}`}
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
      <Combobox.Input className={floating.search} placeholder={searchLabel} aria-label={searchLabel} />
      <Combobox.Empty>
        <p className={floating.empty}>{emptyText}</p>
      </Combobox.Empty>
      <Combobox.List className={floating.list}>
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
