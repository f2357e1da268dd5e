/** Deletions that can still be taken back: one message with one Undo, in sight until the last of them is sent. */
import { create } from 'zustand'
import type { BatchReceipt } from '../../shared/batch.ts'
import { groupOf } from '../../shared/change.ts'
import { DELETE_HOLD_MS } from '../../shared/limits.ts'
import { deleting } from '../copy/commands.ts'
import { currentSendTime } from '../stores/reach.ts'
import { showToast } from '../ui/toast.tsx'
import { undoOffer, useUndo } from './undo-store.ts'

interface Deletion {
  readonly receipt: BatchReceipt
  /** Of a single record; null for several. */
  readonly name: string | null
  /** When it is sent, monotonic ms; Infinity where that is not known. */
  readonly until: number
}

/** Oldest first. */
export const useDeletions = create<{ readonly open: readonly Deletion[] }>()(() => ({ open: [] }))

const isOfProject = ({ receipt }: Deletion): boolean => groupOf(receipt.verb) === 'projects'
const count = (open: readonly Deletion[]): number => open.reduce((sum, { receipt }) => sum + receipt.size, 0)

/** Says that this was deleted, together with what was deleted just before. */
export function sayDeleting(receipt: BatchReceipt, name: string | null): void {
  const now = performance.now()
  const { over } = useUndo.getState()
  const earlier = useDeletions.getState().open.filter((one) => one.until > now && !over.has(one.receipt.batch))
  const time = currentSendTime(groupOf(receipt.verb))
  const last = { receipt, name, until: time === 'now' ? now + DELETE_HOLD_MS : Infinity }
  const open = [...earlier, last]
  useDeletions.setState({ open })
  const projects = count(open.filter(isOfProject))
  const leaving = { images: count(open) - projects, projects, name: open.length === 1 ? name : null }
  showToast({
    text: deleting(leaving, time),
    action: undoOffer(open.map((one) => one.receipt)),
    staysMs: time === 'now' ? DELETE_HOLD_MS : null,
    isOfEveryScreen: true
  })
}
