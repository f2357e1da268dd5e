import type { ChangeRow } from '../../shared/change.ts'

/** The change that the panel tells of. It is looked up whenever it is drawn, since its tries and answers go on. */
export interface ShownChange {
  readonly entry: number
  /** null once it is done, or taken back. */
  readonly look: () => ChangeRow | null
}

/** What the lists of changes tell the screen around them. */
export interface ChangeListener {
  /** The change with the focus. */
  readonly onShow: (change: ShownChange) => void
  /** Its panel is asked for. */
  readonly onDetails: () => void
}
