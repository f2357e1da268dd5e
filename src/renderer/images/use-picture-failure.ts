import { useEffect, useMemo, useState } from 'react'
import { create } from 'zustand'
import type { RecordNumber } from '../../shared/image.ts'
import type { PictureProblem } from '../../shared/picture-info.ts'
import { bridge } from '../bridge.ts'
import { usePictureHosts } from '../stores/picture-hosts-store.ts'
import { canFetch } from '../stores/reach.ts'
import { useSync } from '../stores/sync-store.ts'

export interface PictureFailure {
  /** It was wanted and did not come, and nothing has changed since that would make another try worthwhile. */
  readonly hasFailed: boolean
  /** Why; `null` if nothing went wrong and it is only not here yet, `undefined` while that is not known. */
  readonly problem: PictureProblem | null | undefined
  readonly onError: () => void
}

/** A new object whenever pictures that failed are worth another try. */
function useMoment(): object {
  const isReachable = useSync(({ status }) => canFetch(status))
  const hosts = usePictureHosts((state) => state.hosts)
  const count = useRetries((state) => state.count)
  return useMemo(() => ({ isReachable, hosts, count }), [isReachable, hosts, count])
}

const useRetries = create<{ readonly count: number }>()(() => ({ count: 0 }))

/** Asks the source of a picture again; whatever shows a failed picture then asks for it. */
export async function retryPicture(record: RecordNumber, stamp: string): Promise<void> {
  await bridge.retryPicture({ record, stamp })
  useRetries.setState(({ count }) => ({ count: count + 1 }))
}

interface Asked {
  readonly moment: object
  readonly record: RecordNumber
  readonly stamp: string
  readonly problem: PictureProblem | null
}

/** Follows an address that an image element shows. `stamp` and `address` are `null` where no picture is known. */
export function usePictureFailure(record: RecordNumber, stamp: string | null, address: string | null): PictureFailure {
  const moment = useMoment()
  const [failed, setFailed] = useState<{ readonly address: string; readonly moment: object } | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const hasFailed = address !== null && failed?.address === address && failed.moment === moment
  useEffect(() => {
    const asking = { isOver: false }
    async function ask(failedStamp: string): Promise<void> {
      const answer = await bridge.getPictureInfo({ record, stamp: failedStamp })
      const problem = answer.ok ? answer.value.problem : null
      if (!asking.isOver) setAsked({ moment, record, stamp: failedStamp, problem })
    }
    if (stamp !== null && hasFailed) void ask(stamp)
    return () => {
      asking.isOver = true
    }
  }, [record, stamp, hasFailed, moment])
  const isOfNow = asked?.moment === moment && asked.record === record && asked.stamp === stamp
  return {
    hasFailed,
    problem: hasFailed && isOfNow ? asked.problem : undefined,
    onError: () => address !== null && setFailed({ address, moment })
  }
}
