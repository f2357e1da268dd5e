/** The half-typed create form, kept across a kill. */
import type { CreateDraft } from '../shared/change.ts'
import { openKeptValue, type KeptValue } from './disk/kept-value.ts'
import { DraftSchema } from './ipc/schemas.ts'

/** null = nothing was ever kept, or the form was given up. */
export type CreateDraftStore = KeptValue<CreateDraft | null>

export function openCreateDraft(file: string): Promise<CreateDraftStore> {
  return openKeptValue(file, DraftSchema.nullable(), null)
}
