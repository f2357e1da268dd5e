import { useState } from 'react'
import type { ImageRow, RecordNumber } from '../../../shared/image.ts'
import { usePictureHosts } from '../../stores/picture-hosts-store.ts'
import { canFetch } from '../../stores/reach.ts'
import { useSync } from '../../stores/sync-store.ts'
import { FULL_EDGE, pictureAddress } from '../../frame/picture-address.ts'
import { sizeOfPicture, sizeOfResolution } from './picture-size.ts'
import type { PictureSize } from './picture-size.ts'

export interface PictureLoad {
  /** Where the whole picture is; null = there is none, or it cannot be had now. */
  readonly address: string | null
  /** Its own pixels; as the record tells until the picture is here. */
  readonly size: PictureSize
  readonly isLoaded: boolean
  readonly hasFailed: boolean
  readonly onLoad: (size: PictureSize) => void
  readonly onError: () => void
}

interface Outcome {
  readonly address: string
  /** null = it could not be had. */
  readonly size: PictureSize | null
  readonly isReachable: boolean
  readonly hosts: readonly string[]
}

/** The whole picture of a record. One that failed is asked for again once the service answers, or a host is allowed. */
export function usePictureLoad(record: RecordNumber, row: ImageRow | undefined): PictureLoad {
  const [last, setLast] = useState<Outcome | null>(null)
  const isReachable = useSync(({ status }) => canFetch(status))
  const hosts = usePictureHosts((state) => state.hosts)
  const stamp = row?.picture ?? null
  const address = stamp === null ? null : pictureAddress(record, stamp, FULL_EDGE)
  const outcome = last?.address === address ? last : null
  const told = sizeOfResolution(row?.resolution ?? null)
  const isOfNow = outcome?.isReachable === isReachable && outcome.hosts === hosts
  const hasFailed = outcome !== null && outcome.size === null && isOfNow
  const settle = (size: PictureSize | null) => {
    if (address !== null) setLast({ address, size, isReachable, hosts })
  }
  return {
    address: hasFailed ? null : address,
    size: outcome?.size ? sizeOfPicture(outcome.size, told) : told,
    isLoaded: (outcome?.size ?? null) !== null,
    hasFailed,
    onLoad: settle,
    onError: () => settle(null)
  }
}
