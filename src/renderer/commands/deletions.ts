/** Deletions that can still be taken back: one message with one Undo, in sight until the last of them is sent. */
import { create } from 'zustand'
import type { BatchId, BatchReceipt } from '../../shared/batch.ts'
import { DELETE_HOLD_MS } from '../../shared/limits.ts'
import { commandCopy, deleting } from '../copy/commands.ts'
import { sendTime } from '../stores/reach.ts'
import { useSync } from '../stores/sync-store.ts'
import { closeToast, showToast } from '../ui/toast.tsx'
import { undoReceipt } from './undo-store.ts'

interface Deletion {
  readonly receipt: BatchReceipt
  /** Of a single image or project; null for several. */
  readonly name: string | null
  /** When it is sent, monotonic ms. */
  readonly until: number
}

/** Oldest first. */
export const useDeletions = create<{ readonly open: readonly Deletion[] }>()(() => ({ open: [] }))

const TOAST = 'deletions'

/** Says that this was deleted, together with what was deleted just before. */
export function sayDeleting(receipt: BatchReceipt, name: string | null): void {
  const now = performance.now()
  const open = useDeletions.getState().open.filter(({ until }) => until > now)
  say([...open, { receipt, name, until: now + DELETE_HOLD_MS }])
}

/** It was taken back, by whichever way. */
export function forgetDeletion(batch: BatchId): void {
  const { open } = useDeletions.getState()
  const left = open.filter(({ receipt }) => receipt.batch !== batch)
  if (left.length < open.length) say(left)
}

const isOfProject = ({ receipt }: Deletion): boolean => receipt.verb === 'delete-project'
const count = (open: readonly Deletion[]): number => open.reduce((sum, { receipt }) => sum + receipt.size, 0)

function say(open: readonly Deletion[]): void {
  useDeletions.setState({ open })
  const last = open.at(-1)
  if (last === undefined) return closeToast(TOAST)
  const projects = count(open.filter(isOfProject))
  const leaving = { images: count(open) - projects, projects, name: open.length === 1 ? last.name : null }
  const time = sendTime(useSync.getState().status, isOfProject(last) ? 'projects' : 'images')
  showToast({
    name: TOAST,
    text: deleting(leaving, time),
    action: { label: commandCopy.undo, run: () => void undoAll(open) },
    staysMs: Math.max(0, last.until - performance.now())
  })
}

/** The newest first, as they were asked for one after the other. */
async function undoAll(open: readonly Deletion[]): Promise<void> {
  for (const { receipt } of open.toReversed()) await undoReceipt(receipt)
}
