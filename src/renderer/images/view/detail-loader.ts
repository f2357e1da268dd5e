/** Reads what the inspector shows of one image, and again when it changes. The last requested record wins. */
import { create, type StoreApi } from 'zustand'
import type { RecordEvent } from '../../../shared/batch.ts'
import type { Bridge, LibraryChange } from '../../../shared/bridge.ts'
import type { ImageDetail } from '../../../shared/change.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { RecordNumber } from '../../../shared/image.ts'
import { oneAtATime } from '../../pending-work.ts'

// Everything known about the image in the inspector. Written by the detail loader only.

export interface DetailState {
  /** `null` if the inspector shows no single image. */
  readonly record: RecordNumber | null
  /** `null` until it is read; always of `record`. */
  readonly detail: ImageDetail | null
  /** Newest first. */
  readonly history: readonly RecordEvent[]
  /** A request to the service for this record is running. */
  readonly isRefreshing: boolean
  /** Why the service returned nothing at the last request. */
  readonly failure: Failure | null
}

export const NO_DETAIL: DetailState = { record: null, detail: null, history: [], isRefreshing: false, failure: null }

export const useDetail = create<DetailState>()(() => NO_DETAIL)

interface DetailPorts {
  readonly store: Pick<StoreApi<DetailState>, 'getState' | 'setState'>
  readonly bridge: Pick<Bridge, 'getImage' | 'getRecordHistory' | 'refreshImage'>
  /** The service no longer has the record: it leaves the library, and the panel shows another one. */
  readonly onGone: (failure: Failure) => void
}

export function createDetailLoader({ store, bridge, onGone }: DetailPorts) {
  /** A change during a read causes one more read after it. */
  const read = oneAtATime(async () => {
    const { record } = store.getState()
    if (record === null) return
    const [image, history] = await Promise.all([bridge.getImage({ record }), bridge.getRecordHistory({ record })])
    if (store.getState().record !== record) return
    store.setState({
      detail: image.ok ? image.value : null,
      history: history.ok ? history.value : []
    })
  })

  return {
    /** Shows another image, or none (`null`). */
    show: (record: RecordNumber | null): void => {
      if (store.getState().record === record) return
      store.setState({ ...NO_DETAIL, record })
      void read()
    },
    onLibraryChanged: ({ records }: Pick<LibraryChange, 'records'>): void => {
      const { record } = store.getState()
      if (record !== null && (records === null || records.includes(record))) void read()
    },
    /** Reads the shown image from the service. */
    refresh: async (): Promise<void> => {
      const { record, isRefreshing } = store.getState()
      if (record === null || isRefreshing) return
      store.setState({ isRefreshing: true, failure: null })
      const answer = await bridge.refreshImage({ record })
      if (!answer.ok && answer.failure.code === 'not-found') onGone(answer.failure)
      if (store.getState().record !== record) return
      store.setState({ isRefreshing: false, failure: answer.ok ? null : answer.failure })
      await read()
    }
  }
}
