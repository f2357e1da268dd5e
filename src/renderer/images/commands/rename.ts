/** The rename command, and which image is being renamed in the grid. */
import { create } from 'zustand'
import type { BatchReceipt } from '../../../shared/batch.ts'
import type { BridgeRequests } from '../../../shared/bridge.ts'
import type { Result } from '../../../shared/failure.ts'
import type { RecordNumber } from '../../../shared/image.ts'
import { failureText } from '../../../copy/failures.ts'
import { copy } from '../../../copy/language.ts'

type RenameImage = BridgeRequests['renameImage']

/** The image whose name is in a field over the grid; `null` if none is. */
export const useRename = create<{ readonly record: RecordNumber | null }>()(() => ({ record: null }))

interface RenamePorts {
  readonly renameImage: (args: RenameImage['args']) => Promise<Result<RenameImage['value']>>
  /** Returns the name on screen; `undefined` if the row is not loaded. */
  readonly shownName: (record: RecordNumber) => string | undefined
  readonly reread: (records: Uint32Array) => Promise<void>
  readonly onDone: (done: { readonly batch: BatchReceipt; readonly name: string }) => void
}

/**
 * Renames an image, without blanks around the name. Returns the message to show beside the field; `null` if it
 * succeeded or the name is the same. Used by the field over a tile and by the inspector.
 */
type RenameCommand = (record: RecordNumber, typed: string) => Promise<string | null>

export function createRenameCommand(ports: RenamePorts): RenameCommand {
  return async (record, typed) => {
    const name = typed.trim()
    if (name === '') return copy.renaming.empty
    if (name === ports.shownName(record)) return null
    const answer = await ports.renameImage({ record, name })
    if (!answer.ok) return failureText(answer.failure, 'library')
    const { batch, changed } = answer.value
    await ports.reread(changed)
    if (changed.length > 0) ports.onDone({ batch, name })
    return null
  }
}
