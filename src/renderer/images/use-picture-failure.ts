import { useEffect, useMemo, useState } from 'react'
import { create } from 'zustand'
import type { RecordNumber } from '../../shared/image.ts'
import type { PictureProblem } from '../../shared/picture-info.ts'
import { bridge } from '../bridge.ts'
import { usePictureHosts } from '../stores/picture-hosts-store.ts'
import { useCanFetch } from '../stores/reach.ts'

interface PictureFailure {
  /** It was wanted and did not come, and nothing has changed since that would make another try worthwhile. */
  readonly hasFailed: boolean
  /** Why; `null` if nothing went wrong and it is only not here yet, `undefined` while that is not known. */
  readonly problem: PictureProblem | null | undefined
  readonly onError: () => void
}

/** A new object whenever a picture of this record that failed is worth another try. */
function useMoment(record: RecordNumber): object {
  const isReachable = useCanFetch()
  const hosts = usePictureHosts((state) => state.hosts)
  const retries = useRetries((state) => state.counts.get(record))
  return useMemo(() => ({ isReachable, hosts, retries }), [isReachable, hosts, retries])
}

/** How often each record's picture was asked for again. */
const useRetries = create<{ readonly counts: ReadonlyMap<RecordNumber, number> }>()(() => ({ counts: new Map() }))

/** Asks the source of a picture again; whatever shows this picture as failed then asks for it. */
export async function retryPicture(record: RecordNumber, stamp: string): Promise<void> {
  await bridge.retryPicture({ record, stamp })
  useRetries.setState(({ counts }) => ({ counts: new Map(counts).set(record, (counts.get(record) ?? 0) + 1) }))
}

interface Asked {
  readonly moment: object
  readonly record: RecordNumber
  readonly stamp: string
  readonly problem: PictureProblem | null
}

/** Follows an address that an image element shows. `stamp` and `address` are `null` where no picture is known. */
export function usePictureFailure(record: RecordNumber, stamp: string | null, address: string | null): PictureFailure {
  const moment = useMoment(record)
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
