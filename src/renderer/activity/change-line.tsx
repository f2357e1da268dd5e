import type { BatchItemRow, ItemValue, ItemStatus } from '../../shared/batch.ts'
import { type ChangeRow, isDeletion } from '../../shared/change.ts'
import { responseText, itemResponse, originText, valueText } from '../../copy/activity.ts'
import { copy } from '../../copy/language.ts'
import { titleOf } from '../../copy/names.ts'
import { repairActionLabel } from '../../copy/needs.ts'
import { RecordThumb } from '../frame/record-picture.tsx'
import { startRowRepair } from '../frame/repair-store.ts'
import { useSendTime } from '../stores/sync-store.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { VisuallyHidden } from '../ui/notes.tsx'
import type { NeedRow } from './need-sections.ts'
import styles from './change-line.module.css'

interface ChangeLineProps {
  /** `undefined` while it is being read. */
  readonly row: ChangeRow | undefined
  readonly isActive: boolean
  /** ms since epoch. */
  readonly now: number
  /** Texts that the head of the section shows for all of its rows, so that rows omit them. */
  readonly headTexts: readonly string[]
  /** Opens the panel with everything known of the change. */
  readonly onDetails: () => void
}

/** One change: item, values before and after, batch, and response of the service. */
export function ChangeLine({ row, isActive, now, headTexts, onDetails }: ChangeLineProps) {
  if (row === undefined)
    return <div role="gridcell" className={styles.row} aria-label={copy.activity.onItsWay} aria-busy="true" />
  const unlessInHead = (text: string): string | null => (headTexts.includes(text) ? null : text)
  return (
    <div className={styles.row} data-active={isActive || undefined}>
      <div role="gridcell" className={styles.name}>
        <RecordThumb record={row.record} stamp={row.picture} edge={28} isProject={row.group === 'projects'} />
        <bdi>{titleOf(row.name)}</bdi>
      </div>
      <div role="gridcell">
        <ValueChange before={row.before} after={row.after} words={wordsOf(row)} />
      </div>
      <div role="gridcell" className={styles.origin}>
        {unlessInHead(originText(row, now))}
      </div>
      <div role="gridcell" className={styles.tries}>
        {unlessInHead(copy.activity.attempts(row.tries))}
      </div>
      <div role="gridcell" className={styles.answer} data-failed={row.failure !== null || undefined}>
        <ResponseText row={row} now={now} unlessInHead={unlessInHead} />
      </div>
      <div role="gridcell" className={styles.actions}>
        <LineButtons row={row} isActive={isActive} onDetails={onDetails} />
      </div>
    </div>
  )
}

interface ResponseTextProps {
  readonly row: ChangeRow
  readonly now: number
  readonly unlessInHead: (text: string) => string | null
}

function ResponseText({ row, now, unlessInHead }: ResponseTextProps) {
  return unlessInHead(responseText(row, useSendTime(row.group), now))
}

/** Returns a text for a create or a deletion, which has no two values. */
function wordsOf({ kind }: ChangeRow): string | null {
  if (kind === 'create') return copy.activity.newImage
  return isDeletion(kind) ? copy.activity.toBeDeleted : null
}

type LineButtonsProps = Omit<ChangeLineProps, 'row' | 'now' | 'headTexts'> & { readonly row: ChangeRow }

/** The default action, and a button that opens all of them. */
function LineButtons({ row, isActive, onDetails }: LineButtonsProps) {
  const [first] = row.repairActions
  const tabIndex = isActive ? 0 : -1
  return (
    <>
      {first !== undefined && (
        <Button variant="box" size="small" tabIndex={tabIndex} onClick={() => startRowRepair(row, first)}>
          {repairActionLabel({ repairAction: first, count: 1, kind: row.kind, row })}
        </Button>
      )}
      <IconButton icon="info" size="small" label={copy.activity.details} tabIndex={tabIndex} onClick={onDetails} />
    </>
  )
}

interface GoneLineProps {
  readonly row: Extract<NeedRow, { kind: 'gone' }>
  readonly isActive: boolean
}

/** A record that seems gone from the service. */
export function GoneLine({ row, isActive }: GoneLineProps) {
  return (
    <div className={styles.row} data-active={isActive || undefined}>
      <div role="gridcell" className={styles.name}>
        <RecordThumb record={row.record} stamp={null} edge={28} isProject={row.group === 'projects'} />
        <bdi>{titleOf(row.name)}</bdi>
      </div>
    </div>
  )
}

const icons: Readonly<Record<ItemStatus, IconName>> = {
  waiting: 'dot',
  sending: 'sync',
  checking: 'search',
  done: 'check',
  unchanged: 'check',
  needsAttention: 'triangle',
  canceled: 'cross'
}

interface ItemLineProps {
  /** `undefined` while it is being read. */
  readonly row: BatchItemRow | undefined
  readonly isActive: boolean
  readonly now: number
  /** The batch, in place of the status, in a list of one status; absent for the status. */
  readonly origin?: string
}

/** One item of a batch with its status. */
export function ItemLine({ row, isActive, now, origin }: ItemLineProps) {
  if (row === undefined)
    return <div role="gridcell" className={styles.item} aria-label={copy.activity.onItsWay} aria-busy="true" />
  const { name, before, after, status } = row
  return (
    <div className={styles.item} data-active={isActive || undefined} data-single={origin !== undefined || undefined}>
      <div role="gridcell" className={styles.name}>
        <bdi>{titleOf(name)}</bdi>
      </div>
      <div role="gridcell">
        <ValueChange before={before} after={after} words={itemText(row)} />
      </div>
      <div role="gridcell" className={styles.outcome} data-status={status}>
        <Icon name={icons[status]} size={12} />
        {origin ?? copy.batches.outcomeNames[status]}
      </div>
      <div role="gridcell" className={styles.answer}>
        {itemResponse(row, now)}
      </div>
    </div>
  )
}

/** Returns a text for a created or deleted record, which has at most one value. */
function itemText({ before, after }: BatchItemRow): string | null {
  if (before === null) return copy.activity.newImage
  return after === null ? copy.activity.toBeDeleted : null
}

interface ValueChangeProps {
  readonly before: ItemValue
  readonly after: ItemValue
  /** The text for a create or a deletion; `null` for two values. */
  readonly words: string | null
}

/** The values before and after: stars as shapes, names as text. */
function ValueChange({ before, after, words }: ValueChangeProps) {
  if (words !== null) return <span className={styles.change}>{words}</span>
  return (
    <span className={styles.change}>
      <Value value={before} />
      <Icon name="arrow" size={12} />
      <VisuallyHidden>{copy.activity.becomes}</VisuallyHidden>
      <Value value={after} />
    </span>
  )
}

function Value({ value }: { readonly value: ItemValue }) {
  if (typeof value !== 'boolean') return <bdi className={styles.value}>{valueText(value)}</bdi>
  return (
    <>
      <Icon name="star" isFilled={value} className={value ? styles.gold : undefined} />
      <VisuallyHidden>{valueText(value)}</VisuallyHidden>
    </>
  )
}
