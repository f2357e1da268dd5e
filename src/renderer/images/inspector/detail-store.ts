/** Everything known of the one image that the inspector shows. Written by the detail loader only. */
import { create } from 'zustand'
import type { RecordEvent } from '../../../shared/batch.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { ImageDetail, RecordNumber } from '../../../shared/image.ts'

export interface DetailState {
  /** null = the inspector shows no single image. */
  readonly record: RecordNumber | null
  /** null until it is read; always of `record`. */
  readonly detail: ImageDetail | null
  /** Newest first. */
  readonly history: readonly RecordEvent[]
  /** The service is being asked for this record. */
  readonly isRefreshing: boolean
  /** Why the service told nothing when it was last asked for it. */
  readonly failure: Failure | null
}

export const NO_DETAIL: DetailState = { record: null, detail: null, history: [], isRefreshing: false, failure: null }

export const useDetail = create<DetailState>()(() => NO_DETAIL)
