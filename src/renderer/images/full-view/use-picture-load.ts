import { useState } from 'react'
import type { ImageRow, RecordNumber } from '../../../shared/image.ts'
import type { PictureProblem, PictureSize } from '../../../shared/picture-info.ts'
import { bridge } from '../../bridge.ts'
import { FULL_EDGE, pictureAddress } from '../../frame/picture-address.ts'
import { usePictureFailure } from '../use-picture-failure.ts'
import { sizeOfResolution } from './picture-size.ts'

export interface PictureLoad {
  /** Where the whole picture is; null = there is none, or it cannot be had now. */
  readonly address: string | null
  /** Its own pixels; as the record tells until the picture is here. */
  readonly size: PictureSize
  readonly isLoaded: boolean
  readonly hasFailed: boolean
  /** As of `usePictureFailure`. */
  readonly problem: PictureProblem | null | undefined
  readonly onLoad: (size: PictureSize) => void
  readonly onError: () => void
}

/** The whole picture of a record. What is shown of a very large one is a smaller copy: main knows its true size. */
export function usePictureLoad(record: RecordNumber, row: ImageRow | undefined): PictureLoad {
  const [loaded, setLoaded] = useState<{ readonly address: string; readonly size: PictureSize } | null>(null)
  const stamp = row?.picture ?? null
  const address = stamp === null ? null : pictureAddress(record, stamp, FULL_EDGE)
  const failure = usePictureFailure(record, stamp, address)
  const isLoaded = loaded !== null && loaded.address === address && !failure.hasFailed
  const onLoad = async (shown: PictureSize): Promise<void> => {
    if (address === null || stamp === null) return
    const info = await bridge.getPictureInfo({ record, stamp })
    setLoaded({ address, size: (info.ok && info.value.size) || shown })
  }
  return {
    ...failure,
    address: failure.hasFailed ? null : address,
    size: isLoaded ? loaded.size : sizeOfResolution(row?.resolution ?? null),
    isLoaded,
    onLoad: (shown) => void onLoad(shown)
  }
}
